import { CREDIT_TYPES } from '#domain/credit-type'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '#domain/habitat'
import { poundsOf } from '#domain/money'
import { quantityOf } from '#domain/units'
import { MOST_PENCE, MOST_UNITS } from './problem-schema.ts'
import { day, decimal, flag, list, moment, object, oneOf, text } from './values.ts'

const pounds = decimal('pounds', 2, 0, poundsOf(MOST_PENCE))
const units = decimal('units', 4, 0, quantityOf(MOST_UNITS))
const percent = decimal('percent', 2, 0, 100)

const id = text()

const place = object({ nca: id.nullish(), lpa: id.nullish(), subcatchment: id.nullish() }).optional()

const habitat = {
  module: oneOf(MODULES).nullish(),
  broadHabitat: oneOf(BROAD_HABITATS).nullish(),
  habitatType: text().nullish(),
  distinctiveness: oneOf(DISTINCTIVENESS).nullish(),
}

const service = object({
  id,
  type: oneOf(CREDIT_TYPES),
  ...habitat,
  profile: list(object({ start: day, end: day.nullish(), units })),
})

const project = object({
  id,
  name: text().nullish(),
  supplier: id,
  location: place,
  offer: pounds,
  costs: object({
    maintenance: pounds.optional(),
    marketOperator: pounds.optional(),
    complianceMonitoring: pounds.optional(),
    performanceMonitoring: pounds.optional(),
  }).optional(),
  services: list(service),
  offeredAt: moment.nullish(),
})

const requirement = object({
  id,
  name: text().nullish(),
  buyer: id,
  type: oneOf(['Buyer', 'Investor']).optional(),
  creditType: oneOf(CREDIT_TYPES),
  location: place,
  units: units.nullish(),
  ongoingUnits: units.nullish(),
  additionalUnits: units.nullish(),
  bid: pounds,
  acceptOngoingOnly: flag.nullish(),
  bidOngoingOnly: pounds.nullish(),
  divisible: flag.optional(),
  ...habitat,
  redemptionDate: day,
  bidAt: moment.nullish(),
})

const group = { id, type: oneOf(['XOR', 'AND']) }

/** How much may be kept in reserve of, in the words of a market file. */
export const RESERVE_KINDS = ['allDemand', 'ongoingDemand', 'supply'] as const

/** A round in a file of the market format: money in pounds, quantities in units. */
export const MARKET = object({
  round: object({
    id: text().nullish(),
    ampEnd: day.nullish(),
    reservePercentage: percent.nullish(),
    reserveAppliesTo: oneOf(RESERVE_KINDS).nullish(),
  }).optional(),
  projects: list(project),
  requirements: list(requirement),
  projectGroups: list(object({ ...group, projectIds: list(id) })).optional(),
  requirementGroups: list(object({ ...group, requirementIds: list(id) })).optional(),
})
