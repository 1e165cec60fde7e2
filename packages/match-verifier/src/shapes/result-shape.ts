import { z } from 'zod'
import {
  countSchema,
  daySchema,
  booleanSchema,
  sha256Schema,
  listSchema,
  strictObjectSchema,
  enumSchema,
  penceSchema,
  parseWithSchema,
  nonEmptyTextSchema,
  wholeNumberSchema,
  type ParseResult,
} from './shape.ts'

const item = {
  id: nonEmptyTextSchema,
  organisationId: nonEmptyTextSchema,
  won: booleanSchema,
  value: penceSchema,
  share: countSchema,
  payment: penceSchema,
  reason: enumSchema(
    'noCompatibleService',
    'notEnoughUnits',
    'notInTime',
    'group',
    'price',
    'tie',
    'notInBestKnown',
  ).nullable(),
  sentence: nonEmptyTextSchema,
  critical: countSchema.nullable(),
}

const payment = {
  organisationId: nonEmptyTextSchema,
  value: penceSchema,
  share: penceSchema,
  payment: penceSchema,
}

const engine = {
  name: nonEmptyTextSchema,
  version: nonEmptyTextSchema,
  solver: nonEmptyTextSchema,
  options: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean()], 'a text, a number, or true or false'),
    'an object',
  ),
  seed: countSchema,
  batches: listSchema(countSchema.nullable()),
  criticalPrices: countSchema.nullable(),
}

/** Units of a bid that won. */
export const wonUnitFields = {
  ongoingOnly: booleanSchema,
  ongoingUnits: countSchema,
  additionalUnits: countSchema,
}

/** A flow of units from a service to a requirement in a period. */
export const flowFields = {
  projectId: nonEmptyTextSchema,
  serviceId: nonEmptyTextSchema,
  requirementId: nonEmptyTextSchema,
  start: daySchema,
  end: daySchema.nullable(),
  units: countSchema,
  reserved: countSchema,
}

const result = {
  problemHash: sha256Schema,
  rule: enumSchema('Lindsay2018', 'Imported'),
  surplus: countSchema,
  proven: booleanSchema,
  /** Only in a match that is not proven to be the best. */
  bestKnown: strictObjectSchema({ bound: countSchema }).optional(),
  exact: booleanSchema,
  shareHalfWidth: countSchema.nullable(),
  // An imported match has no ties.
  tie: strictObjectSchema({
    decidedBy: enumSchema(1, 2, 3, 4),
    alternatives: countSchema,
    note: z.string('a text'),
  }),
  projects: listSchema(strictObjectSchema(item)),
  requirements: listSchema(
    strictObjectSchema({ ...item, fraction: wholeNumberSchema(0, 10_000), ...wonUnitFields }),
  ),
  flows: listSchema(strictObjectSchema(flowFields)),
  groups: listSchema(
    strictObjectSchema({
      id: nonEmptyTextSchema,
      memberIds: listSchema(nonEmptyTextSchema),
      winnerIds: listSchema(nonEmptyTextSchema),
      note: z.string('a text'),
    }),
  ),
  warnings: listSchema(nonEmptyTextSchema),
  comparison: strictObjectSchema({
    vcg: listSchema(strictObjectSchema(payment)),
    payAsBid: listSchema(strictObjectSchema(payment)),
  }),
}

/** Certainties of shares, the most certain first. */
const SHARE_CERTAINTIES = ['exact', 'sampled'] as const

// The first version of the engine, and imported matches, have no certainty.
const certainty = enumSchema(...SHARE_CERTAINTIES).optional()

/** In results of version 2: formulation of a part of the market, and the solver that proved its match. */
const written = strictObjectSchema({
  formulation: enumSchema('closedSets', 'flows'),
  solver: enumSchema('branchAndBound', 'highs'),
})

/** Coalition values of a part as text; null where they are not stored. */
const storedValues = strictObjectSchema({
  winners: listSchema(nonEmptyTextSchema),
  blocks: listSchema(
    strictObjectSchema({
      connectors: listSchema(nonEmptyTextSchema),
      winners: listSchema(nonEmptyTextSchema),
      values: nonEmptyTextSchema,
    }),
  ).nullable(),
  kinds: strictObjectSchema({
    members: listSchema(listSchema(nonEmptyTextSchema)),
    values: nonEmptyTextSchema,
  }).nullable(),
})

const RESULT = strictObjectSchema({
  version: enumSchema(1),
  engine: strictObjectSchema({ ...engine, parts: listSchema(written).optional() }),
  ...result,
  certainty,
  organisations: listSchema(strictObjectSchema({ ...payment, certainty, halfWidth: countSchema })),
  coalitionValues: listSchema(storedValues).optional(),
})

/** The engine's result for a round. */
export type MatchResult = z.infer<typeof RESULT>
export type ProjectResult = MatchResult['projects'][number]
export type RequirementResult = MatchResult['requirements'][number]
export type ServiceFlow = MatchResult['flows'][number]
export type StoredComponentValues = z.infer<typeof storedValues>

/** Parses a result; returns every error of its shape. */
export const parseResult = (value: unknown): ParseResult<MatchResult> =>
  parseWithSchema(RESULT, value, 'solution')
