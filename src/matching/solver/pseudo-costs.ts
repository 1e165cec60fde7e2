/** What fixing a choice has cost the bound so far, per whole unit, downwards and upwards (Benichou and others 1971). */
export interface PseudoCosts {
  cost: Float64Array
  count: Float64Array
}

/** No pseudo-costs yet, for so many choices. */
export const noPseudoCosts = (columns: number): PseudoCosts => ({
  cost: new Float64Array(columns * 2),
  count: new Float64Array(columns * 2),
})

/** What fixing a choice to one side should cost per whole unit, from what was learnt and a first guess. */
export const expected = (
  { cost, count }: PseudoCosts,
  variable: number,
  side: 0 | 1,
  guess: number,
): number => {
  const at = variable * 2 + side
  return (cost[at]! + guess) / (count[at]! + 1)
}

/** Takes in that fixing a choice which stood this far from a side lost so much. */
export const takeIn = (
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
