import type { Tally } from './asking.ts'

const MOST_LINES = 15

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

/** Prints how each kind of errand was answered, in milliseconds. */
export const sayTallies = (tallies: ReadonlyMap<string, Tally>): void => {
  console.log('                 asked   tried again   given up   p50 ms   p99 ms')
  for (const [name, { asked, triedAgain, givenUp, times }] of tallies)
    console.log(
      `${name.padEnd(14)}${[asked, triedAgain, givenUp].map(count => String(count).padStart(9)).join(' ')}` +
        `${percentile(times, 0.5).toFixed(0).padStart(12)}${percentile(times, 0.99).toFixed(0).padStart(9)}`,
    )
}

/** Prints how many faults of each kind there are, and the first of them; answers whether there is none. */
export const sayAll = (faults: Readonly<Record<string, readonly string[]>>): boolean => {
  for (const [name, all] of Object.entries(faults)) {
    console.log(`${all.length === 0 ? 'well ' : 'FAULT'} ${String(all.length).padStart(6)} ${name}`)
    for (const one of [...new Set(all)].slice(0, MOST_LINES))
      console.log(`        ${one.replaceAll('\n', '\n        ')}`)
  }
  return Object.values(faults).every(all => all.length === 0)
}
