import { z } from 'zod'
import { CERTAINTIES } from '../problem/match-solution.ts'
import {
  daySchema,
  booleanSchema,
  listSchema,
  strictObjectSchema,
  enumSchema,
  nonEmptyTextSchema,
  wholeNumberSchema,
} from './values.ts'

const MOST = Number.MAX_SAFE_INTEGER

const id = nonEmptyTextSchema()
const sentence = nonEmptyTextSchema('a sentence')
const hash = nonEmptyTextSchema('64 hexadecimal digits').regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')
const pence = wholeNumberSchema('a whole number of pence', -MOST, MOST)
const notNegative = wholeNumberSchema('a whole number of pence', 0, MOST)
const units = wholeNumberSchema('a whole number of ten-thousandths', 0, MOST)
const count = wholeNumberSchema('a whole number', 0, MOST)

const item = {
  id,
  organisationId: id,
  won: booleanSchema,
  value: pence,
  share: notNegative,
  payment: pence,
  reason: enumSchema([
    'noCompatibleService',
    'notEnoughUnits',
    'notInTime',
    'group',
    'price',
    'tie',
    'notInBestKnown',
  ]).nullable(),
  sentence,
  critical: notNegative.nullable(),
}

const requirement = strictObjectSchema({
  ...item,
  fraction: wholeNumberSchema('ten-thousandths of the requirement', 0, 10_000),
  ongoingOnly: booleanSchema,
  ongoingUnits: units,
  additionalUnits: units,
})

const payment = { organisationId: id, value: pence, share: pence, payment: pence }

const settings = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()], 'a text, a number, or true or false'),
  'an object',
)

const flow = strictObjectSchema({
  projectId: id,
  serviceId: id,
  requirementId: id,
  start: daySchema,
  end: daySchema.nullable(),
  units,
  reserved: units,
})

/** Results of engine version 1 have no certainty. */
const certainty = enumSchema([...CERTAINTIES]).optional()

/** Schema, version 1, of the engine's result for a round; published and used for validation. */
export const MATCH_SOLUTION_SCHEMA = strictObjectSchema({
  version: enumSchema([1]),
  problemHash: hash,
  engine: strictObjectSchema({
    name: id,
    version: id,
    solver: id,
    options: settings,
    seed: count,
    batches: listSchema(count.nullable()),
    parts: listSchema(
      strictObjectSchema({
        formulation: enumSchema(['closedSets', 'flows']),
        solver: enumSchema(['branchAndBound', 'highs']),
      }),
    ).optional(),
    criticalPrices: count.nullable(),
  }),
  rule: enumSchema(['Lindsay2018', 'Imported']),
  surplus: notNegative,
  proven: booleanSchema,
  bestKnown: strictObjectSchema({ bound: notNegative }).optional(),
  certainty,
  exact: booleanSchema,
  shareHalfWidth: notNegative.nullable(),
  tie: strictObjectSchema({ decidedBy: enumSchema([1, 2, 3, 4]), alternatives: count, note: sentence }),
  projects: listSchema(strictObjectSchema(item)),
  requirements: listSchema(requirement),
  organisations: listSchema(strictObjectSchema({ ...payment, certainty, halfWidth: notNegative })),
  flows: listSchema(flow),
  groups: listSchema(
    strictObjectSchema({ id, memberIds: listSchema(id), winnerIds: listSchema(id), note: sentence }),
  ),
  warnings: listSchema(sentence),
  comparison: strictObjectSchema({
    vcg: listSchema(strictObjectSchema(payment)),
    payAsBid: listSchema(strictObjectSchema(payment)),
  }),
  coalitionValues: listSchema(
    strictObjectSchema({
      winners: listSchema(id),
      blocks: listSchema(
        strictObjectSchema({ connectors: listSchema(id), winners: listSchema(id), values: id }),
      ).nullable(),
      kinds: strictObjectSchema({ members: listSchema(listSchema(id)), values: id }).nullable(),
    }),
  ).optional(),
})
