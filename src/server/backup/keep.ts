/** How many of each there are at most: of the last, and then one of each hour, day and month. */
const KEPT = { last: 24, hours: 48, days: 35 }

const newestOfEach = (names: readonly string[], length: number): string[] => [
  ...new Map(names.toReversed().map(name => [name.slice(0, length), name])).values(),
]

/**
 * Which backups made by the clock may go. Names are moments, the newest first. Kept are the last 24, the newest of each of
 * the last 48 hours, of each of the last 35 days, and of each month for good.
 */
export const superfluous = (names: readonly string[]): string[] => {
  const kept = new Set([
    ...names.slice(0, KEPT.last),
    ...newestOfEach(names, '2026-11-22T16'.length).toReversed().slice(0, KEPT.hours),
    ...newestOfEach(names, '2026-11-22'.length).toReversed().slice(0, KEPT.days),
    ...newestOfEach(names, '2026-11'.length),
  ])
  return names.filter(name => !kept.has(name))
}
