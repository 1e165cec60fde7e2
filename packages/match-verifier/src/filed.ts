import { z } from 'zod'
import { hashCanonicalJson } from './canonical.ts'
import { parseProblem, type MatchProblem } from './problem-shape.ts'
import { SHARE_CERTAINTIES, parseResult, type MatchResult } from './result-shape.ts'
import {
  countSchema,
  sha256Schema,
  listSchema,
  strictObjectSchema,
  enumSchema,
  penceSchema,
  parseWithSchema,
  nonEmptyTextSchema,
  type ParseResult,
} from './shape.ts'

const table = strictObjectSchema({
  connectors: listSchema(nonEmptyTextSchema),
  winners: listSchema(nonEmptyTextSchema),
  values: listSchema(z.tuple([countSchema, countSchema, z.number('a number')], '[members, used, pence]')),
})

const draw = z.tuple(
  [countSchema, listSchema(penceSchema.nullable()), listSchema(penceSchema.nullable())],
  '[set, values, others]',
)

const PARTS = {
  1: strictObjectSchema({
    winners: listSchema(nonEmptyTextSchema),
    blocks: listSchema(table),
    batches: countSchema.nullable(),
  }),
  2: strictObjectSchema({
    winners: listSchema(nonEmptyTextSchema),
    certainty: enumSchema(...SHARE_CERTAINTIES),
    blocks: listSchema(table).nullable(),
    sampled: strictObjectSchema({
      winners: listSchema(nonEmptyTextSchema),
      connectors: listSchema(nonEmptyTextSchema),
      ways: listSchema(countSchema),
      batches: countSchema,
      draws: listSchema(draw),
    }).nullable(),
  }),
} as const

/** Values of every coalition of one block, as recorded in the file. */
export type RecordedBlockValues = z.infer<typeof table>

/** Coalition values of one component of a market, as recorded in the file. */
export type RecordedComponentValues = z.infer<(typeof PARTS)[2]>

/** Values of coalitions drawn at random, recorded if there are too many winners to value every coalition. */
export type RecordedSample = NonNullable<RecordedComponentValues['sampled']>

const AUDIT = strictObjectSchema({
  version: enumSchema(1, 2),
  hash: sha256Schema,
  problem: z.unknown(),
  engine: z.unknown(),
  rule: z.unknown(),
  objective: penceSchema,
  bound: penceSchema,
  solution: z.unknown(),
  coalitions: z.unknown(),
})

/** In version 1 a part had values, or a number of batches without their values. */
const partsOf1 = (parts: readonly z.infer<(typeof PARTS)[1]>[]): RecordedComponentValues[] =>
  parts.map(({ winners, blocks, batches }) => ({
    winners,
    certainty: batches === null ? 'exact' : 'sampled',
    blocks: batches === null ? blocks : null,
    sampled: batches === null ? null : { winners, connectors: [], ways: [], batches, draws: [] },
  }))

const readParts = (version: number, value: unknown): ParseResult<RecordedComponentValues[]> => {
  if (version !== 1) return parseWithSchema(listSchema(PARTS[2]), value, 'coalitions')
  const { value: parts, faults } = parseWithSchema(listSchema(PARTS[1]), value, 'coalitions')
  return parts === null ? { value: null, faults } : { value: partsOf1(parts), faults: null }
}

const KEPT = strictObjectSchema({
  resultId: nonEmptyTextSchema.optional(),
  roundId: nonEmptyTextSchema.optional(),
  problem: z.unknown(),
  problemHash: sha256Schema,
  solution: z.unknown(),
  solutionHash: sha256Schema,
  startedAt: nonEmptyTextSchema.optional(),
  finishedAt: nonEmptyTextSchema.nullable().optional(),
  lines: listSchema(strictObjectSchema({ id: nonEmptyTextSchema, tag: sha256Schema.nullable() })).optional(),
})

/** Problem, result and coalition values of a match file. */
export interface ParsedMatchFile {
  problem: MatchProblem
  result: MatchResult
  /** Null in the match that a round stores, which has no coalition values. */
  coalitions: RecordedComponentValues[] | null
  /** Contradictions within the file. */
  findings: string[]
}

const contradictions = (said: readonly (readonly [string, unknown, unknown])[]): string[] =>
  said.flatMap(([name, outside, inside]) =>
    hashCanonicalJson({ it: outside }) === hashCanonicalJson({ it: inside })
      ? []
      : [`${name} of the file differs from that of its result`],
  )

const readAudit = (file: object): ParseResult<ParsedMatchFile> => {
  const audit = parseWithSchema(AUDIT, file)
  const problem = parseProblem(Object(file).problem)
  const result = parseResult(Object(file).solution)
  const parts = readParts(Object(file).version, Object(file).coalitions)
  if (audit.value === null || problem.value === null || result.value === null || parts.value === null)
    return {
      value: null,
      faults: [audit, problem, result, parts].flatMap(({ faults }) => faults ?? []),
    }
  const { version, engine, rule, objective, bound, hash: problemHash } = audit.value
  const { value } = result
  const findings = contradictions([
    ['The version', String(version), value.engine.version],
    ['The hash', problemHash, value.problemHash],
    ['The engine', engine, value.engine],
    ['The rule', rule, value.rule],
    ['The batches', parts.value.map(({ sampled }) => sampled?.batches ?? null), value.engine.batches],
    ['The objective', objective, value.surplus],
    ['The bound', bound, value.surplus],
  ])
  return { value: { problem: problem.value, result: value, coalitions: parts.value, findings }, faults: null }
}

const readKept = (file: object): ParseResult<ParsedMatchFile> => {
  const kept = parseWithSchema(KEPT, file)
  const problem = parseProblem(Object(file).problem)
  const result = parseResult(Object(file).solution)
  if (kept.value === null || problem.value === null || result.value === null)
    return { value: null, faults: [kept, problem, result].flatMap(({ faults }) => faults ?? []) }
  const findings = contradictions([
    ['The hash of the problem', kept.value.problemHash, result.value.problemHash],
    ['The hash of the result', kept.value.solutionHash, hashCanonicalJson(kept.value.solution)],
  ])
  return { value: { problem: problem.value, result: result.value, coalitions: null, findings }, faults: null }
}

/** Parses a file of a match: an audit, or the match that a round stores. Every error is a sentence. */
export const parseMatchFile = (file: unknown): ParseResult<ParsedMatchFile> => {
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    return { value: null, faults: ['The file must be an object'] }
  return 'solutionHash' in file || 'problemHash' in file ? readKept(file) : readAudit(file)
}
