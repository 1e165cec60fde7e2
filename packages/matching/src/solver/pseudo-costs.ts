/** Drop of the bound per whole unit from fixing a choice, downwards and upwards (Benichou and others 1971). */
export interface PseudoCosts {
  cost: Float64Array
  count: Float64Array
}

export const emptyPseudoCosts = (columns: number): PseudoCosts => ({
  cost: new Float64Array(columns * 2),
  count: new Float64Array(columns * 2),
})

/** Expected drop per whole unit from fixing a choice to one side, from what was learnt and a first guess. */
export const expectedBoundDrop = (
  { cost, count }: PseudoCosts,
  variable: number,
  side: 0 | 1,
  guess: number,
): number => {
  const at = variable * 2 + side
  return (cost[at]! + guess) / (count[at]! + 1)
}

/**
 * Records how much the bound dropped when a choice was fixed to a side, at the distance `away` from its relaxed value.
 */
export const recordBoundDrop = (
  { cost, count }: PseudoCosts,
  variable: number,
  side: 0 | 1,
  away: number,
  lost: number,
): void => {
  const at = variable * 2 + side
  cost[at] = cost[at]! + lost / away
  count[at] = count[at]! + 1
}
