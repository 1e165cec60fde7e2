import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseMatchFile } from '../src/filed.ts'
import type { VerificationFindings } from '../src/market.ts'
import { verificationReportLines } from '../src/told.ts'
import { verifyWithTimeLimit } from './thread.ts'

const USE = 'Usage: npm run --silent verify-match -- AUDIT [--seconds N] [--seed N]'

/** Default time limit of the second solver; questions left open are listed as not checked. */
const SECONDS = 600

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
    const options = { seconds: { type: 'string' }, seed: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [path, ...others] = positionals
    if (path === undefined || others.length > 0) throw new InvalidCommandLineError([USE])
    const whole = (name: keyof typeof options): number | undefined => {
      const text = values[name]
      if (text !== undefined && !/^\d{1,9}$/.test(text))
        throw new InvalidCommandLineError([`--${name} must be a whole number`, USE])
      return text === undefined ? undefined : Number(text)
    }
    return { path, seconds: whole('seconds') ?? SECONDS, seed: whole('seed') }
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
  try {
    return JSON.parse(text)
  } catch (fault) {
    throw new InvalidCommandLineError([`${path} is not JSON: ${messageOf(fault)}`])
  }
}

/** True for an object that is not a list. */
export const isPlainObject = (value: unknown): value is AuditFile =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Runs the command line: prints the verdict on an audit file and sets the exit code: 0 nothing wrong found, 1
 * something wrong, 2 call or file refused, 3 check not finished. `verdictOnBids` judges audits of generic bids, for
 * which this package has no model; without it they are refused.
 */
export const runVerifyCommand = async (
  args: string[],
  verdictOnBids?: (path: string, file: AuditFile) => Promise<VerificationFindings>,
): Promise<never> => {
  try {
    const { path, seconds, seed } = readCall(args)
    const file = fileAt(path)
    const verdict =
      verdictOnBids && isPlainObject(file) && 'bids' in file
        ? await verdictOnBids(path, file)
        : await verifyWithTimeLimit({ filed: filedIn(path, file), seconds, seed })
    for (const line of verificationReportLines(verdict)) process.stdout.write(`${line}\n`)
    return process.exit(verdict.findings.length === 0 ? 0 : 1)
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
