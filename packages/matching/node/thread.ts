import { constants } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { createWorkerPool } from './worker-pool.ts'
import { InvalidProblemError, NotProvenError } from '../src/formats/errors.ts'
import { hardItemsSentence } from '../src/model/hard-items.ts'
import { matchAndReportBids, matchAndReportMarket } from '../src/report.ts'
import { canonicalJson } from '@credit-market/values/canonical'
import { writeFileAtomically } from './audit-file.ts'
import type { MatchCommandOptions } from './options.ts'
import { unexpectedErrorMessage, oneLineErrorMessage } from './why.ts'

/** Message of the thread when it ends: the report, or errors and the exit code. */
export type MatchThreadReply = { report: string } | { code: 1 | 2 | 3; lines: string[] }

type Fields = Readonly<Record<string, unknown>>

const refused = (...lines: string[]): MatchThreadReply => ({ code: 2, lines })

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Market or bids in a file, at the top level or under `problem`, as in the worked cases. */
const marketIn = (path: string): Fields => {
  let text = ''
  try {
    if (statSync(path).size > constants.MAX_STRING_LENGTH) throw new Error('it is too large')
    text = readFileSync(path, 'utf8')
  } catch (fault) {
    throw new InvalidProblemError([`${path} cannot be read: ${oneLineErrorMessage(fault)}`])
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (fault) {
    throw new InvalidProblemError([`${path} is not JSON: ${oneLineErrorMessage(fault)}`])
  }
  if (!isObject(value)) throw new InvalidProblemError([`${path} must contain a JSON object`])
  return isObject(value.problem) ? value.problem : value
}

const match = async ({ path, rule, seconds, audit: out }: MatchCommandOptions): Promise<MatchThreadReply> => {
  const market = marketIn(path)
  const isBids = 'bidders' in market
  if (isBids && seconds !== null) return refused('--seconds works for markets only, not for generic bids')
  const { report, audit } = isBids
    ? await matchAndReportBids(market, rule, createWorkerPool())
    : await matchAndReportMarket(market, rule, {
        pool: createWorkerPool(),
        timeBudgetSeconds: seconds ?? undefined,
      })
  try {
    if (out !== null) writeFileAtomically(out, isBids ? JSON.stringify(audit) : canonicalJson(audit))
  } catch (fault) {
    return { code: 3, lines: [`${out} could not be written: ${oneLineErrorMessage(fault)}`] }
  }
  return { report: JSON.stringify(report, null, 2) }
}

const failure = (fault: unknown): MatchThreadReply => {
  if (fault instanceof InvalidProblemError) return refused(...fault.faults)
  if (fault instanceof NotProvenError)
    return {
      code: 1,
      lines: [fault.message, ...fault.hard.map(items => hardItemsSentence(items, items.ownerId))],
    }
  return { code: 3, lines: [unexpectedErrorMessage(fault)] }
}

parentPort?.postMessage(await match(workerData as MatchCommandOptions).catch(failure))
