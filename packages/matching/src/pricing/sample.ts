import type { JointCoalitionSums } from './beside.ts'
import { createDrawValuer, type DrawValuationInput, type ValuedDraw } from './draws.ts'
import {
  addDrawToShares,
  averageByKind,
  createShareEstimator,
  meansWithHalfWidths,
  shareContributionsOfDraw,
} from './estimates.ts'
import type { WorkerPool } from './pool.ts'
import { createSeededRandom } from './random.ts'
import { projectToNonNegativeShares } from './shares.ts'
import type { CoalitionDraw } from './surrogate.ts'

/** A part in which some winners are drawn, and all sets of the others are enumerated. */
export interface PartlySampledGame {
  question: DrawValuationInput
  /** The winners that are drawn and the others, as indices among all. */
  drawn: readonly number[]
  tabled: readonly number[]
  /** Values of all sets of the others together with one side of a draw. */
  besideOf: (sides: Int8Array, side: number, values: Float64Array) => JointCoalitionSums
}

/** Approximate shares, each with the half width of its 95 percent interval, in pence. */
export interface SampledShareEstimates {
  shares: number[]
  halfWidths: number[]
  marginals: number[]
  /** Number of batches drawn; drawing as many again gives the same shares. */
  batches: number
  /** Total work of valuing all draws. */
  work: number
  /** The values of both sides of all draws, in the order drawn. */
  draws: ValuedDraw[]
}

/** Seed, kinds and limits of sampling. */
export interface SamplingOptions {
  seed: number
  /** Players who are alike, as indices among those drawn and then the others. */
  kinds: readonly (readonly number[])[]
  /** Exact number of batches, to repeat an earlier result. */
  batches?: number
  /** Sampling stops after this much work. */
  work: number
  onProgress: (done: number) => void
  /** Called often; may throw to cancel. */
  pulse: () => void
}

/** Minimum of the target width: the larger of GBP 50 and half a percent of the share (market rules 3.6.3). */
const SMALLEST_WIDTH = 5_000
const RELATIVE_WIDTH = 0.005
const FEWEST_BATCHES = 16
const MOST_BATCHES = 20_000
/** Growth of the number of batches between two checks of the intervals. */
const LOOK_AGAIN = 1.25
/**
 * With more players than this a batch draws not every size, but about this many at equal distances from a random
 * start.
 */
const MOST_ALL_SIZES = 53
const SIZES_OF_MANY = 8

const sidesOf = (players: number, drawn: readonly number[]): Int8Array => {
  const sides = new Int8Array(players).fill(-1)
  for (const player of drawn) sides[player] = 1
  return sides
}

/**
 * Estimates shares from sampled coalitions, for parts with too many winners to value every coalition (market rules
 * 3.6.3). Some winners are drawn, and each coalition of them is combined with all sets of the other winners. Sizes 0
 * and 1 are enumerated; every batch draws one coalition of each other size up to half. The number of batches depends
 * on the seed and on the work, never on time. Alike players get the mean of their estimates, batch by batch, so their
 * shares are equal and the intervals are those of the mean.
 */
export const estimateShares = (
  game: PartlySampledGame,
  limits: SamplingOptions,
  pool?: WorkerPool,
): SampledShareEstimates => {
  const { valued, over } = createDrawValuer(game.question, game.drawn.length, pool, limits.pulse)
  try {
    return estimateSharesWithValuer(game, valued, limits)
  } finally {
    over()
  }
}

/** Estimates shares in the same way, with the given function to value draws. */
export const estimateSharesWithValuer = (
  { drawn, tabled, besideOf }: Omit<PartlySampledGame, 'question'>,
  valued: (draws: readonly Int8Array[]) => ValuedDraw[],
  limits: SamplingOptions,
): SampledShareEstimates => {
  const players = drawn.length
  const everybody = Array.from({ length: players }, (_, at) => at)
  const outcomes = shareContributionsOfDraw(players, tabled.length)
  const draws: SampledShareEstimates['draws'] = []
  let work = 0
  const drawAll = (
    lists: readonly (readonly number[])[],
  ): { one: CoalitionDraw; here: JointCoalitionSums; others: JointCoalitionSums }[] => {
    const sides = lists.map(list => sidesOf(players, list))
    return valued(sides).map((found, at) => {
      const own = sides[at]!
      work += found.work
      draws.push(found)
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
    addDrawToShares(
      one,
      one.outcomes.map(outcome => outcome / players),
      base,
    )
  const sizes = Array.from({ length: Math.max(0, Math.floor(players / 2) - 1) }, (_, at) => at + 2)
  const stride = players > MOST_ALL_SIZES ? Math.ceil(sizes.length / SIZES_OF_MANY) : 1
  const { many, add, estimates } = createShareEstimator(players, tabled.length, sizes, stride)
  const r = createSeededRandom(limits.seed)
  const most = sizes.length === 0 ? 0 : (limits.batches ?? MOST_BATCHES)
  const known = averageByKind(base, limits.kinds)
  let shares = [...known]
  let halfWidths = shares.map(() => 0)
  const look = (): void => {
    const { means, widths } = meansWithHalfWidths(
      estimates().map(estimate => averageByKind(estimate, limits.kinds)),
      players + tabled.length,
    )
    shares = [...known.map((share, at) => share + means[at]!)]
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
    shares: projectToNonNegativeShares(shares),
    halfWidths,
    marginals: [...marginals, ...withoutTabled],
    batches: many(),
    work,
    draws,
  }
}
