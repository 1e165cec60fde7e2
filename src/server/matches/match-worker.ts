import { parentPort, workerData } from 'node:worker_threads'
import { NotProvenError } from '@credit-market/matching/formats/errors'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { toStoredCoalitionValues } from '@credit-market/matching/coalition-values/stored-values'
import { solveBestKnown } from '@credit-market/matching/best-known'
import { solveWithAudit, type SolveOptions } from '@credit-market/matching/solve'
import type { BestKnownMatch } from '#domain/unfinished-match/unfinished-match'
import { createWorkerPool } from '@credit-market/matching/node/worker-pool'
import { toUnfinishedMatch } from './unfinished-outcome.ts'

/** Work for the engine: to find the best match, or to price a best known one, within some minutes. */
export interface MatchWork {
  problem: MatchProblem
  bestKnown: BestKnownMatch | null
  minutes: number
}

/** Worker thread of the engine, so that the server stays responsive. Its parent terminates it to cancel. */
const { problem, bestKnown, minutes } = workerData as MatchWork

const hooks: SolveOptions = {
  timeBudgetSeconds: minutes * 60,
  pool: createWorkerPool(),
  onProgress: progress => parentPort?.postMessage({ progress }),
}

const solving = bestKnown ? solveBestKnown(problem, bestKnown, hooks) : solveWithAudit(problem, hooks)

solving.then(
  ({ solution, audit }) =>
    parentPort?.postMessage({
      solution: { ...solution, coalitionValues: toStoredCoalitionValues(audit.coalitions) },
    }),
  (error: unknown) =>
    parentPort?.postMessage(
      error instanceof NotProvenError
        ? { unfinished: toUnfinishedMatch(problem, error, minutes) }
        : { failure: error instanceof Error ? error.message : String(error) },
    ),
)
