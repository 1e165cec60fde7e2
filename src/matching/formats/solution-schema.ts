import { z } from 'zod'
import { CERTAINTIES } from '#domain/match-solution'
import { day, flag, list, object, oneOf, text, whole } from './values.ts'

const MOST = Number.MAX_SAFE_INTEGER

const id = text()
const sentence = text('a sentence')
const hash = text('64 hexadecimal digits').regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')
const pence = whole('a whole number of pence', -MOST, MOST)
const notNegative = whole('a whole number of pence', 0, MOST)
const units = whole('a whole number of ten-thousandths', 0, MOST)
const count = whole('a whole number', 0, MOST)

const item = {
  id,
  organisationId: id,
  won: flag,
  value: pence,
  share: notNegative,
  payment: pence,
  reason: oneOf(['noCompatibleService', 'notEnoughUnits', 'notInTime', 'group', 'price', 'tie']).nullable(),
  sentence,
  critical: notNegative.nullable(),
}

const requirement = object({
  ...item,
  fraction: whole('ten-thousandths of the requirement', 0, 10_000),
  ongoingOnly: flag,
  ongoingUnits: units,
  additionalUnits: units,
})

const payment = { organisationId: id, value: pence, share: pence, payment: pence }

const settings = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()], 'a text, a number, or true or false'),
  'an object',
)

const flow = object({
  projectId: id,
  serviceId: id,
  requirementId: id,
  start: day,
  end: day.nullable(),
  units,
  reserved: units,
})

/** Results of engine version 1 do not say how sure shares are. */
const certainty = oneOf([...CERTAINTIES]).optional()

/** What the engine says of a round, version 1: how it is published, and how it is checked. */
export const SOLUTION = object({
  version: oneOf([1]),
  problemHash: hash,
  engine: object({
    name: id,
    version: id,
    solver: id,
    options: settings,
    seed: count,
    batches: list(count.nullable()),
    parts: list(
      object({ formulation: oneOf(['closedSets', 'flows']), solver: oneOf(['branchAndBound', 'highs']) }),
    ).optional(),
    criticalPrices: count.nullable(),
  }),
  rule: oneOf(['Lindsay2018', 'Imported']),
  surplus: notNegative,
  proven: flag,
  certainty,
  exact: flag,
  shareHalfWidth: notNegative.nullable(),
  tie: object({ decidedBy: oneOf([1, 2, 3, 4]), alternatives: count, note: sentence }),
  projects: list(object(item)),
  requirements: list(requirement),
  organisations: list(object({ ...payment, certainty, halfWidth: notNegative })),
  flows: list(flow),
  groups: list(object({ id, memberIds: list(id), winnerIds: list(id), note: sentence })),
  warnings: list(sentence),
  comparison: object({ vcg: list(object(payment)), payAsBid: list(object(payment)) }),
})
