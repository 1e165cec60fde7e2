import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { Setting } from './setting.ts'
import type { PracticeResult } from './tell.ts'

/** Messages to the engine's worker: a practice market to match and explain, or any other problem. */
export type EngineRequest = { setting: Setting } | { problem: MatchProblem }

/** Answers of the worker to its last message: the result or the error. */
export type EngineResponse = { told: PracticeResult } | { solution: MatchSolution } | { fault: string }
