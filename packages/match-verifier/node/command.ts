import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseMatchFile, parseMatchText } from '../src/filed.ts'
import type { VerificationFindings } from '../src/market.ts'
import { verificationReportLines } from '../src/told.ts'
import { verifyWithTimeLimit } from './thread.ts'

const USE = 'Usage: npm run --silent verify-match -- AUDIT [--logged HASH] [--seconds N] [--seed N]'

/** Default time limit of the second solver; questions left open are listed as not checked. */
const SECONDS = 600
/** Seeds are drawn below this, so that they have nine digits at most. */
const SEEDS = 1_000_000_000

/** The call or the file is refused: one line for each error. */
export class InvalidCommandLineError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

export type AuditFile = Readonly<Record<string, unknown>>

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))

const readCall = (args: string[]) => {
  try {
    const options = {
      logged: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) throw new InvalidCommandLineError([USE])
    const whole = (name: 'seconds' | 'seed'): number | undefined => {
      const text = values[name]
      if (text !== undefined && !/^\d{1,9}$/.test(text))
        throw new InvalidCommandLineError([`--${name} must be a whole number`, USE])
      return text === undefined ? undefined : Number(text)
    }
    const loggedHash = values.logged
    if (loggedHash !== undefined && !/^[0-9a-f]{64}$/.test(loggedHash))
      throw new InvalidCommandLineError(['--logged must be 64 hexadecimal digits', USE])
    return {
      path,
      loggedHash,
      seconds: whole('seconds') ?? SECONDS,
      seed: whole('seed') ?? randomInt(SEEDS),
    }
  } catch (fault) {
    throw fault instanceof InvalidCommandLineError
      ? fault
      : new InvalidCommandLineError([messageOf(fault), USE])
  }
}

const fileAt = (path: string): unknown => {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new InvalidCommandLineError([`${path} cannot be read`])
  }
  const { value, faults } = parseMatchText(text)
  if (faults !== null) throw new InvalidCommandLineError([`${path} cannot be checked:`, ...faults])
  return value
}

/** True for an object that is not a list. */
export const isPlainObject = (value: unknown): value is AuditFile =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Runs the command line: prints the verdict on an audit file and sets the exit code: 0 nothing wrong found, 1
 * something wrong, 2 call or file refused, 3 check failed, 4 nothing wrong found, but something could not be checked.
 * `verdictOnBids` judges audits of generic bids, for which this package has no model; without it they are refused.
 */
export const runVerifyCommand = async (
  args: string[],
  verdictOnBids?: (path: string, file: AuditFile) => Promise<VerificationFindings>,
): Promise<never> => {
  try {
    const { path, ...limits } = readCall(args)
    const file = fileAt(path)
    const verdict =
      verdictOnBids && isPlainObject(file) && 'bids' in file
        ? await verdictOnBids(path, file)
        : await verifyWithTimeLimit({ filed: filedIn(path, file), ...limits })
    for (const line of verificationReportLines(verdict)) process.stdout.write(`${line}\n`)
    return process.exit(verdict.findings.length > 0 ? 1 : verdict.open.length > 0 ? 4 : 0)
  } catch (fault) {
    const isRefused = fault instanceof InvalidCommandLineError
    const lines = isRefused ? fault.faults : [`The check failed: ${messageOf(fault)}`]
    for (const line of lines) process.stderr.write(`${line}\n`)
    return process.exit(isRefused ? 2 : 3)
  }
}

const filedIn = (path: string, file: unknown) => {
  const { value, faults } = parseMatchFile(file)
  if (value === null) throw new InvalidCommandLineError([`${path} is not an audit file:`, ...faults])
  return value
}
