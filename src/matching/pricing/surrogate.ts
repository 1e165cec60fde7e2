/** Some of the players against all others: which side each is on, and how much more the first are worth. */
export interface Draw {
  /** 1 for the players drawn, -1 for all others. */
  sides: Int8Array
  /** How many were drawn: at most half. */
  size: number
  difference: number
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

/** Normal equations of a least squares fit: the lower half of a square matrix, row by row, and a right side. */
export interface Equations {
  square: Float64Array
  right: Float64Array
}

/** No draws yet. */
export const noEquations = (players: number): Equations => {
  const many = 2 * players + POWERS.length
  return { square: new Float64Array(many * many), right: new Float64Array(many) }
}

/** Takes a draw into the equations. */
export const takeIn = ({ square, right }: Equations, draw: Draw): void => {
  const features = featuresOf(draw)
  const many = features.length
  for (let row = 0; row < many; row += 1) {
    const weight = features[row]!
    right[row] = right[row]! + weight * draw.difference
    for (let column = 0; column <= row; column += 1)
      square[row * many + column] = square[row * many + column]! + weight * features[column]!
  }
}

/** Solves equations with a positive definite square, which it takes apart (Cholesky). */
const solved = ({ square, right }: Equations): Float64Array => {
  const many = right.length
  for (let row = 0; row < many; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = square[row * many + column]!
      for (let k = 0; k < column; k += 1) sum -= square[row * many + k]! * square[column * many + k]!
      square[row * many + column] = row === column ? Math.sqrt(sum) : sum / square[column * many + column]!
    }
  for (let row = 0; row < many; row += 1) {
    for (let k = 0; k < row; k += 1) right[row] = right[row]! - square[row * many + k]! * right[k]!
    right[row] = right[row]! / square[row * many + row]!
  }
  for (let row = many - 1; row >= 0; row -= 1) {
    for (let k = row + 1; k < many; k += 1) right[row] = right[row]! - square[k * many + row]! * right[k]!
    right[row] = right[row]! / square[row * many + row]!
  }
  return right
}

/** The surrogate that fits some draws best, from their equations added up; ridge regression. */
export const fitted = (some: readonly Equations[], players: number): Surrogate => {
  const sum = noEquations(players)
  const many = sum.right.length
  for (const { square, right } of some) {
    square.forEach((value, at) => (sum.square[at] = sum.square[at]! + value))
    right.forEach((value, at) => (sum.right[at] = sum.right[at]! + value))
  }
  for (let at = 0; at < many; at += 1) {
    const diagonal = at * many + at
    sum.square[diagonal] = sum.square[diagonal]! + (at < 2 * players ? HOLD : HOLD_CURVE)
  }
  const weights = solved(sum)
  return {
    level: weights.slice(0, players),
    bend: weights.slice(players, 2 * players),
    curve: weights.slice(2 * players),
  }
}

/** The difference the surrogate would expect. */
export const expectedOf = ({ level, bend, curve }: Surrogate, { sides, size }: Draw): number => {
  const uneven = unevenness(size, sides.length)
  let sum = POWERS.reduce((total, power, k) => total + curve[k]! * uneven ** power, 0)
  for (let at = 0; at < sides.length; at += 1) sum += sides[at]! * (level[at]! + bend[at]! * uneven * uneven)
  return sum
}

/**
 * For every player, the exact mean over all coalitions of a size of `pullOf` times the surrogate's
 * difference: twice what the player counts above the average, over the number of all others.
 */
export const meanPull = ({ level, bend }: Surrogate, size: number): Float64Array => {
  const players = level.length
  const square = unevenness(size, players) ** 2
  const counts = level.map((own, at) => own + bend[at]! * square)
  const average = counts.reduce((a, b) => a + b, 0) / players
  return counts.map(count => (2 * (count - average)) / (players - 1))
}
