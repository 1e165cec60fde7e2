import { z } from 'zod'
import { hashOf } from './canonical.ts'
import { readProblem, type Problem } from './problem-shape.ts'
import { CERTAINTIES, readResult, type Result } from './result-shape.ts'
import { count, hash, list, object, oneOf, pence, readAs, text, type Read } from './shape.ts'

const table = object({
  connectors: list(text),
  winners: list(text),
  values: list(z.tuple([count, count, z.number('a number')], '[members, used, pence]')),
})

const draw = z.tuple([count, list(pence.nullable()), list(pence.nullable())], '[set, values, others]')

const PARTS = {
  1: object({ winners: list(text), blocks: list(table), batches: count.nullable() }),
  2: object({
    winners: list(text),
    certainty: oneOf(...CERTAINTIES),
    blocks: list(table).nullable(),
    sampled: object({
      winners: list(text),
      connectors: list(text),
      ways: list(count),
      batches: count,
      draws: list(draw),
    }).nullable(),
  }),
} as const

/** The values filed of a block of a part: of every set, as intervals. */
export type FiledTable = z.infer<typeof table>

/** The coalition values filed of one part of a market. */
export type FiledPart = z.infer<(typeof PARTS)[2]>

/** Values drawn at random where there are too many winners for all. */
export type FiledSample = NonNullable<FiledPart['sampled']>

const AUDIT = object({
  version: oneOf(1, 2),
  hash,
  problem: z.unknown(),
  engine: z.unknown(),
  rule: z.unknown(),
  objective: pence,
  bound: pence,
  solution: z.unknown(),
  coalitions: z.unknown(),
})

/** In version 1 a part had values, or else a number of batches, which were not filed. */
const partsOf1 = (parts: readonly z.infer<(typeof PARTS)[1]>[]): FiledPart[] =>
  parts.map(({ winners, blocks, batches }) => ({
    winners,
    certainty: batches === null ? 'exact' : 'sampled',
    blocks: batches === null ? blocks : null,
    sampled: batches === null ? null : { winners, connectors: [], ways: [], batches, draws: [] },
  }))

const readParts = (version: number, value: unknown): Read<FiledPart[]> => {
  if (version !== 1) return readAs(list(PARTS[2]), value, 'coalitions')
  const { value: parts, faults } = readAs(list(PARTS[1]), value, 'coalitions')
  return parts === null ? { value: null, faults } : { value: partsOf1(parts), faults: null }
}

const KEPT = object({
  resultId: text.optional(),
  roundId: text.optional(),
  problem: z.unknown(),
  problemHash: hash,
  solution: z.unknown(),
  solutionHash: hash,
  startedAt: text.optional(),
  finishedAt: text.nullable().optional(),
  lines: list(object({ id: text, tag: hash.nullable() })).optional(),
})

/** What a file says of a match. */
export interface Filed {
  problem: Problem
  result: Result
  /** Null in what a round keeps of its match, which holds no coalition values. */
  coalitions: FiledPart[] | null
  /** Where the file contradicts itself. */
  findings: string[]
}

const contradictions = (said: readonly (readonly [string, unknown, unknown])[]): string[] =>
  said.flatMap(([name, outside, inside]) =>
    hashOf({ it: outside }) === hashOf({ it: inside })
      ? []
      : [`${name} of the file is not that of its result`],
  )

const readAudit = (file: object): Read<Filed> => {
  const audit = readAs(AUDIT, file)
  const problem = readProblem(Object(file).problem)
  const result = readResult(Object(file).solution)
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

const readKept = (file: object): Read<Filed> => {
  const kept = readAs(KEPT, file)
  const problem = readProblem(Object(file).problem)
  const result = readResult(Object(file).solution)
  if (kept.value === null || problem.value === null || result.value === null)
    return { value: null, faults: [kept, problem, result].flatMap(({ faults }) => faults ?? []) }
  const findings = contradictions([
    ['The hash of the problem', kept.value.problemHash, result.value.problemHash],
    ['The hash of the result', kept.value.solutionHash, hashOf(kept.value.solution)],
  ])
  return { value: { problem: problem.value, result: result.value, coalitions: null, findings }, faults: null }
}

/** Reads what is filed of a match: an audit, or what a round keeps. Every fault is a sentence. */
export const readFiled = (file: unknown): Read<Filed> => {
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    return { value: null, faults: ['The file must be an object'] }
  return 'solutionHash' in file || 'problemHash' in file ? readKept(file) : readAudit(file)
}
