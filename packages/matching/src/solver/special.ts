import type { MarketProgram } from '../model/program.ts'
import {
  chooseByTieRule,
  knapsackChoiceByTieRule,
  type OrderedChoice,
  type TieRank,
} from './knapsack-ties.ts'
import { choicesWorth, createHalvesSolver, findHalvesForm } from './halves.ts'
import { createKnapsackSolver, findKnapsackForm, type KnapsackAnswer } from './knapsack.ts'

/** Answers questions that a short search does not settle, for a program of a special form. */
export interface SpecialSolver {
  /** The best choice within bounds of 0 and 1; null if there is none, undefined if finding it is too much work. */
  best: (
    lower: ArrayLike<number>,
    upper: ArrayLike<number>,
    pulse: () => void,
  ) => KnapsackAnswer | null | undefined
  /** The best choice of all by the tie rule, other best ones counted up to a number; null if that is too much work. */
  byTieRule: (ranks: readonly TieRank[], most: number, pulse: () => void) => OrderedChoice | null
}

/** Limit of best choices to compare by the tie rule. */
const MOST_COMPARED = 100_000

/**
 * The solver for the form of a program: a few knapsacks, or few rows over items that can be listed in two halves; null if
 * it has neither.
 */
export const createSpecialSolver = (program: MarketProgram): SpecialSolver | null => {
  const knapsacks = findKnapsackForm(program)
  if (knapsacks !== null)
    return {
      best: createKnapsackSolver(knapsacks),
      byTieRule: (ranks, most, pulse) => knapsackChoiceByTieRule(knapsacks, ranks, most, pulse),
    }
  const halves = findHalvesForm(program)
  if (halves === null) return null
  const best = createHalvesSolver(halves)
  const { columns } = program
  return {
    best,
    byTieRule: (ranks, most, pulse) => {
      const one = best(
        columns.map(() => 0),
        columns.map(() => 1),
        pulse,
      )
      const equal = one && choicesWorth(halves, one.value, MOST_COMPARED, pulse)
      return equal ? chooseByTieRule(equal, ranks, most) : null
    },
  }
}
