import { z } from 'zod'
import { countSchema, listSchema, nonEmptyTextSchema, penceSchema, strictObjectSchema } from './shape.ts'

const table = strictObjectSchema({
  connectors: listSchema(nonEmptyTextSchema),
  winners: listSchema(nonEmptyTextSchema),
  values: listSchema(z.tuple([countSchema, countSchema, penceSchema], '[members, used, pence]')),
})

const draw = z.tuple(
  [listSchema(penceSchema.nullable()), listSchema(penceSchema.nullable())],
  '[values, others]',
)

/** Coalition values of one component of a market, as an audit records them. */
export const componentValuesSchema = strictObjectSchema({
  winners: listSchema(nonEmptyTextSchema),
  blocks: listSchema(table).nullable(),
  kinds: strictObjectSchema({
    members: listSchema(listSchema(nonEmptyTextSchema)),
    values: listSchema(penceSchema),
  }).nullable(),
  sampled: strictObjectSchema({
    winners: listSchema(nonEmptyTextSchema),
    connectors: listSchema(nonEmptyTextSchema),
    ways: listSchema(countSchema),
    draws: listSchema(draw).nullable(),
  }).nullable(),
})

/** Values of every coalition of one block, as recorded in the file. */
export type RecordedBlockValues = z.infer<typeof table>

/** Coalition values of one component of a market, as recorded in the file. */
export type RecordedComponentValues = z.infer<typeof componentValuesSchema>

/** Values of coalitions drawn at random, recorded if there are too many winners to value every coalition. */
export type RecordedSample = NonNullable<RecordedComponentValues['sampled']>
