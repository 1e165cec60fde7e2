import { solve } from '#matching/solve'
import { problemOf } from './model/problem.ts'
import type { Setting } from './model/setting.ts'
import { tell, type Told } from './model/tell.ts'

/** Matches a practice market by the engine of the product, and tells what came of it. */
export const play = async (setting: Setting): Promise<Told> => {
  const problem = problemOf(setting)
  return tell(setting, problem, await solve(problem))
}
