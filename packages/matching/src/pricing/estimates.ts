import type { JointCoalitionSums } from './beside.ts'
import {
  surrogateValueOfDraw,
  fitSurrogateGames,
  surrogateMeanOfSize,
  surrogateMeanContributions,
  emptyLeastSquaresEquations,
  addDrawToEquations,
  type CoalitionDraw,
  type SurrogateGame,
} from './surrogate.ts'

/** Number of folds of batches; each fold is measured against a surrogate that was fitted to the others. */
const LOTS = 8

/** Two-sided 95 percent points of Student's t by degrees of freedom, from 15 on. */
const t95 = (freedom: number): number => 1.96 + 2.4 / freedom + 3 / freedom ** 2

/** Number of sides of a draw that have this size: half a side each if both have it. */
const countOf = (size: number, players: number): number => (2 * size === players ? 0.5 : 1)

const logFactorials = (most: number): number[] => {
  const logs = [0]
  for (let k = 1; k <= most; k += 1) logs.push(logs[k - 1]! + Math.log(k))
  return logs
}

/**
 * Contributions of a draw to the shares. With each coalition taken together with all others, Shapley's formula is
 * *share_i = sum over S with i of (s-1)!(n-s)!/n! (v(S) - v(W\S))*. A draw of k of the m drawn players stands for all
 * *C(m, k)* like it, and each side is combined with all sets of the players that are not drawn. So the first outcome
 * counts k times for the players drawn, the second m - k times negatively for the others, followed by one outcome for
 * each player who is never drawn.
 */
export const shareContributionsOfDraw = (drawn: number, tabled: number) => {
  const players = drawn + tabled
  const logs = logFactorials(players)
  const width = tabled + 1
  return (size: number, here: JointCoalitionSums, others: JointCoalitionSums): Float64Array => {
    const many = logs[drawn]! - logs[size]! - logs[drawn - size]!
    const weight = (all: number): number =>
      all < 1 ? 0 : Math.exp(many + logs[all - 1]! + logs[players - all]! - logs[players]!)
    const outcomes = new Float64Array(2 + tabled)
    let [first, second] = [0, 0]
    for (let set = 0; set <= tabled; set += 1) {
      const [a, b] = [set * width, (tabled - set) * width]
      const [forDrawn, forOthers] = [weight(size + set), weight(drawn - size + set)]
      first += forDrawn * (here[a]! - others[b]!)
      second += forOthers * (others[a]! - here[b]!)
      for (let at = 1; at <= tabled; at += 1)
        outcomes[1 + at]! +=
          forDrawn * (here[a + at]! - (others[b]! - others[b + at]!)) +
          forOthers * (others[a + at]! - (here[b]! - here[b + at]!))
    }
    outcomes[0] = size * first
    outcomes[1] = -(drawn - size) * second
    return outcomes
  }
}

/** Adds the outcomes of a draw to the shares: first those of players who can be drawn, then those of the others. */
export const addDrawToShares = (
  { sides, size }: Pick<CoalitionDraw, 'sides' | 'size'>,
  outcomes: ArrayLike<number>,
  into: Float64Array,
): void => {
  const players = sides.length
  const count = countOf(size, players)
  for (let at = 0; at < players; at += 1) {
    if (sides[at] === 1) into[at]! += (count * outcomes[0]!) / size
    else into[at]! -= (count * outcomes[1]!) / (players - size)
  }
  for (let at = 2; at < outcomes.length; at += 1) into[players + at - 2]! += count * outcomes[at]!
}

/** Collects batches: each has one draw of every size that is not enumerated, or of one in every `stride` of them. */
export const createShareEstimator = (
  players: number,
  tabled: number,
  sizes: readonly number[],
  stride: number,
) => {
  const outcomes = 2 + tabled
  const lots = Array.from({ length: LOTS }, () => emptyLeastSquaresEquations(players, outcomes))
  const batches: CoalitionDraw[][] = []
  const add = (batch: CoalitionDraw[]): void => {
    for (const one of batch) addDrawToEquations(lots[batches.length % LOTS]!, one)
    batches.push(batch)
  }
  const known = (surrogates: readonly SurrogateGame[]): Float64Array => {
    const sum = new Float64Array(players + tabled)
    for (const size of sizes) {
      const count = countOf(size, players)
      surrogateMeanContributions(surrogates[0]!, surrogates[1]!, size).forEach(
        (pull, at) => (sum[at]! += count * pull),
      )
      for (let at = 0; at < tabled; at += 1)
        sum[players + at]! += count * surrogateMeanOfSize(surrogates[2 + at]!, size)
    }
    return sum
  }
  /** For every batch, its contribution to the shares of all players. */
  const estimates = (): Float64Array[] => {
    const surrogates = lots.map(lot =>
      fitSurrogateGames(
        lots.filter(other => other !== lot),
        players,
        outcomes,
      ),
    )
    const means = surrogates.map(known)
    return batches.map((batch, at) => {
      const sum = means[at % LOTS]!.slice()
      for (const one of batch)
        addDrawToShares(
          one,
          one.outcomes.map(
            (outcome, which) =>
              stride * (outcome - surrogateValueOfDraw(surrogates[at % LOTS]![which]!, one)),
          ),
          sum,
        )
      return sum
    })
  }
  return { many: () => batches.length, add, estimates }
}

/** Gives all of a kind the mean of what they have: alike players have equal shares. */
export const averageByKind = (shares: Float64Array, kinds: readonly (readonly number[])[]): Float64Array => {
  const averaged = shares.slice()
  for (const kind of kinds) {
    const mean = kind.reduce((sum, at) => sum + shares[at]!, 0) / kind.length
    for (const at of kind) averaged[at] = mean
  }
  return averaged
}

/** Means of some estimates, and the half widths of their 95 percent intervals. */
export const meansWithHalfWidths = (estimates: readonly Float64Array[], players: number) => {
  const many = estimates.length
  const means = new Float64Array(players)
  const squares = new Float64Array(players)
  for (const estimate of estimates) estimate.forEach((one, at) => (means[at]! += one / many))
  for (const estimate of estimates) estimate.forEach((one, at) => (squares[at]! += (one - means[at]!) ** 2))
  const widths = squares.map(square => t95(many - 1) * Math.sqrt(square / (many - 1) / many))
  return { means, widths }
}
