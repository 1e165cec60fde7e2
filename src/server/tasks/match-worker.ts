import { parentPort, workerData } from 'node:worker_threads'
import type { MatchProblem } from '#domain/match-problem'
import { solve } from '#matching/solve'
import { workerPool } from './worker-pool.ts'

/** The thread in which the engine runs, so that the server stays awake. Its parent stops it to cancel. */
const { problem, timeBudgetSeconds } = workerData as { problem: MatchProblem; timeBudgetSeconds: number }

solve(problem, {
  timeBudgetSeconds,
  pool: workerPool(),
  onProgress: progress => parentPort?.postMessage({ progress }),
}).then(
  solution => parentPort?.postMessage({ solution }),
  (error: unknown) =>
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
)
