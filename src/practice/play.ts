import { solve } from '@credit-market/matching/solve'
import { matchProblemOf } from './model/problem.ts'
import type { Setting } from './model/setting.ts'
import { explainPracticeResult, type PracticeResult } from './model/tell.ts'

/** Matches a practice market with the product's engine and explains the result. */
export const matchPracticeMarket = async (setting: Setting): Promise<PracticeResult> => {
  const problem = matchProblemOf(setting)
  return explainPracticeResult(setting, problem, await solve(problem))
}
