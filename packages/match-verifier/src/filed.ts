import { z } from 'zod'
import { findFormErrors } from './canonical-form.ts'
import { hashCanonicalJson } from './canonical.ts'
import { parseProblem, type MatchProblem } from './shapes/problem-shape.ts'
import { componentValuesSchema, type RecordedComponentValues } from './shapes/audit-shape.ts'
import { parseResult, type MatchResult } from './shapes/result-shape.ts'
import { readStoredValues } from './stored-values.ts'
import {
  sha256Schema,
  listSchema,
  strictObjectSchema,
  enumSchema,
  parseWithSchema,
  nonEmptyTextSchema,
  type ParseResult,
} from './shapes/shape.ts'
import { problemOfShares } from './winners-alone.ts'

/** The version of an audit is that of the engine; those before 3 are refused. */
const AUDIT_VERSIONS = [3, 4, 5] as const
const PRESENT_VERSION = 5

const AUDIT = strictObjectSchema({
  version: enumSchema(...AUDIT_VERSIONS),
  hash: sha256Schema,
  problem: z.unknown(),
  solution: z.unknown(),
  coalitions: listSchema(componentValuesSchema),
})

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
  /** SHA-256 of the file in its canonical form, by which the public log names a published match. */
  fileHash: string
  problem: MatchProblem
  result: MatchResult
  /** Null in stored matches of engine versions before 4, which have no coalition values. */
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

/** The seed of the draws by the published rule: the first 32 bits of the problem's hash. */
export const seedOfProblem = (problemHash: string): number => Number.parseInt(problemHash.slice(0, 8), 16)

const readAudit = (file: object): ParseResult<ParsedMatchFile> => {
  const audit = parseWithSchema(AUDIT, file)
  const problem = parseProblem(Object(file).problem)
  const result = parseResult(Object(file).solution)
  if (audit.value === null || problem.value === null || result.value === null)
    return { value: null, faults: [audit, problem, result].flatMap(({ faults }) => faults ?? []) }
  const { version, coalitions, hash: problemHash } = audit.value
  const { value } = result
  const priced = problemOfShares({ problem: problem.value, result: value })
  const findings = [
    ...contradictions([
      ['The version', String(version), value.engine.version],
      ['The hash', problemHash, value.problemHash],
      ['The seed', seedOfProblem(priced.result.problemHash), value.engine.seed],
    ]),
    ...(value.rule === 'Imported'
      ? ['The match is marked as imported, but the file has the coalition values of an engine']
      : []),
    ...(value.coalitionValues === undefined ? [] : ['The coalition values are in the file twice']),
    ...findFormErrors(problem.value, value, coalitions),
  ]
  const fileHash = hashCanonicalJson(file)
  return { value: { fileHash, problem: problem.value, result: value, coalitions, findings }, faults: null }
}

const readKept = (file: object): ParseResult<ParsedMatchFile> => {
  const kept = parseWithSchema(KEPT, file)
  const problem = parseProblem(Object(file).problem)
  const result = parseResult(Object(file).solution)
  if (kept.value === null || problem.value === null || result.value === null)
    return { value: null, faults: [kept, problem, result].flatMap(({ faults }) => faults ?? []) }
  const stored = readStoredValues(result.value)
  const findings = [
    ...stored.findings,
    ...contradictions([
      ['The hash of the problem', kept.value.problemHash, result.value.problemHash],
      ['The hash of the result', kept.value.solutionHash, hashCanonicalJson(kept.value.solution)],
    ]),
    ...(result.value.rule === 'Imported' ? [] : findFormErrors(null, result.value, stored.values ?? [])),
  ]
  return {
    value: {
      fileHash: hashCanonicalJson(file),
      problem: problem.value,
      result: result.value,
      coalitions: stored.values,
      findings,
    },
    faults: null,
  }
}

const EARLIER = 'Check it with the release that made it, or match the round again and check the new file.'

/** Why a file of an earlier engine cannot be checked; null if it can. */
const refusedAsEarlier = (file: object): string | null => {
  const { version, solution } = Object(file)
  if (version === 1 || version === 2)
    return `The file is an audit of version ${version}; this program checks version ${PRESENT_VERSION}. ${EARLIER}`
  const { rule, engine, certainty, organisations } = Object(solution)
  if (rule !== 'Imported' && Object(engine).version === '1')
    return `The match is a result of the first engine, which rounded divided bids by another rule. ${EARLIER}`
  const all: unknown[] = [
    certainty,
    ...(Array.isArray(organisations) ? organisations.map(one => Object(one).certainty) : []),
  ]
  return all.includes('bounded')
    ? `The match has shares within a bound (“bounded”), which the present engine no longer makes and this program cannot check. ${EARLIER}`
    : null
}

/** Parses a file of a match: an audit, or the match that a round stores. Every error is a sentence. */
export const parseMatchFile = (file: unknown): ParseResult<ParsedMatchFile> => {
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    return { value: null, faults: ['The file must be an object'] }
  const earlier = refusedAsEarlier(file)
  if (earlier !== null) return { value: null, faults: [earlier] }
  return 'solutionHash' in file || 'problemHash' in file ? readKept(file) : readAudit(file)
}

/** White space between the parts of a JSON text, and strings, which may contain any. */
const OUTSIDE_STRINGS = /"(?:[^"\\]|\\.)*"|\s+/g

/**
 * Reads the text of a file as JSON. Refuses one that another program could read otherwise: names that occur twice, or
 * numbers and strings in another than the shortest spelling.
 */
export const parseMatchText = (text: string): ParseResult<unknown> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { value: null, faults: ['The file is not JSON.'] }
  }
  const packed = text.replace(OUTSIDE_STRINGS, part => (part.startsWith('"') ? part : ''))
  return packed === JSON.stringify(value)
    ? { value, faults: null }
    : {
        value: null,
        faults: [
          'The file can be read in more than one way: a name occurs twice, or a number or text is not spelt in its shortest form.',
        ],
      }
}
