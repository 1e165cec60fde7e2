import { groupConnectedNeeds, type PeriodNeed, type PeriodSupply } from './blocks.ts'

/** Needs of some options in one period, by index, and the supply of services in it. */
export interface PeriodNeeds {
  needs: Map<number, PeriodNeed>
  supplies: ReadonlyMap<number, PeriodSupply>
}

/**
 * True if one period needs at least as much for some options as another, and supplies no more from any service that
 * may serve them. Then every choice that is feasible in the first is feasible in the second.
 */
const covers = (
  strict: PeriodNeeds,
  loose: PeriodNeeds,
  options: readonly number[],
  services: ReadonlySet<number>,
): boolean =>
  options.every(option => (strict.needs.get(option)?.amount ?? 0) >= loose.needs.get(option)!.amount) &&
  [...services].every(at => (strict.supplies.get(at)?.amount ?? 0) <= (loose.supplies.get(at)?.amount ?? 0))

/**
 * Removes the needs of a period that another period dominates: one that needs at least as much for all connected
 * options and supplies no more. Of equal periods the last one stays.
 */
export const removeDominatedPeriods = (
  periods: readonly PeriodNeeds[],
  servesOf: (option: number) => readonly number[],
  pulse: () => void,
): PeriodNeeds[] => {
  const kept = periods.map(({ needs, supplies }): PeriodNeeds => ({ needs: new Map(needs), supplies }))
  for (const period of kept) {
    const present = [...period.needs.keys()]
    for (const set of groupConnectedNeeds([...period.needs.values()])) {
      pulse()
      const options = set.map(at => present[at]!)
      const services = new Set(options.flatMap(servesOf))
      const isCovered = kept.some(other => other !== period && covers(other, period, options, services))
      if (isCovered) for (const option of options) period.needs.delete(option)
    }
  }
  return kept
}
