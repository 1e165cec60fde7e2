import { parentPort, workerData } from 'node:worker_threads'
import { NotProvenError } from '@credit-market/matching/formats/errors'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { toStoredCoalitionValues } from '@credit-market/matching/coalition-values/stored-values'
import { solveWithAudit } from '@credit-market/matching/solve'
import { createWorkerPool } from '@credit-market/matching/node/worker-pool'
import { toUnfinishedMatch } from './unfinished-outcome.ts'

/** Worker thread of the engine, so that the server stays responsive. Its parent terminates it to cancel. */
const { problem, minutes } = workerData as { problem: MatchProblem; minutes: number }

solveWithAudit(problem, {
  timeBudgetSeconds: minutes * 60,
  pool: createWorkerPool(),
  onProgress: progress => parentPort?.postMessage({ progress }),
}).then(
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
