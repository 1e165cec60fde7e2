import { parentPort, workerData } from 'node:worker_threads'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { toStoredCoalitionValues } from '@credit-market/matching/coalition-values/stored-values'
import { solveWithAudit } from '@credit-market/matching/solve'
import { createWorkerPool } from '@credit-market/matching/node/worker-pool'

/** Worker thread of the engine, so that the server stays responsive. Its parent terminates it to cancel. */
const { problem, timeBudgetSeconds } = workerData as { problem: MatchProblem; timeBudgetSeconds: number }

solveWithAudit(problem, {
  timeBudgetSeconds,
  pool: createWorkerPool(),
  onProgress: progress => parentPort?.postMessage({ progress }),
}).then(
  ({ solution, audit }) =>
    parentPort?.postMessage({
      solution: { ...solution, coalitionValues: toStoredCoalitionValues(audit.coalitions) },
    }),
  (error: unknown) =>
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
)
