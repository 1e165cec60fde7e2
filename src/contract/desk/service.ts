import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { day, money } from '../kit/values.ts'

const count = z.int()
const share = z
  .number()
  .nullable()
  .meta({ description: 'Share between 0 and 1; null if there is too little data' })

const serviceFigures = z
  .object({
    on: day,
    completion: z.object({ begun: count, registered: count, rate: share }).meta({
      description: 'Numbers of projects and credit requirements that were started, and that were registered',
    }),
    satisfaction: z.object({ answers: count, satisfied: share }).meta({
      description:
        'Number of answers to the satisfaction question within a year, and the share of people who were satisfied',
    }),
    takeUp: z.object({ participations: count, byThemselves: count, rate: share }).meta({
      description:
        'Number of registrations for rounds, and how many of them people or their agents made themselves',
    }),
    costPerTransaction: z
      .object({ runningCost: money, registrations: count, cost: money.nullable() })
      .nullable()
      .meta({
        description:
          'Yearly cost of running the market, projects and credit requirements registered within a year, and cost per registration; null if the operator has not entered the cost',
      }),
  })
  .meta({ id: 'ServiceFigures' })
export type ServiceFigures = z.infer<typeof serviceFigures>

export const readServiceFigures = endpoint('GET /api/public/service', {
  id: 'readServiceFigures',
  tag: 'Public',
  summary: 'The four performance figures of the Service Standard, counted without tracking anyone',
  access: 'anyone',
  kept: 'moment',
  answers: { 200: serviceFigures },
})
