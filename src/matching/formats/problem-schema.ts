import { CREDIT_TYPES } from '#domain/credit-type'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '#domain/habitat'
import { day, flag, list, moment, object, oneOf, text, whole } from './values.ts'

/** Beyond ten billion pounds, or a hundred thousand units, sums would no longer be exact. */
export const MOST_PENCE = 1_000_000_000_000
export const MOST_UNITS = 1_000_000_000

const id = text()
const name = text()
const money = whole('a whole number of pence', 0, MOST_PENCE)
const units = whole('a whole number of ten-thousandths', 0, MOST_UNITS)

const place = { ncaId: id.nullable(), lpaId: id.nullable(), subcatchmentId: id.nullable() }

const habitat = {
  creditType: oneOf(CREDIT_TYPES),
  module: oneOf(MODULES),
  broadHabitat: oneOf(BROAD_HABITATS),
  habitatType: text().nullable(),
  distinctiveness: oneOf(DISTINCTIVENESS).nullable(),
}

const service = object({
  id,
  ...habitat,
  supply: list(object({ start: day, end: day.nullable(), units })),
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
  services: list(service),
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
  bidOngoingOnly: money.nullable(),
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
  memberIds: list(id),
})

const reserve = object({
  basisPoints: whole('hundredths of a percent', 0, 10_000),
  appliesTo: oneOf(['allDemand', 'ongoingDemand', 'supply']),
})

/** What a round puts before the engine, version 1: how it is published, and how it is checked. */
export const PROBLEM = object({
  version: oneOf([1]),
  roundId: id,
  ampEnd: day.nullable(),
  reserve: reserve.nullable(),
  projects: list(project),
  requirements: list(requirement),
  groups: list(group),
})
