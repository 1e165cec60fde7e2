import { constants } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { workerPool } from '#server/tasks/worker-pool'
import { FaultyProblem, NotProven } from '../../src/matching/formats/errors.ts'
import { reportBids, reportMarket } from '../../src/matching/report.ts'
import { writeWhole } from './audit-file.ts'
import type { MatchCall } from './options.ts'
import { engineFailed, whyOf } from './why.ts'

/** What the thread says in the end: the report, or what went wrong and the exit code for it. */
export type Answer = { report: string } | { code: 1 | 2 | 3; lines: string[] }

type Fields = Readonly<Record<string, unknown>>

const refused = (...lines: string[]): Answer => ({ code: 2, lines })

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The market or the bids in a file; it may stand under `problem`, as in the worked cases. */
const marketIn = (path: string): Fields => {
  let text = ''
  try {
    if (statSync(path).size > constants.MAX_STRING_LENGTH) throw new Error('it is too large')
    text = readFileSync(path, 'utf8')
  } catch (fault) {
    throw new FaultyProblem([`${path} cannot be read: ${whyOf(fault)}`])
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (fault) {
    throw new FaultyProblem([`${path} is not JSON: ${whyOf(fault)}`])
  }
  if (!isObject(value)) throw new FaultyProblem([`${path} must hold an object`])
  return isObject(value.problem) ? value.problem : value
}

const match = async ({ path, rule, seconds, audit: out }: MatchCall): Promise<Answer> => {
  const market = marketIn(path)
  const isBids = 'bidders' in market
  if (isBids && seconds !== null) return refused('--seconds is for markets, not for generic bids')
  const { report, audit } = isBids
    ? await reportBids(market, rule, workerPool())
    : await reportMarket(market, rule, { pool: workerPool(), timeBudgetSeconds: seconds ?? undefined })
  try {
    if (out !== null) writeWhole(out, JSON.stringify(audit))
  } catch (fault) {
    return { code: 3, lines: [`${out} could not be written: ${whyOf(fault)}`] }
  }
  return { report: JSON.stringify(report, null, 2) }
}

const failure = (fault: unknown): Answer => {
  if (fault instanceof FaultyProblem) return refused(...fault.faults)
  if (fault instanceof NotProven) return { code: 1, lines: [fault.message] }
  return { code: 3, lines: [engineFailed(fault)] }
}

parentPort?.postMessage(await match(workerData as MatchCall).catch(failure))
