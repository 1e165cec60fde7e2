import { CREDIT_TYPES } from '../problem/credit-type.ts'
import { BROAD_HABITATS, DISTINCTIVENESS, MODULES } from '@credit-market/habitat-metric/habitat'
import {
  daySchema,
  booleanSchema,
  listSchema,
  instantSchema,
  strictObjectSchema,
  enumSchema,
  nonEmptyTextSchema,
  wholeNumberSchema,
} from './values.ts'

/** Ten billion pounds. Beyond it, or beyond a hundred thousand units, sums would no longer be exact. */
export const MAX_PENCE = 1_000_000_000_000
export const MAX_UNITS = 1_000_000_000

const id = nonEmptyTextSchema()
const name = nonEmptyTextSchema()
const money = wholeNumberSchema('a whole number of pence', 0, MAX_PENCE)
const units = wholeNumberSchema('a whole number of ten-thousandths', 0, MAX_UNITS)

const place = { ncaId: id.nullable(), lpaId: id.nullable(), subcatchmentId: id.nullable() }

const habitat = {
  creditType: enumSchema(CREDIT_TYPES),
  module: enumSchema(MODULES),
  broadHabitat: enumSchema(BROAD_HABITATS),
  habitatType: nonEmptyTextSchema().nullable(),
  distinctiveness: enumSchema(DISTINCTIVENESS).nullable(),
}

const service = strictObjectSchema({
  id,
  ...habitat,
  supply: listSchema(strictObjectSchema({ start: daySchema, end: daySchema.nullable(), units })),
})

const project = strictObjectSchema({
  id,
  name,
  supplierId: id,
  ownerId: id.optional(),
  ...place,
  offer: money,
  costs: strictObjectSchema({
    maintenance: money,
    marketOperator: money,
    complianceMonitoring: money,
    performanceMonitoring: money,
  }),
  services: listSchema(service),
  offeredAt: instantSchema,
})

const requirement = strictObjectSchema({
  id,
  name,
  buyerId: id,
  ownerId: id.optional(),
  kind: enumSchema(['Buyer', 'Investor']),
  ...place,
  ...habitat,
  ongoingUnits: units,
  additionalUnits: units,
  bid: money,
  bidOngoingOnly: money.nullable(),
  divisible: booleanSchema,
  redemptionDate: daySchema,
  bidAt: instantSchema,
})

const group = strictObjectSchema({
  id,
  name,
  of: enumSchema(['project', 'requirement']),
  type: enumSchema(['XOR', 'AND']),
  ownerId: id,
  memberIds: listSchema(id),
})

const reserve = strictObjectSchema({
  basisPoints: wholeNumberSchema('hundredths of a percent', 0, 10_000),
  appliesTo: enumSchema(['allDemand', 'ongoingDemand', 'supply']),
})

/** Schema, version 1, of the problem that a round passes to the engine; published and used for validation. */
export const MATCH_PROBLEM_SCHEMA = strictObjectSchema({
  version: enumSchema([1]),
  roundId: id,
  ampEnd: daySchema.nullable(),
  reserve: reserve.nullable(),
  projects: listSchema(project),
  requirements: listSchema(requirement),
  groups: listSchema(group),
})
