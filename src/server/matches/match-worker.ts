import { parentPort, workerData } from 'node:worker_threads'
import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import { solve } from '@credit-market/matching/solve'
import { createWorkerPool } from '@credit-market/matching/node/worker-pool'

/** Worker thread of the engine, so that the server stays responsive. Its parent terminates it to cancel. */
const { problem, timeBudgetSeconds } = workerData as { problem: MatchProblem; timeBudgetSeconds: number }

solve(problem, {
  timeBudgetSeconds,
  pool: createWorkerPool(),
  onProgress: progress => parentPort?.postMessage({ progress }),
}).then(
  solution => parentPort?.postMessage({ solution }),
  (error: unknown) =>
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
)
