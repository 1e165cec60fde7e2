import { contracted } from '../model/portions.ts'
import { isInPence, SAME_MONEY, totalValue, type Program } from '../model/program.ts'
import { dominated } from '../model/reduce.ts'
import { submarkets, without } from '../model/submarkets.ts'
import { coalitionValues, exactlyPriceable, type Coalitions } from './coalitions.ts'
import { sampledShares, type SampleLimits } from './sample.ts'
import { sharesOf } from './shares.ts'
import type { WorkerPool } from './tables.ts'

/** What one winner gets of the surplus, before rounding, and how sure that is. */
export interface Share {
  player: number
  value: number
  share: number
  /** What the market would lose without it: its share under the Vickrey rule. */
  marginal: number
  halfWidth: number
}

/** Coalition values of one submarket, kept for the audit; connectors by their column in the whole market. */
export interface PricedPart extends Pick<Coalitions, 'blockValues'> {
  winners: number[]
  /** Batches of sampled coalitions, where there are too many winners to value every coalition. */
  batches: number | null
}

/** How long pricing may take, and how to repeat an earlier sample. */
export interface PriceOptions {
  seed: number
  secondsLeft: () => number
  onProgress: (done: number) => void
  pool?: WorkerPool
  batches?: readonly (number | null)[]
}

/** All shares of a market and what they were worked out from. */
export interface Priced {
  shares: Share[]
  exact: boolean
  parts: PricedPart[]
}

/** What the market's winners bring and ask, by player. */
const valuesOf = (program: Program, x: ArrayLike<number>): Map<number, number> => {
  const values = new Map<number, number>()
  program.columns.forEach((column, at) => {
    if (column.player < 0 || x[at]! <= 0) return
    values.set(column.player, (values.get(column.player) ?? 0) + contracted(column, x[at]!))
  })
  return values
}

/** The shares of one part, from the values of all its coalitions. */
const priceExactly = (
  program: Program,
  winners: readonly number[],
  found: number,
  pool: WorkerPool | undefined,
  onProgress: (done: number) => void,
) => {
  const { values, blockValues } = coalitionValues(program, winners, pool, onProgress)
  const all = values.length - 1
  if (Math.abs(values[all]! - found) > (isInPence(program) ? 0 : SAME_MONEY))
    throw new Error(
      `The greatest surplus of a part is ${found} pence by one search and ${values[all]!} by another`,
    )
  const shares = sharesOf(values, winners.length).map((share, at) => ({
    player: winners[at]!,
    share,
    marginal: values[all]! - values[all & ~(1 << at)]!,
    halfWidth: 0,
  }))
  return { shares, part: { winners: [...winners], blockValues, batches: null } }
}

/** The shares of one part, from sampled coalitions. */
const priceBySample = (program: Program, winners: readonly number[], limits: SampleLimits) => {
  const { shares, halfWidths, marginals, batches } = sampledShares(program, winners, limits)
  const lines = shares.map((share, at) => ({
    player: winners[at]!,
    share,
    marginal: marginals[at]!,
    halfWidth: halfWidths[at]!,
  }))
  return { shares: lines, part: { winners: [...winners], blockValues: [], batches } }
}

/**
 * Shares the surplus of a match among its winners. The market is parted wherever no row connects it, even
 * within an
 * organisation: the value of a coalition is the sum over the parts, and the Shapley value of a sum is the
 * sum of values.
 */
export const priceMatch = (program: Program, x: ArrayLike<number>, options: PriceOptions): Priced => {
  const reduced = without(program, dominated(program))
  const won = valuesOf(program, x)
  const parts = submarkets(reduced.program, false).filter(({ from }) =>
    from.some(at => x[reduced.from[at]!]! > 0),
  )
  const shares = new Map<number, Share>()
  const priced: PricedPart[] = []
  for (const [index, { program: part, from }] of parts.entries()) {
    const chosen = from.map(column => x[reduced.from[column]!]!)
    const own = new Set(part.columns.map(({ player }) => player))
    const winners = [...won.keys()].filter(player => own.has(player)).toSorted((a, b) => a - b)
    const onProgress = (done: number): void => options.onProgress((index + done) / parts.length)
    const end = options.secondsLeft() * (1 - 1 / (parts.length - index))
    const secondsLeft = (): number => options.secondsLeft() - end
    const result = exactlyPriceable(part, winners)
      ? priceExactly(part, winners, totalValue(part, chosen), options.pool, onProgress)
      : priceBySample(part, winners, {
          seed: options.seed,
          batches: options.batches?.[index] ?? undefined,
          secondsLeft,
          onProgress,
        })
    for (const { player, share, marginal, halfWidth } of result.shares) {
      const before = shares.get(player) ?? {
        player,
        value: won.get(player)!,
        share: 0,
        marginal: 0,
        halfWidth: 0,
      }
      shares.set(player, {
        ...before,
        share: before.share + share,
        marginal: before.marginal + marginal,
        halfWidth: before.halfWidth + halfWidth,
      })
    }
    const blockValues = result.part.blockValues.map(block => ({
      ...block,
      connectors: block.connectors.map(column => reduced.from[from[column]!]!),
    }))
    priced.push({ ...result.part, blockValues })
  }
  return {
    shares: [...shares.values()].toSorted((a, b) => a.player - b.player),
    exact: priced.every(({ batches }) => batches === null),
    parts: priced,
  }
}
