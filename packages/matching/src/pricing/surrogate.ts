/** Some players against all others: the side of each, and the outcomes. */
export interface CoalitionDraw {
  /** 1 for the players drawn, -1 for all others. */
  sides: Int8Array
  /** Number of players drawn: at most half. */
  size: number
  /**
   * Difference in value of the two sides, as it counts for the first and as it counts for the others; then one
   * outcome for each player who is on neither side.
   */
  outcomes: Float64Array
}

/**
 * A simple game that approximates the sampled one: the value of a coalition is a sum over its players, where each
 * counts `level` plus `bend` times the squared distance of the size from half of all players, and a curve of its
 * size.
 */
export interface SurrogateGame {
  level: Float64Array
  bend: Float64Array
  curve: Float64Array
}

/** Powers of the imbalance between the sides that describe their difference. */
const POWERS = [0, 1, 2, 3]
/** Ridge penalty of the players' weights, which matters with few draws; the curve's is far smaller. */
const HOLD = 1
const HOLD_CURVE = 1e-6

const unevenness = (size: number, players: number): number => (players - 2 * size) / players

const featuresOf = ({ sides, size }: CoalitionDraw): Float64Array => {
  const players = sides.length
  const uneven = unevenness(size, players)
  const features = new Float64Array(2 * players + POWERS.length)
  for (let at = 0; at < players; at += 1) {
    features[at] = sides[at]!
    features[players + at] = sides[at]! * uneven * uneven
  }
  POWERS.forEach((power, k) => (features[2 * players + k] = uneven ** power))
  return features
}

/**
 * Normal equations of least squares fits of several outcomes: the lower half of a square matrix, row by row, and the
 * right sides, one after another.
 */
export interface LeastSquaresEquations {
  square: Float64Array
  rights: Float64Array
}

export const emptyLeastSquaresEquations = (players: number, outcomes: number): LeastSquaresEquations => {
  const many = 2 * players + POWERS.length
  return { square: new Float64Array(many * many), rights: new Float64Array(many * outcomes) }
}

/** Adds a draw to the equations. */
export const addDrawToEquations = ({ square, rights }: LeastSquaresEquations, draw: CoalitionDraw): void => {
  const features = featuresOf(draw)
  const many = features.length
  draw.outcomes.forEach((outcome, which) => {
    for (let row = 0; row < many; row += 1) rights[which * many + row]! += features[row]! * outcome
  })
  for (let row = 0; row < many; row += 1) {
    const weight = features[row]!
    for (let column = 0; column <= row; column += 1)
      square[row * many + column]! += weight * features[column]!
  }
}

/** Factorises a positive definite matrix in place (Cholesky). */
const takeApart = (square: Float64Array, many: number): void => {
  for (let row = 0; row < many; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = square[row * many + column]!
      for (let k = 0; k < column; k += 1) sum -= square[row * many + k]! * square[column * many + k]!
      square[row * many + column] = row === column ? Math.sqrt(sum) : sum / square[column * many + column]!
    }
}

/** Solves equations whose matrix is factorised, for one right side, in place. */
const solve = (square: Float64Array, right: Float64Array): void => {
  const many = right.length
  for (let row = 0; row < many; row += 1) {
    for (let k = 0; k < row; k += 1) right[row]! -= square[row * many + k]! * right[k]!
    right[row]! /= square[row * many + row]!
  }
  for (let row = many - 1; row >= 0; row -= 1) {
    for (let k = row + 1; k < many; k += 1) right[row]! -= square[k * many + row]! * right[k]!
    right[row]! /= square[row * many + row]!
  }
}

/** For each outcome, the surrogate that fits some draws best, from their summed equations; ridge regression. */
export const fitSurrogateGames = (
  some: readonly LeastSquaresEquations[],
  players: number,
  outcomes: number,
): SurrogateGame[] => {
  const sum = emptyLeastSquaresEquations(players, outcomes)
  const many = 2 * players + POWERS.length
  for (const { square, rights } of some) {
    square.forEach((value, at) => (sum.square[at]! += value))
    rights.forEach((value, at) => (sum.rights[at]! += value))
  }
  for (let at = 0; at < many; at += 1) sum.square[at * many + at]! += at < 2 * players ? HOLD : HOLD_CURVE
  takeApart(sum.square, many)
  return Array.from({ length: outcomes }, (_, which) => {
    const weights = sum.rights.subarray(which * many, (which + 1) * many)
    solve(sum.square, weights)
    return {
      level: weights.subarray(0, players),
      bend: weights.subarray(players, 2 * players),
      curve: weights.subarray(2 * players),
    }
  })
}

const curveAt = ({ curve }: SurrogateGame, uneven: number): number =>
  POWERS.reduce((total, power, k) => total + curve[k]! * uneven ** power, 0)

/** The outcome that the surrogate expects for a draw. */
export const surrogateValueOfDraw = (surrogate: SurrogateGame, { sides, size }: CoalitionDraw): number => {
  const { level, bend } = surrogate
  const uneven = unevenness(size, sides.length)
  let sum = curveAt(surrogate, uneven)
  for (let at = 0; at < sides.length; at += 1) sum += sides[at]! * (level[at]! + bend[at]! * uneven * uneven)
  return sum
}

/** Exact mean, over all draws of a size, of what the surrogate expects. */
export const surrogateMeanOfSize = (surrogate: SurrogateGame, size: number): number => {
  const { level, bend } = surrogate
  const uneven = unevenness(size, level.length)
  const sum = level.reduce((total, own, at) => total + own + bend[at]! * uneven * uneven, 0)
  return curveAt(surrogate, uneven) - uneven * sum
}

/**
 * For every player, the exact mean of its contribution over all draws of a size, by the surrogates of the first two
 * outcomes. If the player is drawn, that is the first outcome divided by the number of players drawn; if not, it is
 * minus the second outcome divided by the number of players not drawn.
 */
export const surrogateMeanContributions = (
  here: SurrogateGame,
  others: SurrogateGame,
  size: number,
): Float64Array => {
  const players = here.level.length
  const uneven = unevenness(size, players)
  const mean = (surrogate: SurrogateGame, side: 1 | -1): Float64Array => {
    const counts = surrogate.level.map((own, at) => own + surrogate.bend[at]! * uneven * uneven)
    const all = counts.reduce((a, b) => a + b, 0)
    const curve = curveAt(surrogate, uneven)
    const sideOfOthers = (2 * size - players - side) / Math.max(1, players - 1)
    return counts.map(count => curve + side * count + sideOfOthers * (all - count))
  }
  const [drawn, left] = [mean(here, 1), mean(others, -1)]
  return drawn.map((one, at) => (one - left[at]!) / players)
}
