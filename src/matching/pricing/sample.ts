import { cutOf } from '../model/connectors.ts'
import type { Program } from '../model/program.ts'
import { evaluator } from '../solver/evaluator.ts'
import { winnersOf } from './coalitions.ts'
import { conditioned, type ValueOf } from './conditioned.ts'
import { random, type Random } from './random.ts'
import { atLeastNothing } from './shares.ts'
import { expectedOf, fitted, meanPull, noEquations, takeIn, type Draw, type Surrogate } from './surrogate.ts'

/** Approximate shares, each with the half width of its 95 percent interval, in pence. */
export interface Sampled {
  shares: number[]
  halfWidths: number[]
  marginals: number[]
  /** How many batches of coalitions were drawn; drawing as many again gives the same shares. */
  batches: number
}

/** When to stop drawing. */
export interface SampleLimits {
  seed: number
  /** Draw exactly so many batches, to repeat an earlier result. */
  batches?: number
  secondsLeft: () => number
  onProgress: (done: number) => void
}

/** Good enough: the larger of GBP 50 and half a percent of the share (market rules 3.6.3). */
const SMALLEST_WIDTH = 5_000
const RELATIVE_WIDTH = 0.005
const FEWEST_BATCHES = 16
const MOST_BATCHES = 20_000
/** Intervals are looked at whenever there are so many times the batches of the last look. */
const LOOK_AGAIN = 1.25

/** Two-sided 95 percent points of Student's t by degrees of freedom, from `FEWEST_BATCHES` on. */
const t95 = (freedom: number): number => 1.96 + 2.4 / freedom + 3 / freedom ** 2

/** Up to so many columns one search of the whole is quicker than one for every way to fund the connectors. */
const MOST_WHOLE = 80

/** Whatever is fastest for one coalition after another: the market cut at its connectors, or taken whole. */
const characteristicFunction = (program: Program, pulse: () => void): ValueOf => {
  const cut = program.columns.length > MOST_WHOLE ? cutOf(program) : null
  if (cut !== null) return conditioned(program, cut, pulse)
  const valueOf = evaluator(program, pulse)
  return present => valueOf(present, 0)?.value ?? 0
}

/** Draws compare some players with all others. */
const drawing = (program: Program, winners: readonly number[], pulse: () => void) => {
  const winnerOf = winnersOf(program, winners)
  const valueOf = characteristicFunction(program, pulse)
  const valueOfSide = (sides: Int8Array, side: number): number =>
    valueOf(Uint8Array.from(winnerOf, winner => (winner < 0 || sides[winner] === side ? 1 : 0)))
  return (drawn: readonly number[]): Draw & { others: number } => {
    const sides = new Int8Array(winners.length).fill(-1)
    for (const player of drawn) sides[player] = 1
    const others = valueOfSide(sides, -1)
    return { sides, size: drawn.length, difference: valueOfSide(sides, 1) - others, others }
  }
}

/** How many of the two sides of a draw have a size of their own. */
const countOf = (size: number, players: number): number => (2 * size === players ? 0.5 : 1)

/** How a difference pulls on a player's share: for it by those drawn with it, against it by the others. */
const pullOf = ({ sides, size }: Draw, player: number): number =>
  countOf(size, sides.length) / (sides[player] === 1 ? size : size - sides.length)

/** Batches are kept in so many lots, each measured against a surrogate that was fitted to the other lots. */
const LOTS = 8

/**
 * One batch after another, each with one coalition of every size that is not valued completely, and what they
 * say of the shares.
 */
