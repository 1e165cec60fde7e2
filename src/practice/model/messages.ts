import type { MatchProblem } from '#domain/match-problem'
import type { MatchSolution } from '#domain/match-solution'
import type { Setting } from './setting.ts'
import type { Told } from './tell.ts'

/** What a page asks of the thread that holds the engine: a practice market to be told, or any other problem. */
export type Asked = { setting: Setting } | { problem: MatchProblem }

/** What the thread says of what it was asked last: what came of it, or why nothing did. */
export type Said = { told: Told } | { solution: MatchSolution } | { fault: string }
