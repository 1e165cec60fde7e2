import { day } from './problem-schema.ts'
import { flag, list, object, oneOf, orNull, settings, text, whole, type Schema } from './schema.ts'

const MOST = Number.MAX_SAFE_INTEGER

const id = text('a text')
const sentence = text('a sentence')
const hash = text('64 hexadecimal digits', { pattern: '^[0-9a-f]{64}$' }, value =>
  /^[0-9a-f]{64}$/.test(value),
)
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
  reason: orNull(oneOf(['noCompatibleService', 'notEnoughUnits', 'notInTime', 'group', 'price', 'tie'])),
  sentence,
  critical: orNull(notNegative),
}

const requirement = object({
  ...item,
  fraction: whole('ten-thousandths of the requirement', 0, 10_000),
  ongoingOnly: flag,
  ongoingUnits: units,
  additionalUnits: units,
})

const payment = { organisationId: id, value: pence, share: pence, payment: pence }

const payments = (): Schema<{ organisationId: string; value: number; share: number; payment: number }[]> =>
  list('Payment', object(payment))

const flow = object({
  projectId: id,
  serviceId: id,
  requirementId: id,
  start: day,
  end: orNull(day),
  units,
  reserved: units,
})

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
    batches: list('Part', orNull(count)),
    criticalPrices: orNull(count),
  }),
  rule: oneOf(['Lindsay2018', 'Imported']),
  surplus: notNegative,
  proven: flag,
  exact: flag,
  shareHalfWidth: orNull(notNegative),
  tie: object({ decidedBy: oneOf([1, 2, 3, 4]), alternatives: count, note: sentence }),
  projects: list('Project', object(item)),
  requirements: list('Requirement', requirement),
  organisations: list('Organisation', object({ ...payment, halfWidth: notNegative })),
  flows: list('Flow', flow),
  groups: list(
    'Group',
    object({ id, memberIds: list('Member', id), winnerIds: list('Winner', id), note: sentence }),
  ),
  warnings: list('Warning', sentence),
  comparison: object({ vcg: payments(), payAsBid: payments() }),
})
