import { CREDIT_TYPES } from '../problem/credit-type.ts'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '@credit-market/habitat-metric/habitat'
import { poundsOf } from '@credit-market/values/money'
import { unitsToNumber } from '@credit-market/values/units'
import { MAX_PENCE, MAX_UNITS } from './problem-schema.ts'
import {
  daySchema,
  decimalSchema,
  booleanSchema,
  listSchema,
  instantSchema,
  strictObjectSchema,
  enumSchema,
  nonEmptyTextSchema,
} from './values.ts'

const pounds = decimalSchema('pounds', 2, 0, poundsOf(MAX_PENCE))
const units = decimalSchema('units', 4, 0, unitsToNumber(MAX_UNITS))
const percent = decimalSchema('percent', 2, 0, 100)

const id = nonEmptyTextSchema()

const place = strictObjectSchema({
  nca: id.nullish(),
  lpa: id.nullish(),
  subcatchment: id.nullish(),
}).optional()

const habitat = {
  module: enumSchema(MODULES).nullish(),
  broadHabitat: enumSchema(BROAD_HABITATS).nullish(),
  habitatType: nonEmptyTextSchema().nullish(),
  distinctiveness: enumSchema(DISTINCTIVENESS).nullish(),
}

const service = strictObjectSchema({
  id,
  type: enumSchema(CREDIT_TYPES),
  ...habitat,
  profile: listSchema(strictObjectSchema({ start: daySchema, end: daySchema.nullish(), units })),
})

const project = strictObjectSchema({
  id,
  name: nonEmptyTextSchema().nullish(),
  supplier: id,
  location: place,
  offer: pounds,
  costs: strictObjectSchema({
    maintenance: pounds.optional(),
    marketOperator: pounds.optional(),
    complianceMonitoring: pounds.optional(),
    performanceMonitoring: pounds.optional(),
  }).optional(),
  services: listSchema(service),
  offeredAt: instantSchema.nullish(),
})

const requirement = strictObjectSchema({
  id,
  name: nonEmptyTextSchema().nullish(),
  buyer: id,
  type: enumSchema(['Buyer', 'Investor']).optional(),
  creditType: enumSchema(CREDIT_TYPES),
  location: place,
  units: units.nullish(),
  ongoingUnits: units.nullish(),
  additionalUnits: units.nullish(),
  bid: pounds,
  acceptOngoingOnly: booleanSchema.nullish(),
  bidOngoingOnly: pounds.nullish(),
  divisible: booleanSchema.optional(),
  ...habitat,
  redemptionDate: daySchema,
  bidAt: instantSchema.nullish(),
})

const group = { id, type: enumSchema(['XOR', 'AND']) }

/** Quantities to which a reserve can apply, as a market file names them. */
export const RESERVE_KINDS = ['allDemand', 'ongoingDemand', 'supply'] as const

/** A round in the market format: money in pounds, quantities in units. */
export const MARKET_FILE_SCHEMA = strictObjectSchema({
  round: strictObjectSchema({
    id: nonEmptyTextSchema().nullish(),
    ampEnd: daySchema.nullish(),
    reservePercentage: percent.nullish(),
    reserveAppliesTo: enumSchema(RESERVE_KINDS).nullish(),
  }).optional(),
  projects: listSchema(project),
  requirements: listSchema(requirement),
  projectGroups: listSchema(strictObjectSchema({ ...group, projectIds: listSchema(id) })).optional(),
  requirementGroups: listSchema(strictObjectSchema({ ...group, requirementIds: listSchema(id) })).optional(),
})
