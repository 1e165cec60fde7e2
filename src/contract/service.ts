import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, money } from './values.ts'

const count = z.int()
const share = z
  .number()
  .nullable()
  .meta({ description: 'Between 0 and 1; null where there is too little to tell' })

const serviceFigures = z
  .object({
    on: day,
    completion: z.object({ begun: count, registered: count, rate: share }).meta({
      description: 'Projects and credit requirements that were begun, and those of them that were registered',
    }),
    satisfaction: z.object({ answers: count, satisfied: share }).meta({
      description: 'Answers to the one question of the service within a year, and the share of the satisfied',
    }),
    takeUp: z.object({ participations: count, byThemselves: count, rate: share }).meta({
      description: 'Registrations for rounds, and those that people or their agents made themselves',
    }),
    costPerTransaction: z
      .object({ runningCost: money, registrations: count, cost: money.nullable() })
      .nullable()
      .meta({
        description:
          'What running the market costs its operator in a year, the projects and credit requirements registered within a year, and the one divided by the other; null where the operator has not said what it costs',
      }),
  })
  .meta({ id: 'ServiceFigures' })
export type ServiceFigures = z.infer<typeof serviceFigures>

export const readServiceFigures = endpoint('GET /api/public/service', {
  id: 'readServiceFigures',
  tag: 'Without signing in',
  summary: 'The four figures of the Service Standard, counted without following anybody',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: serviceFigures },
})
