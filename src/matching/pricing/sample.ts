import type { Beside } from './beside.ts'
import { valuingDraws, type Question, type Valued } from './draws.ts'
import { addShares, estimator, meansOf, outcomesOf } from './estimates.ts'
import type { WorkerPool } from './pool.ts'
import { random } from './random.ts'
import { atLeastNothing } from './shares.ts'
import type { Draw } from './surrogate.ts'

/** A part of which some winners are drawn, and all sets of the others are gone through. */
export interface SampledGame {
  question: Question
  /** The winners that are drawn and the others, as places among all. */
  drawn: readonly number[]
  tabled: readonly number[]
  /** What all sets of the others are worth together with one side of a draw. */
  besideOf: (sides: Int8Array, side: number, values: Float64Array) => Beside
}

/** Approximate shares, each with the half width of its 95 percent interval, in pence. */
export interface Sampled {
  shares: number[]
  halfWidths: number[]
  marginals: number[]
  /** How many batches were drawn; drawing as many again gives the same shares. */
  batches: number
  /** How much was asked. */
  work: number
  /** All draws, in the order drawn, and what both sides are worth. */
  draws: { sides: Int8Array; valued: Valued }[]
}

/** When to stop drawing. */
export interface SampleLimits {
  seed: number
  /** Draw exactly so many batches, to repeat an earlier result. */
  batches?: number
  /** Draw no more once so much was asked. */
  work: number
  onProgress: (done: number) => void
  /** Called often; may throw to break off. */
  pulse: () => void
}

/** Good enough: the larger of GBP 50 and half a percent of the share (market rules 3.6.3). */
const SMALLEST_WIDTH = 5_000
const RELATIVE_WIDTH = 0.005
const FEWEST_BATCHES = 16
const MOST_BATCHES = 20_000
/** Intervals are looked at whenever there are so many times the batches of the last look. */
const LOOK_AGAIN = 1.25
/** Of more players than this a batch does not draw every size, but about so many evenly apart, beginning anywhere. */
const MOST_ALL_SIZES = 53
const SIZES_OF_MANY = 8
/** Draws are kept for the file of a result up to so many. */
const MOST_KEPT = 20_000

const sidesOf = (players: number, drawn: readonly number[]): Int8Array => {
  const sides = new Int8Array(players).fill(-1)
  for (const player of drawn) sides[player] = 1
  return sides
}

/**
 * Shares by sampled coalitions, for parts with too many winners for every coalition (market rules 3.6.3): coalitions
 * of the players drawn from, each with all sets of the others. None and single ones are valued completely; of all
 * other sizes up to half every batch draws one. How many batches there are follows from the seed and from what is asked,
 * never from the time it takes.
 */
export const sampledShares = (game: SampledGame, limits: SampleLimits, pool?: WorkerPool): Sampled => {
  const { valued, over } = valuingDraws(game.question, game.drawn.length, pool, limits.pulse)
  try {
    return sharesFromDraws(game, valued, limits)
  } finally {
    over()
  }
}

/** The same, where draws are valued in another way. */
export const sharesFromDraws = (
  { drawn, tabled, besideOf }: Omit<SampledGame, 'question'>,
  valued: (draws: readonly Int8Array[]) => Valued[],
  limits: SampleLimits,
): Sampled => {
  const players = drawn.length
  const everybody = Array.from({ length: players }, (_, at) => at)
  const outcomes = outcomesOf(players, tabled.length)
  const draws: Sampled['draws'] = []
  let work = 0
  const drawAll = (lists: readonly (readonly number[])[]): { one: Draw; here: Beside; others: Beside }[] => {
    const sides = lists.map(list => sidesOf(players, list))
    return valued(sides).map((found, at) => {
      const own = sides[at]!
      work += found.work
      if (draws.length < MOST_KEPT) draws.push({ sides: own, valued: found })
      const here = besideOf(own, 1, found.here)
      const others = besideOf(own, -1, found.others)
      const size = lists[at]!.length
      return { one: { sides: own, size, outcomes: outcomes(size, here, others) }, here, others }
    })
  }
  const [nobody, ...alone] = drawAll([[], ...(players > 1 ? everybody.map(player => [player]) : [])])
  const all = nobody!.others
  const total = all[tabled.length * (tabled.length + 1)]!
  const base = new Float64Array(players + tabled.length)
  for (const at of everybody) base[at]! -= nobody!.one.outcomes[1]! / players
  for (let at = 0; at < tabled.length; at += 1) base[players + at]! += nobody!.one.outcomes[2 + at]!
  for (const { one } of alone)
    addShares(
      one,
      one.outcomes.map(outcome => outcome / players),
      base,
    )
  const sizes = Array.from({ length: Math.max(0, Math.floor(players / 2) - 1) }, (_, at) => at + 2)
  const stride = players > MOST_ALL_SIZES ? Math.ceil(sizes.length / SIZES_OF_MANY) : 1
  const { many, add, estimates } = estimator(players, tabled.length, sizes, stride)
  const r = random(limits.seed)
  const most = sizes.length === 0 ? 0 : (limits.batches ?? MOST_BATCHES)
  let shares = [...base]
  let halfWidths = shares.map(() => 0)
  const look = (): void => {
    const { means, widths } = meansOf(estimates(), players + tabled.length)
    shares = [...base.map((share, at) => share + means[at]!)]
    halfWidths = [...widths]
  }
  const narrow = (): boolean =>
    halfWidths.every((width, at) => width <= Math.max(SMALLEST_WIDTH, RELATIVE_WIDTH * shares[at]!))
  const start = work
  for (let next = FEWEST_BATCHES; many() < most;) {
    const enough = Math.min(most, limits.batches ?? next)
    while (many() < enough) {
      const some = Math.min(FEWEST_BATCHES, enough - many())
      const batches = Array.from({ length: some }, () => {
        const first = stride === 1 ? 0 : r.whole(0, stride - 1)
        return sizes
          .filter((_, at) => at % stride === first)
          .map(size => r.shuffled(everybody).slice(0, size))
      })
      const found = drawAll(batches.flat()).map(({ one }) => one)
      for (const batch of batches) add(found.splice(0, batch.length))
      limits.onProgress(Math.min(0.99, Math.max((work - start) / limits.work, many() / most)))
    }
    look()
    const left = limits.work - (work - start)
    if (limits.batches === undefined && (narrow() || left <= 0)) break
    const affordable = Math.floor((left * many()) / Math.max(1, work - start))
    next = many() + Math.max(1, Math.min(Math.ceil(many() * (LOOK_AGAIN - 1)), affordable))
  }
  const marginals = everybody.map(at =>
    players > 1 ? total - alone[at]!.others[tabled.length * (tabled.length + 1)]! : total,
  )
  const width = tabled.length + 1
  const withoutTabled = tabled.map((_, at) => {
    const almost = (tabled.length - 1) * width
    return total - (all[almost]! - all[almost + 1 + at]!)
  })
  return {
    shares: atLeastNothing(shares),
    halfWidths,
    marginals: [...marginals, ...withoutTabled],
    batches: many(),
    work,
    draws,
  }
}
