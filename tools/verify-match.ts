import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { workerPool } from '#server/tasks/worker-pool'
import { disagreements } from '../src/matching/audit.ts'
import { FaultyProblem } from '../src/matching/formats/errors.ts'
import { bidsAudit } from '../src/matching/report.ts'
import { readFiled } from '../src/matching/verify/filed.ts'
import { told } from '../src/matching/verify/told.ts'
import type { Verdict } from '../src/matching/verify/market.ts'
import { verdictInTime } from './verify-match/thread.ts'

const RULES = ['bwc', 'vcg', 'pab'] as const

const USE = 'Use: npm run --silent verify-match -- AUDIT [--seconds N] [--seed N]'

/** The second solver stops after so many seconds unless others are asked for; what is left is said not to be checked. */
const SECONDS = 600

/** Says what is wrong, one line each, and ends with the code for a malformed file or question. */
const refuse = (faults: readonly string[]): never => {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(2)
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))

const asked = () => {
  try {
    const options = { seconds: { type: 'string' }, seed: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) return refuse([USE])
    const whole = (name: keyof typeof options): number | undefined => {
      const text = values[name]
      if (text !== undefined && !/^\d{1,9}$/.test(text)) refuse([`--${name} must be a whole number`, USE])
      return text === undefined ? undefined : Number(text)
    }
    return { path, seconds: whole('seconds') ?? SECONDS, seed: whole('seed') }
  } catch (fault) {
    return refuse([messageOf(fault), USE])
  }
}

const { path, seconds, seed } = asked()

const fileAt = (): unknown => {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return refuse([`${path} cannot be read`])
  }
  try {
    return JSON.parse(text)
  } catch (fault) {
    return refuse([`${path} is not JSON: ${messageOf(fault)}`])
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Generic bids have no second model: the engine works them out again. */
const recomputed = async (file: Record<string, unknown>): Promise<Verdict> => {
  const rule = RULES.find(known => known === file.rule)
  if (!isObject(file.bids) || rule === undefined)
    return refuse([`${path} is not an audit file: its bids or its rule are missing`])
  const findings = disagreements(file, await bidsAudit(file.bids, rule, workerPool()))
  const done = ['Generic bids were worked out again by the engine itself, which is no independent check.']
  return { findings, done, open: [] }
}

const verdictOnFile = async (file: unknown): Promise<Verdict> => {
  if (isObject(file) && 'bids' in file) return recomputed(file)
  const { value, faults } = readFiled(file)
  if (value === null) return refuse([`${path} is not an audit file:`, ...faults])
  return verdictInTime({ filed: value, seconds, seed })
}

try {
  const verdict = await verdictOnFile(fileAt())
  for (const line of told(verdict)) process.stdout.write(`${line}\n`)
  process.exit(verdict.findings.length === 0 ? 0 : 1)
} catch (fault) {
  if (fault instanceof FaultyProblem) refuse(fault.faults)
  process.stderr.write(`The check broke off: ${messageOf(fault)}\n`)
  process.exit(3)
}
