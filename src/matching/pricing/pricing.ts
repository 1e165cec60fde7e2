import type { Certainty } from '#domain/match-solution'
import { contracted } from '../model/portions.ts'
import { isInPence, SAME_MONEY, totalValue, type Program } from '../model/program.ts'
import { dominated } from '../model/reduce.ts'
import { submarkets, without } from '../model/submarkets.ts'
import { coalitionValues, exactlyPriceable, type BlockValues } from './coalitions.ts'
import { fractionOf, plus, scaled, type Fraction } from './fraction.ts'
import type { WorkerPool } from './pool.ts'
import { sampledShares, type Sampled } from './sample.ts'
import { sampledGame } from './sampled-game.ts'
import { marginalsOf, sharesOf } from './shares.ts'

/** What one winner gets of the surplus, before rounding, and how sure that is. */
export interface Share {
  player: number
  value: number
  share: Fraction
  /** What the market would lose without it: its share under the Vickrey rule. */
  marginal: number
  certainty: Certainty
  /** The guaranteed bound, or the half width of the 95 percent interval; 0 where the share is exact. */
  halfWidth: number
}

/** Sampled coalitions of a part, kept for the audit; see `AuditedPart` for what their values mean. */
export interface SampledPart extends Pick<Sampled, 'batches' | 'draws'> {
  winners: number[]
  connectors: number[]
  ways: number[]
}

/** Coalition values of one submarket, kept for the audit; connectors by their column in the whole market. */
export interface PricedPart {
  winners: number[]
  certainty: Certainty
  blockValues: BlockValues[]
  /** What was drawn, where there are too many winners to value every coalition. */
  sampled: SampledPart | null
}

/** Who watches pricing, and how to repeat an earlier sample. */
export interface PriceOptions {
  seed: number
  onProgress: (done: number) => void
  /** Called often; may throw to break pricing off, which then says nothing. */
  pulse: () => void
  pool?: WorkerPool
  batches?: readonly (number | null)[]
}

/** All shares of a market and what they were worked out from. */
export interface Priced {
  shares: Share[]
  certainty: Certainty
  parts: PricedPart[]
}

/** One part to be priced: its winners, and the surplus that was found. */
interface Part {
  program: Program
  winners: number[]
  found: number
}

interface PartShares {
  shares: Omit<Share, 'value'>[]
  part: PricedPart
}

/** The least sure of some. */
const weakest = (some: readonly Certainty[]): Certainty =>
  some.includes('sampled') ? 'sampled' : some.includes('bounded') ? 'bounded' : 'exact'

/** What the market's winners bring and ask, by player. */
const valuesOf = (program: Program, x: ArrayLike<number>): Map<number, number> => {
  const values = new Map<number, number>()
  program.columns.forEach((column, at) => {
    if (column.player < 0 || x[at]! <= 0) return
    values.set(column.player, (values.get(column.player) ?? 0) + contracted(column, x[at]!))
  })
  return values
}

/**
 * The shares of one part, from the values of all its coalitions. Where these are bounded, what is known to be missing
 * from the surplus is parted alike, which is Shapley's value of that correction.
 */
const priceExactly = ({ program, winners, found }: Part, options: PriceOptions): PartShares => {
  const { sums, scale, bound, blockValues } = coalitionValues(
    program,
    winners,
    options.pool,
    options.onProgress,
  )
  const surplus = Number(sums.all.at(-1)!) / scale
  if (bound === 0 && Math.abs(surplus - found) > (isInPence(program) ? 0 : SAME_MONEY))
    throw new Error(
      `The greatest surplus of a part is ${found} pence by one search and ${surplus} by another`,
    )
  const missing = bound === 0 ? 0 : (found - surplus) / winners.length
  const certainty: Certainty = bound === 0 ? 'exact' : 'bounded'
  const marginals = marginalsOf(sums)
  const shares = sharesOf(sums).map((share, at) => ({
    player: winners[at]!,
    share: plus(scaled(share, 1, scale), fractionOf(missing)),
    marginal: Number(marginals[at]!) / scale,
    certainty,
    halfWidth: bound,
  }))
  return { shares, part: { winners, certainty, blockValues, sampled: null } }
}

