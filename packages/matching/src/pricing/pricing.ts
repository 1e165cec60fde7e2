import type { Certainty } from '../problem/match-solution.ts'
import { contractedValue } from '../model/portions.ts'
import {
  hasOnlyWholePenceValues,
  MONEY_TOLERANCE,
  totalContractedValue,
  type MarketProgram,
} from '../model/program.ts'
import { findDominatedColumns } from '../model/reduce.ts'
import { splitIntoSubmarkets, removeColumns } from '../model/submarkets.ts'
import { valueAllCoalitions, canEnumerateCoalitions, type BlockCoalitionValues } from './coalitions.ts'
import { numberToFraction, addFractions, scaleFraction, type Fraction } from './fraction.ts'
import { groupByKey, sumByKinds, valueByKinds, type ValuesByKinds } from './kinds.ts'
import type { WorkerPool } from './pool.ts'
import { estimateShares, type SampledShareEstimates } from './sample.ts'
import type { PairwiseCoalitionSums } from './pairs.ts'
import { createSampledGame } from './sampled-game.ts'
import { marginalValues, shapleyShares } from './shares.ts'

/** Share of one winner in the surplus, before rounding, with its certainty. */
export interface WinnerShare {
  player: number
  value: number
  share: Fraction
  /** Loss of the market without this winner: the share under the Vickrey rule. */
  marginal: number
  certainty: Certainty
  /** The half width of the 95 percent interval; 0 if the share is exact. */
  halfWidth: number
}

/** Sampled coalitions of a part, for the audit; see `AuditedComponent` for the values. */
export interface SampledComponent extends Pick<SampledShareEstimates, 'batches' | 'draws'> {
  winners: number[]
  connectors: number[]
  ways: number[]
}

/** Coalition values of one submarket, for the audit; connectors are columns of the whole market. */
export interface PricedComponent {
  winners: number[]
  certainty: Certainty
  blockValues: BlockCoalitionValues[]
  /** Values by how many winners of each kind are present, if only that makes them few enough; members are players. */
  kinds: ValuesByKinds | null
  /** The draws, if there are too many winners to value every coalition. */
  sampled: SampledComponent | null
}

/** Options of pricing: cancelling, threads, and how to repeat an earlier sample. */
export interface PricingOptions {
  seed: number
  onProgress: (done: number) => void
  /** Called often; may throw to cancel. */
  pulse: () => void
  pool?: WorkerPool
  batches?: readonly (number | null)[]
  /** A key for each player; those with the same one are interchangeable. */
  keyOf?: (player: number) => string
}

/** All shares of a market and the values that they follow from. */
export interface PricedMatch {
  shares: WinnerShare[]
  certainty: Certainty
  parts: PricedComponent[]
}

/** One part to price: its winners, and the surplus found. */
interface Part {
  program: MarketProgram
  winners: number[]
  found: number
}

interface PartShares {
  shares: Omit<WinnerShare, 'value'>[]
  part: PricedComponent
}

/** The least certain of some. */
const weakest = (some: readonly Certainty[]): Certainty => (some.includes('sampled') ? 'sampled' : 'exact')

/** Value of each winner's items (bids, and negative asks), by player. */
const valuesOf = (program: MarketProgram, x: ArrayLike<number>): Map<number, number> => {
  const values = new Map<number, number>()
  program.columns.forEach((column, at) => {
    if (column.player < 0 || x[at]! <= 0) return
    values.set(column.player, (values.get(column.player) ?? 0) + contractedValue(column, x[at]!))
  })
  return values
}

/** Shares of one part, from the values of all its coalitions; null if summing these would take too long. */
const priceExactly = ({ program, winners, found }: Part, options: PricingOptions): PartShares | null => {
  const valued = valueAllCoalitions(program, winners, options.pool, options.onProgress)
  if (valued === null) return null
  const { blockValues, ...rest } = valued
  return sharesFromSums({ program, winners, found }, rest, { blockValues, kinds: null })
}

/** Shares of one part in which many winners are alike; null if there are too many kinds of them. */
const priceByKinds = (part: Part, { keyOf, pulse }: PricingOptions): PartShares | null => {
  const valued = keyOf === undefined ? null : valueByKinds(part.program, part.winners, keyOf, pulse)
  if (valued === null) return null
  const members = valued.members.map(kind => kind.map(at => part.winners[at]!))
  const kinds = { ...valued, members }
  return sharesFromSums(part, { sums: sumByKinds(valued), scale: 1 }, { blockValues: [], kinds })
}

