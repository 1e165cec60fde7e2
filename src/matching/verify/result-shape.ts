import { z } from 'zod'
import {
  count,
  day,
  flag,
  hash,
  list,
  object,
  oneOf,
  pence,
  readAs,
  text,
  whole,
  type Read,
} from './shape.ts'

const item = {
  id: text,
  organisationId: text,
  won: flag,
  value: pence,
  share: count,
  payment: pence,
  reason: oneOf('noCompatibleService', 'notEnoughUnits', 'notInTime', 'group', 'price', 'tie').nullable(),
  sentence: text,
  critical: count.nullable(),
}

const payment = { organisationId: text, value: pence, share: pence, payment: pence }

const engine = {
  name: text,
  version: text,
  solver: text,
  options: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean()], 'a text, a number, or true or false'),
    'an object',
  ),
  seed: count,
  batches: list(count.nullable()),
  criticalPrices: count.nullable(),
}

/** Which units of a bid won. */
export const wonFields = { ongoingOnly: flag, ongoingUnits: count, additionalUnits: count }

/** Who serves whom, from when to when, with how much. */
export const flowFields = {
  projectId: text,
  serviceId: text,
  requirementId: text,
  start: day,
  end: day.nullable(),
  units: count,
  reserved: count,
}

const result = {
  problemHash: hash,
  rule: oneOf('Lindsay2018', 'Imported'),
  surplus: count,
  proven: flag,
  exact: flag,
  shareHalfWidth: count.nullable(),
  // An imported match has nothing to say of ties.
  tie: object({ decidedBy: oneOf(1, 2, 3, 4), alternatives: count, note: z.string('a text') }),
  projects: list(object(item)),
  requirements: list(object({ ...item, fraction: whole(0, 10_000), ...wonFields })),
  flows: list(object(flowFields)),
  groups: list(object({ id: text, memberIds: list(text), winnerIds: list(text), note: z.string('a text') })),
  warnings: list(text),
  comparison: object({ vcg: list(object(payment)), payAsBid: list(object(payment)) }),
}

/** How sure shares are, surest first. */
export const CERTAINTIES = ['exact', 'bounded', 'sampled'] as const

// Engines before the second version, and matches made elsewhere, do not say how sure shares are.
const certainty = oneOf(...CERTAINTIES).optional()

/** How a part of the market was written for the solver, and which solver proved its match. */
const written = object({
  formulation: oneOf('closedSets', 'flows'),
  solver: oneOf('branchAndBound', 'highs'),
})

const RESULT = object({
  version: oneOf(1),
  engine: object({ ...engine, parts: list(written).optional() }),
  ...result,
  certainty,
  organisations: list(object({ ...payment, certainty, halfWidth: count })),
})

/** What the engine says of a round. */
export type Result = z.infer<typeof RESULT>
export type ProjectResult = Result['projects'][number]
export type RequirementResult = Result['requirements'][number]
export type Flow = Result['flows'][number]

/** Reads a result, and says everything that is wrong with its shape. */
export const readResult = (value: unknown): Read<Result> => readAs(RESULT, value, 'solution')

/** Was a result made by the first engine, which rounded parts of bids only after it had chosen and priced? */
export const isOfFirstEngine = ({ engine: { version } }: Pick<Result, 'engine'>): boolean => version === '1'