/** Work after which a part is drawn from no more: about a minute of two threads. */
const MOST_WORK = 2 ** 31
/** So many parts may be drawn from as long as that; where there are more, each gets less. */
const MOST_LONG = 2

/** The shares of one part, from sampled coalitions. */
const priceBySample = (
  { program, winners }: Part,
  options: PriceOptions,
  work: number,
  batches: number | undefined,
): PartShares => {
  const { seed, pool, pulse, onProgress } = options
  const game = sampledGame(program, winners, pool, pulse)
  const sampled = sampledShares(game, { seed, batches, work, pulse, onProgress }, pool)
  const shares = [...game.drawn, ...game.tabled].map((winner, at): Omit<Share, 'value'> => ({
    player: winners[winner]!,
    share: fractionOf(sampled.shares[at]!),
    marginal: sampled.marginals[at]!,
    certainty: 'sampled',
    halfWidth: sampled.halfWidths[at]!,
  }))
  const { connectors, ways, blockValues } = game
  const drawn = game.drawn.map(winner => winners[winner]!)
  const part = { winners: drawn, connectors, ways, batches: sampled.batches, draws: sampled.draws }
  return { shares, part: { winners, certainty: 'sampled', blockValues, sampled: part } }
}

/**
 * Shares the surplus of a match among its winners. The market is parted wherever no row connects it, even within an
 * organisation: the value of a coalition is the sum over the parts, and the Shapley value of a sum is the sum of
 * values. What is drawn where follows from the market and the seed alone.
 */
export const priceMatch = (program: Program, x: ArrayLike<number>, options: PriceOptions): Priced => {
  const reduced = without(program, dominated(program))
  const won = valuesOf(program, x)
  const parts = submarkets(reduced.program, false)
    .filter(({ from }) => from.some(at => x[reduced.from[at]!]! > 0))
    .map(({ program: part, from }) => {
      const own = new Set(part.columns.map(({ player }) => player))
      const winners = [...won.keys()].filter(player => own.has(player)).toSorted((a, b) => a - b)
      const chosen = from.map(column => x[reduced.from[column]!]!)
      return { program: part, from, winners, found: totalValue(part, chosen) }
    })
  const isExact = parts.map(part => exactlyPriceable(part.program, part.winners))
  const drawnFrom = isExact.filter(exact => !exact).length
  const work = (MOST_WORK * MOST_LONG) / Math.max(MOST_LONG, drawnFrom)
  const shares = new Map<number, Share>()
  const priced: PricedPart[] = []
  for (const [index, part] of parts.entries()) {
    const onProgress = (done: number): void => {
      options.pulse()
      options.onProgress((index + done) / parts.length)
    }
    const own = { ...options, onProgress }
    const result = isExact[index]!
      ? priceExactly(part, own)
      : priceBySample(part, own, work, options.batches?.[index] ?? undefined)
    for (const { player, share, marginal, halfWidth, certainty } of result.shares) {
      const before = shares.get(player)
      shares.set(player, {
        player,
        value: won.get(player)!,
        share: before === undefined ? share : plus(before.share, share),
        marginal: (before?.marginal ?? 0) + marginal,
        certainty: weakest([before?.certainty ?? 'exact', certainty]),
        halfWidth: (before?.halfWidth ?? 0) + halfWidth,
      })
    }
    priced.push(inWhole(result.part, column => reduced.from[part.from[column]!]!))
  }
  return {
    shares: [...shares.values()].toSorted((a, b) => a.player - b.player),
    certainty: weakest(priced.map(({ certainty }) => certainty)),
    parts: priced,
  }
}

/** A priced part with its connectors by their columns in the whole market. */
const inWhole = (part: PricedPart, columnOf: (column: number) => number): PricedPart => ({
  ...part,
  blockValues: part.blockValues.map(block => ({ ...block, connectors: block.connectors.map(columnOf) })),
  sampled: part.sampled && { ...part.sampled, connectors: part.sampled.connectors.map(columnOf) },
})