const sampling = (players: number, r: Random, draw: (drawn: readonly number[]) => Draw) => {
  const everybody = Array.from({ length: players }, (_, at) => at)
  const sizes = Array.from({ length: Math.max(0, Math.floor(players / 2) - 1) }, (_, at) => at + 2)
  const lots = Array.from({ length: LOTS }, () => noEquations(players))
  const batches: Draw[][] = []
  const add = (): void => {
    const batch = sizes.map(size => draw(r.shuffled(everybody).slice(0, size)))
    for (const one of batch) takeIn(lots[batches.length % LOTS]!, one)
    batches.push(batch)
  }
  const known = (surrogate: Surrogate): Float64Array => {
    const sum = new Float64Array(players)
    for (const size of sizes)
      meanPull(surrogate, size).forEach((pull, at) => (sum[at] = sum[at]! + countOf(size, players) * pull))
    return sum
  }
  /** For every batch, what it adds to the shares of all players. */
  const estimates = (): Float64Array[] => {
    const surrogates = lots.map(lot =>
      fitted(
        lots.filter(other => other !== lot),
        players,
      ),
    )
    const means = surrogates.map(known)
    return batches.map((batch, at) => {
      const surrogate = surrogates[at % LOTS]!
      const sum = means[at % LOTS]!.slice()
      for (const one of batch) {
        const surprise = one.difference - expectedOf(surrogate, one)
        for (const player of everybody) sum[player] = sum[player]! + pullOf(one, player) * surprise
      }
      return sum
    })
  }
  return { batches, add, estimates }
}

/** Means of some estimates, and half the widths of their 95 percent intervals. */
const meansOf = (estimates: readonly Float64Array[], players: number) => {
  const many = estimates.length
  const means = new Float64Array(players)
  const squares = new Float64Array(players)
  for (const estimate of estimates) estimate.forEach((one, at) => (means[at] = means[at]! + one / many))
  for (const estimate of estimates)
    estimate.forEach((one, at) => (squares[at] = squares[at]! + (one - means[at]!) ** 2))
  const widths = squares.map(square => t95(many - 1) * Math.sqrt(square / (many - 1) / many))
  return { means, widths }
}

/**
 * Shares by sampled coalitions, for submarkets with too many winners for every coalition (market rules
 * 3.6.3). A share is the surplus over the number of winners n, and for every size s up to half of them the mean,
 * over coalitions S of that size, of v(S) - v(W\S) times 1/s where the winner is in S and -1/(n-s) where it is
 * not (Shapley's formula, each coalition taken together with all others). Single winners against all others
 * are valued completely; of all other sizes every batch draws one coalition.
 */
export const sampledShares = (
  program: Program,
  winners: readonly number[],
  limits: SampleLimits,
): Sampled => {
  const players = winners.length
  const draw = drawing(program, winners, () => limits.onProgress(0))
  const all = draw([]).others
  const alone = winners.map((_, player) => draw([player]))
  const base = winners.map((_, player) =>
    players < 2
      ? all
      : alone.reduce((sum, one) => sum + (pullOf(one, player) * one.difference) / players, all / players),
  )
  const { batches, add, estimates } = sampling(players, random(limits.seed), draw)
  const most = limits.batches ?? MOST_BATCHES
  let shares: number[] = []
  let halfWidths: number[] = []
  const look = (): void => {
    const { means, widths } = meansOf(estimates(), players)
    shares = base.map((share, at) => share + means[at]!)
    halfWidths = [...widths]
  }
  const narrow = (): boolean =>
    halfWidths.every((width, at) => width <= Math.max(SMALLEST_WIDTH, RELATIVE_WIDTH * shares[at]!))
  let next = FEWEST_BATCHES
  while (batches.length < most) {
    add()
    limits.onProgress(Math.min(0.99, batches.length / most))
    if (limits.batches !== undefined || batches.length < FEWEST_BATCHES) continue
    if (limits.secondsLeft() <= 0) break
    if (batches.length < next) continue
    look()
    if (narrow()) break
    next = Math.ceil(batches.length * LOOK_AGAIN)
  }
  look()
  return {
    shares: atLeastNothing(shares),
    halfWidths,
    marginals: alone.map(({ others }) => all - others),
    batches: batches.length,
  }
}
