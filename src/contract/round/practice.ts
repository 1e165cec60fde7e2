import { z } from 'zod'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '@credit-market/habitat-metric/habitat'
import { endpoint } from '../kit/endpoint.ts'
import { creditType, day, instant, nullableText, units } from '../kit/values.ts'

const pseudonym = { description: 'Made-up name, such as "Project 3"' }
const place = nullableText.meta({ description: 'Code of a place: the same code means the same place' })

const places = { ncaId: place, lpaId: place, subcatchmentId: place }
const habitat = {
  creditType,
  module: z.enum(MODULES),
  broadHabitat: z.enum(BROAD_HABITATS),
  habitatType: nullableText,
  distinctiveness: z.enum(DISTINCTIVENESS).nullable(),
}

const copiedProject = z.object({
  name: z.string().meta(pseudonym),
  ...places,
  services: z.array(
    z.object({ ...habitat, supply: z.array(z.object({ start: day, end: day.nullable(), units })) }),
  ),
})
export type PracticeProject = z.infer<typeof copiedProject>

const copiedNeed = z.object({
  name: z.string().meta(pseudonym),
  ...places,
  ...habitat,
  kind: z.enum(['Buyer', 'Investor']),
  ongoingUnits: units,
  additionalUnits: units,
  redemptionDate: day,
})
export type PracticeNeed = z.infer<typeof copiedNeed>

/** Sales of a settled round for practice: no names, no owners, no amounts. */
export const practiceRound = z
  .object({
    round: z.object({ name: z.string(), market: z.string(), settledAt: instant.nullable() }),
    ampEnd: day.nullable(),
    projects: z.array(copiedProject),
    needs: z.array(copiedNeed),
  })
  .meta({ id: 'RoundCopy' })
export type PracticeRound = z.infer<typeof practiceRound>

export const readLastRound = endpoint('GET /api/practice/last-round', {
  id: 'readLastRound',
  tag: 'Market rounds',
  summary:
    'Sales of the last settled round with at least two projects and two requirements, for practice: public data under made-up names, without owners and amounts; null if there is no such round yet',
  access: 'member',
  answers: { 200: z.object({ copy: practiceRound.nullable() }) },
})
