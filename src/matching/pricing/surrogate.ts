/** Some of the players against all others: which side each is on, and what follows from it. */
export interface Draw {
  /** 1 for the players drawn, -1 for all others. */
  sides: Int8Array
  /** How many were drawn: at most half. */
  size: number
  /**
   * How much more the first are worth as it counts for them, and as it counts for the others; then what it
   * counts for each player who is on neither side.
   */
  outcomes: Float64Array
}

/**
 * A simple game like the one that is sampled: what players are worth together is a sum over them, where each
 * counts `level` and `bend` times the square of how far the coalition is from half of them all, and a curve of
 * its size.
 */
export interface Surrogate {
  level: Float64Array
  bend: Float64Array
  curve: Float64Array
}

/** The difference is described by powers of how uneven the sides are. */
const POWERS = [0, 1, 2, 3]
/** How strongly players are held back where there are few draws, and the curve hardly at all. */
const HOLD = 1
const HOLD_CURVE = 1e-6

const unevenness = (size: number, players: number): number => (players - 2 * size) / players

const featuresOf = ({ sides, size }: Draw): Float64Array => {
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
 * Normal equations of least squares fits of several outcomes: the lower half of a square matrix, row by row, and
 * the right sides, one after another.
 */
export interface Equations {
  square: Float64Array
  rights: Float64Array
}

/** No draws yet. */
export const noEquations = (players: number, outcomes: number): Equations => {
  const many = 2 * players + POWERS.length
  return { square: new Float64Array(many * many), rights: new Float64Array(many * outcomes) }
}

/** Takes a draw into the equations. */
export const takeIn = ({ square, rights }: Equations, draw: Draw): void => {
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

/** Takes a positive definite square apart in place (Cholesky). */
const takeApart = (square: Float64Array, many: number): void => {
  for (let row = 0; row < many; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = square[row * many + column]!
      for (let k = 0; k < column; k += 1) sum -= square[row * many + k]! * square[column * many + k]!
      square[row * many + column] = row === column ? Math.sqrt(sum) : sum / square[column * many + column]!
    }
}

/** Solves equations whose square is taken apart, for one right side, in place. */
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

/** For each outcome the surrogate that fits some draws best, from their equations added up; ridge regression. */
export const fitted = (some: readonly Equations[], players: number, outcomes: number): Surrogate[] => {
  const sum = noEquations(players, outcomes)
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

const curveAt = ({ curve }: Surrogate, uneven: number): number =>
  POWERS.reduce((total, power, k) => total + curve[k]! * uneven ** power, 0)

/** The outcome the surrogate would expect. */
export const expectedOf = (surrogate: Surrogate, { sides, size }: Draw): number => {
  const { level, bend } = surrogate
  const uneven = unevenness(size, sides.length)
  let sum = curveAt(surrogate, uneven)
  for (let at = 0; at < sides.length; at += 1) sum += sides[at]! * (level[at]! + bend[at]! * uneven * uneven)
  return sum
}

/** The exact mean over all draws of a size of what the surrogate expects. */
export const meanOf = (surrogate: Surrogate, size: number): number => {
  const { level, bend } = surrogate
  const uneven = unevenness(size, level.length)
  const sum = level.reduce((total, own, at) => total + own + bend[at]! * uneven * uneven, 0)
  return curveAt(surrogate, uneven) - uneven * sum
}

/**
 * For every player, the exact mean over all draws of a size of what the surrogates of the first two outcomes
 * expect: of the first, over the number drawn, where the player is drawn, and of the other, over the number of all
 * others and with a minus, where it is not.
 */
export const meanPull = (here: Surrogate, others: Surrogate, size: number): Float64Array => {
  const players = here.level.length
  const uneven = unevenness(size, players)
  const mean = (surrogate: Surrogate, side: 1 | -1): Float64Array => {
    const counts = surrogate.level.map((own, at) => own + surrogate.bend[at]! * uneven * uneven)
    const all = counts.reduce((a, b) => a + b, 0)
    const curve = curveAt(surrogate, uneven)
    const sideOfOthers = (2 * size - players - side) / Math.max(1, players - 1)
    return counts.map(count => curve + side * count + sideOfOthers * (all - count))
  }
  const [drawn, left] = [mean(here, 1), mean(others, -1)]
  return drawn.map((one, at) => (one - left[at]!) / players)
}