const sharesFromSums = (
  { program, winners, found }: Part,
  { sums, scale }: PairwiseCoalitionSums,
  values: Pick<PricedComponent, 'blockValues' | 'kinds'>,
): PartShares => {
  const surplus = Number(sums.all.at(-1)!) / scale
  if (Math.abs(surplus - found) > (hasOnlyWholePenceValues(program) ? 0 : MONEY_TOLERANCE))
    throw new Error(
      `The greatest surplus of a part is ${found} pence by one search and ${surplus} by another`,
    )
  const marginals = marginalValues(sums)
  const shares = shapleyShares(sums).map((share, at) => ({
    player: winners[at]!,
    share: scaleFraction(share, 1, scale),
    marginal: Number(marginals[at]!) / scale,
    certainty: 'exact' as const,
    halfWidth: 0,
  }))
  return { shares, part: { winners, certainty: 'exact', ...values, sampled: null } }
}

/** Order of parts and blocks: by their winners, one after another. */
export const compareWinners = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((winner, k) => winner !== b[k])
  return at < 0 ? a.length - b.length : a[at]! - (b[at] ?? -1)
}

/** Limit of work for sampling one part: about a minute of two threads. */
const MOST_WORK = 2 ** 31
/** Number of parts that may use that limit in full; more parts share it. */
const MOST_LONG = 2

/** Shares of one part, from sampled coalitions. */
const priceBySample = (
  { program, winners }: Part,
  options: PricingOptions,
  work: number,
  batches: number | undefined,
): PartShares => {
  const { seed, pool, pulse, onProgress, keyOf = String } = options
  const game = createSampledGame(program, winners, pool, pulse)
  const players = [...game.drawn, ...game.tabled].map(winner => winners[winner]!)
  const kinds = groupByKey(players, keyOf)
  const sampled = estimateShares(game, { seed, kinds, batches, work, pulse, onProgress }, pool)
  const shares = players.map((player, at): Omit<WinnerShare, 'value'> => ({
    player,
    share: numberToFraction(sampled.shares[at]!),
    marginal: sampled.marginals[at]!,
    certainty: 'sampled',
    halfWidth: sampled.halfWidths[at]!,
  }))
  const { connectors, ways, blockValues } = game
  const drawn = game.drawn.map(winner => winners[winner]!)
  const part = { winners: drawn, connectors, ways, batches: sampled.batches, draws: sampled.draws }
  return { shares, part: { winners, certainty: 'sampled', blockValues, kinds: null, sampled: part } }
}

/**
 * Divides the surplus of a match among its winners. The market is split wherever no row connects it, even within an
 * organisation: the value of a coalition is the sum over the parts, and the Shapley value of a sum is the sum of
 * values. Draws depend on the market and the seed alone.
 */
export const priceMatch = (
  program: MarketProgram,
  x: ArrayLike<number>,
  options: PricingOptions,
): PricedMatch => {
  const reduced = removeColumns(program, findDominatedColumns(program))
  const won = valuesOf(program, x)
  const parts = splitIntoSubmarkets(reduced.program, false)
    .filter(({ from }) => from.some(at => x[reduced.from[at]!]! > 0))
    .map(({ program: part, from }) => {
      const own = new Set(part.columns.map(({ player }) => player))
      const winners = [...won.keys()].filter(player => own.has(player)).toSorted((a, b) => a - b)
      const chosen = from.map(column => x[reduced.from[column]!]!)
      return { program: part, from, winners, found: totalContractedValue(part, chosen) }
    })
    .toSorted((a, b) => compareWinners(a.winners, b.winners))
  const isExact = parts.map(part => canEnumerateCoalitions(part.program, part.winners))
  const drawnFrom = isExact.filter(exact => !exact).length
  const work = (MOST_WORK * MOST_LONG) / Math.max(MOST_LONG, drawnFrom)
  const shares = new Map<number, WinnerShare>()
  const priced: PricedComponent[] = []
  for (const [index, part] of parts.entries()) {
    const onProgress = (done: number): void => {
      options.pulse()
      options.onProgress((index + done) / parts.length)
    }
    const own = { ...options, onProgress }
    const result =
      (isExact[index]! ? priceExactly(part, own) : null) ??
      priceByKinds(part, own) ??
      priceBySample(part, own, work, options.batches?.[index] ?? undefined)
    for (const { player, share, marginal, halfWidth, certainty } of result.shares) {
      const before = shares.get(player)
      shares.set(player, {
        player,
        value: won.get(player)!,
        share: before === undefined ? share : addFractions(before.share, share),
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

/** A priced part with its connectors as columns of the whole market. */
const inWhole = (part: PricedComponent, columnOf: (column: number) => number): PricedComponent => ({
  ...part,
  blockValues: part.blockValues.map(block => ({ ...block, connectors: block.connectors.map(columnOf) })),
  sampled: part.sampled && { ...part.sampled, connectors: part.sampled.connectors.map(columnOf) },
})
