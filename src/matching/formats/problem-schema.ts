import { CREDIT_TYPES } from '#domain/credit-type'
import { isDay } from '#domain/dates'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '#domain/habitat'
import { flag, list, object, oneOf, orNull, text, whole } from './schema.ts'

/** Beyond ten billion pounds, or a hundred thousand units, sums would no longer be exact. */
const MOST_PENCE = 1_000_000_000_000
const MOST_UNITS = 1_000_000_000

const id = text('a text')
const name = text('a text')
const money = whole('a whole number of pence', 0, MOST_PENCE)
const units = whole('a whole number of ten-thousandths', 0, MOST_UNITS)

/** A calendar day. */
export const day = text('a day, yyyy-MM-dd', { format: 'date' }, isDay)

const moment = text(
  'a moment in ISO 8601',
  { format: 'date-time' },
  value => !Number.isNaN(Date.parse(value)),
)

const place = { ncaId: orNull(id), lpaId: orNull(id), subcatchmentId: orNull(id) }

const habitat = {
  creditType: oneOf(CREDIT_TYPES),
  module: oneOf(MODULES),
  broadHabitat: oneOf(BROAD_HABITATS),
  habitatType: orNull(text('a text')),
  distinctiveness: orNull(oneOf(DISTINCTIVENESS)),
}

const service = object({
  id,
  ...habitat,
  supply: list('Supply', object({ start: day, end: orNull(day), units })),
})

const project = object({
  id,
  name,
  supplierId: id,
  ...place,
  offer: money,
  costs: object({
    maintenance: money,
    marketOperator: money,
    complianceMonitoring: money,
    performanceMonitoring: money,
  }),
  services: list('Service', service),
  offeredAt: moment,
})

const requirement = object({
  id,
  name,
  buyerId: id,
  kind: oneOf(['Buyer', 'Investor']),
  ...place,
  ...habitat,
  ongoingUnits: units,
  additionalUnits: units,
  bid: money,
  bidOngoingOnly: orNull(money),
  divisible: flag,
  redemptionDate: day,
  bidAt: moment,
})

const group = object({
  id,
  name,
  of: oneOf(['project', 'requirement']),
  type: oneOf(['XOR', 'AND']),
  ownerId: id,
  memberIds: list('Member', id),
})

const reserve = object({
  basisPoints: whole('hundredths of a percent', 0, 10_000),
  appliesTo: oneOf(['allDemand', 'ongoingDemand', 'supply']),
})

/** What a round puts before the engine, version 1: how it is published, and how it is checked. */
export const PROBLEM = object({
  version: oneOf([1]),
  roundId: id,
  ampEnd: orNull(day),
  reserve: orNull(reserve),
  projects: list('Project', project),
  requirements: list('Requirement', requirement),
  groups: list('Group', group),
})
