import { z } from 'zod'
import { CAPACITIES } from '#domain/values/capacity'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { idAndName, nullableText } from '../kit/values.ts'

const readinessStep = z.object({
  text: z.string(),
  done: z.boolean(),
  link: z.string().meta({ description: 'Page on which it is done' }),
  action: nullableText.meta({ description: 'Name of the action on the round, if it is one' }),
})
export type ReadinessStep = z.infer<typeof readinessStep>

/** Parts that an organisation has not finished in a round. */
const unfinishedItem = idAndName.extend({
  link: z.string(),
  lack: z.enum(['draft', 'offer', 'bid']).meta({
    description: 'It is a draft, or bids and offers are open and it has none',
  }),
})

const unfinishedOrganisation = z
  .object({
    organisation: idAndName,
    interestedAs: z
      .array(z.enum(CAPACITIES))
      .meta({ description: 'Capacities of which only the interest is recorded' }),
    items: z.array(unfinishedItem),
  })
  .meta({ id: 'UnfinishedOrganisation' })
export type UnfinishedOrganisation = z.infer<typeof unfinishedOrganisation>

/** Readiness of a round for its next step, for the market operator. */
const roundReadiness = z
  .object({
    steps: z.array(readinessStep),
    unfinished: z.array(unfinishedOrganisation).meta({
      description: 'Organisations that have not finished, at most 200, those with the most first',
    }),
    publicPage: nullableText.meta({
      description: 'Public page of the round; null for a draft that no one can see',
    }),
  })
  .meta({ id: 'RoundReadiness' })
export type RoundReadiness = z.infer<typeof roundReadiness>

export const readRoundReadiness = endpoint('GET /api/round/:id/readiness', {
  id: 'readRoundReadiness',
  tag: 'Rounds',
  summary:
    'Steps that are done or missing before the next step of a round, and who has not finished; for the market operator',
  access: 'member',
  answers: { 200: roundReadiness, 404: refusal },
})
