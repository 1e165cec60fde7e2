import { winnersOf } from './coalitions.ts'
import { conditioned, type CoalitionWorth } from './conditioned.ts'
import { cutOf } from './connectors.ts'
import { evaluator } from './evaluator.ts'
import type { Program } from './program.ts'
import { random } from './random.ts'

/** Approximate shares, each with the half width of its 95 percent interval, in pence. */
export interface Sampled {
  shares: number[]
  halfWidths: number[]
  marginals: number[]
  /** How many batches of orders were drawn; drawing as many again gives the same shares. */
  batches: number
}

/** When to stop drawing. */
export interface SampleLimits {
  seed: number
  /** Draw exactly so many batches, to repeat an earlier result. */
  batches?: number
  secondsLeft: () => number
  tick: (done: number) => void
}

/** Good enough: the larger of GBP 50 and half a percent of the share (market rules 3.6.3). */
const SMALLEST_WIDTH = 5_000
const RELATIVE_WIDTH = 0.005
const FEWEST_BATCHES = 8
const MOST_BATCHES = 5_000

/** Two-sided 95 percent points of Student's t for few batches; beyond them the normal one will do. */
const T_95 = [12.71, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13]
const NORMAL_95 = 2.09

const MOST_REMEMBERED = 500_000

/** Whatever is fastest for one coalition after another: the market cut at its connectors, or taken whole. */
const worthOfCoalitions = (
  program: Program,
  winners: readonly number[],
  pulse: () => void,
): ((present: Uint8Array) => CoalitionWorth) => {
  const winnerOf = winnersOf(program, winners)
  const cut = cutOf(program)
  const byBlocks = cut === null ? null : conditioned(program, cut, winnerOf, pulse)
  if (byBlocks !== null) return byBlocks
  const worthOf = evaluator(program, pulse)
  const known = new Map<string, CoalitionWorth>()
  return present => {
    const key = String.fromCharCode(...present)
    const before = known.get(key)
    if (before !== undefined) return before
    const { value, chosen } = worthOf(
      Uint8Array.from(winnerOf, winner => (winner < 0 ? 1 : present[winner]!)),
      0,
    ) ?? { value: 0, chosen: [] }
    const used = new Uint8Array(winners.length)
    for (const column of chosen) if (winnerOf[column]! >= 0) used[winnerOf[column]!] = 1
    const worth = { value, used }
    if (known.size < MOST_REMEMBERED) known.set(key, worth)
    return worth
  }
}

/**
 * What each winner adds when the winners arrive in this order; walked from the end, where most is already
 * known.
 */
const walk = (
  order: readonly number[],
  worthOf: (present: Uint8Array) => CoalitionWorth,
  gains: Float64Array,
): void => {
  const present = new Uint8Array(order.length).fill(1)
  let after = worthOf(present)
  for (const winner of order.toReversed()) {
    present[winner] = 0
    const before = after.used[winner] === 1 ? worthOf(present) : after
    gains[winner] = gains[winner]! + after.value - before.value
    after = before
  }
}

const ROTATIONS = 4

/**
 * One batch: a random order and its reverse, each in evenly spaced rotations (stratified by position, and
 * antithetic).
 */
const batchOf = (
  order: readonly number[],
  worthOf: (present: Uint8Array) => CoalitionWorth,
): Float64Array => {
  const gains = new Float64Array(order.length)
  for (const line of [order, order.toReversed()])
    for (let turn = 0; turn < ROTATIONS; turn += 1) {
      const by = Math.floor((turn * line.length) / ROTATIONS)
      walk([...line.slice(by), ...line.slice(0, by)], worthOf, gains)
    }
  return gains.map(gain => gain / (2 * ROTATIONS))
}

/**
 * Shares by sampled orders, for submarkets with too many winners for every coalition (market rules 3.6.3).
 */
export const sampledShares = (
  program: Program,
  winners: readonly number[],
  limits: SampleLimits,
): Sampled => {
  const r = random(limits.seed)
  const pulse = (): void => limits.tick(0)
  const worthOf = worthOfCoalitions(program, winners, pulse)
  const players = winners.map((_, at) => at)
  const sums = new Float64Array(players.length)
  const squares = new Float64Array(players.length)
  const most = limits.batches ?? MOST_BATCHES
  let batches = 0
  const widths = (): number[] => {
    const t = T_95[batches - 1] ?? NORMAL_95
    return players.map(player => {
      const mean = sums[player]! / batches
      const variance = Math.max(
        0,
        (squares[player]! / batches - mean * mean) * (batches / Math.max(1, batches - 1)),
      )
      return t * Math.sqrt(variance / batches)
    })
  }
  const narrow = (): boolean =>
    widths().every((width, at) => width <= Math.max(SMALLEST_WIDTH, (RELATIVE_WIDTH * sums[at]!) / batches))
  while (batches < most) {
    const gains = batchOf(r.shuffled(players), worthOf)
    gains.forEach((gain, at) => {
      sums[at] = sums[at]! + gain
      squares[at] = squares[at]! + gain * gain
    })
    batches += 1
    limits.tick(Math.min(0.99, batches / most))
    if (limits.batches !== undefined || batches < FEWEST_BATCHES) continue
    if (narrow() || limits.secondsLeft() <= 0) break
  }
  const all = worthOf(new Uint8Array(players.length).fill(1)).value
  const marginals = players.map(
    player => all - worthOf(Uint8Array.from(players, at => (at === player ? 0 : 1))).value,
  )
  return { shares: [...sums].map(sum => sum / batches), halfWidths: widths(), marginals, batches }
}
