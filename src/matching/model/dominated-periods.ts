import { joined, type NeedAtom, type SupplyAtom } from './blocks.ts'

/** What some options need in one period, by their index, and what services bring in it. */
export interface Stretch {
  needs: Map<number, NeedAtom>
  supplies: ReadonlyMap<number, SupplyAtom>
}

/**
 * Does one period ask no less for some options than another, with no more from any service that may serve
 * them? Whoever can be served in the first can then be served in the second, by the same services.
 */
const covers = (
  strict: Stretch,
  loose: Stretch,
  options: readonly number[],
  services: ReadonlySet<number>,
): boolean =>
  options.every(option => (strict.needs.get(option)?.amount ?? 0) >= loose.needs.get(option)!.amount) &&
  [...services].every(at => (strict.supplies.get(at)?.amount ?? 0) <= (loose.supplies.get(at)?.amount ?? 0))

/**
 * Periods without the needs that another period dominates: options that hang together in a period say nothing
 * there where another period asks no less for all of them and brings no more. Of periods that say the same the
 * last one stays.
 */
export const withoutDominated = (
  periods: readonly Stretch[],
  servesOf: (option: number) => readonly number[],
  pulse: () => void,
): Stretch[] => {
  const kept = periods.map(({ needs, supplies }): Stretch => ({ needs: new Map(needs), supplies }))
  for (const period of kept) {
    const present = [...period.needs.keys()]
    for (const set of joined([...period.needs.values()])) {
      pulse()
      const options = set.map(at => present[at]!)
      const services = new Set(options.flatMap(servesOf))
      const isCovered = kept.some(other => other !== period && covers(other, period, options, services))
      if (isCovered) for (const option of options) period.needs.delete(option)
    }
  }
  return kept
}
