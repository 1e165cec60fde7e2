import { z } from 'zod'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '#domain/habitat'
import { endpoint } from './endpoint.ts'
import { creditType, day, instant, maybeText, units } from './values.ts'

const pseudonym = { description: 'A name made up for the copy, such as "Project 3"' }
const place = maybeText.meta({ description: 'A letter for a place: the same letter is the same place' })

const places = { ncaId: place, lpaId: place, subcatchmentId: place }
const habitat = {
  creditType,
  module: z.enum(MODULES),
  broadHabitat: z.enum(BROAD_HABITATS),
  habitatType: maybeText,
  distinctiveness: z.enum(DISTINCTIVENESS).nullable(),
}

const copiedProject = z.object({
  name: z.string().meta(pseudonym),
  ...places,
  services: z.array(
    z.object({ ...habitat, supply: z.array(z.object({ start: day, end: day.nullable(), units })) }),
  ),
})
export type CopiedProject = z.infer<typeof copiedProject>

const copiedNeed = z.object({
  name: z.string().meta(pseudonym),
  ...places,
  ...habitat,
  kind: z.enum(['Buyer', 'Investor']),
  ongoingUnits: units,
  additionalUnits: units,
  redemptionDate: day,
})
export type CopiedNeed = z.infer<typeof copiedNeed>

/** What was sold in a settled round, to play with: no names, no owners, no amounts. */
export const roundCopy = z
  .object({
    round: z.object({ name: z.string(), market: z.string(), settledAt: instant.nullable() }),
    ampEnd: day.nullable(),
    projects: z.array(copiedProject),
    needs: z.array(copiedNeed),
  })
  .meta({ id: 'RoundCopy' })
export type RoundCopy = z.infer<typeof roundCopy>

export const readLastRound = endpoint('GET /api/practice/last-round', {
  id: 'readLastRound',
  tag: 'Market rounds',
  summary:
    'What was sold in the last settled round of at least two projects and two requirements, under made-up names, to practise with: what the registry shows anybody, without owners and without any amount; null where there is none yet',
  access: 'member',
  answers: { 200: z.object({ copy: roundCopy.nullable() }) },
})
