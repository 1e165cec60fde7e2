import type { RecordedDraws, Side } from './draws.ts'

/** Shares of a sampled part and the half widths of their 95 percent intervals, in pence, by winner. */
export interface SampledShares {
  names: string[]
  shares: number[]
  halfWidths: number[]
}

/** Groups of batches. The draws of each group are compared with a surrogate (a regression) fitted to the other groups. */
const LOTS = 8
/** Weights of the penalties on the surrogate's players and on its curve. */
const PENALTY = { players: 1, curve: 1e-6 }

/** A set that was drawn, its size, and the values that were filed for it. */
interface Outcome {
  set: Uint8Array
  size: number
  values: number[]
}

const logFactorials = (most: number): number[] => {
  const logs = [0]
  for (let n = 1; n <= most; n += 1) logs.push(logs[n - 1]! + Math.log(n))
  return logs
}

/**
 * Outcome of a draw by Shapley's formula with each set taken together with its complement: a draw of `size` stands for
 * all sets of this size, and each side is combined with all sets of the winners in blocks.
 */
const outcomeOf = (draws: RecordedDraws, at: number, logs: readonly number[]): Outcome | null => {
  const [m, k] = [draws.drawn.length, draws.others.length]
  const set = draws.sets[at]!
  const size = set.reduce((sum, one) => sum + one, 0)
  const [here, there] = ([1, 0] satisfies Side[]).map(side => draws.sumsOf(at, side))
  if (!here || !there) return null
  const weight = (members: number): number =>
    members === 0
      ? 0
      : Math.exp(
          logs[m]! -
            logs[size]! -
            logs[m - size]! +
            logs[members - 1]! +
            logs[m + k - members]! -
            logs[m + k]!,
        )
  const values = Array.from({ length: 2 + k }, () => 0)
  for (let some = 0; some <= k; some += 1) {
    const [forDrawn, forLeft] = [weight(size + some), weight(m - size + some)]
    values[0]! += size * forDrawn * (here[some]![0]! - there[k - some]![0]!)
    values[1]! -= (m - size) * forLeft * (there[some]![0]! - here[k - some]![0]!)
    for (let other = 1; other <= k; other += 1) {
      const without = (sums: Float64Array[]): number => sums[k - some]![0]! - sums[k - some]![other]!
      values[1 + other]! += forDrawn * (here[some]![other]! - without(there))
      values[1 + other]! += forLeft * (there[some]![other]! - without(here))
    }
  }
  return { set, size, values }
}

/** Adds what values say of a draw to the shares; a draw of half of all counts half, because both sides are like it. */
const addTo = (shares: Float64Array, { set, size }: Outcome, values: readonly number[], times = 1): void => {
  const m = set.length
  const count = times * (2 * size === m ? 0.5 : 1)
  set.forEach((is, player) => {
    shares[player]! += is === 1 ? (count * values[0]!) / size : -(count * values[1]!) / (m - size)
  })
  for (let at = 2; at < values.length; at += 1) shares[m + at - 2]! += count * values[at]!
}

const unevenness = (size: number, m: number): number => (m - 2 * size) / m

/**
 * Variables of the regression for a draw: 1 or -1 for each player, in the set or not; these times the square of the
 * unevenness; and a cubic curve of the unevenness.
 */
const features = ({ set, size }: Pick<Outcome, 'set' | 'size'>): number[] => {
  const u = unevenness(size, set.length)
  const sides = Array.from(set, is => (is === 1 ? 1 : -1))
  return [...sides, ...sides.map(side => side * u * u), 1, u, u ** 2, u ** 3]
}

/** Solves symmetric equations for several right sides by elimination with the largest pivot. */
const solved = (square: readonly Float64Array[], rights: readonly Float64Array[]): Float64Array[] => {
  const rows = square.map((row, at) => Float64Array.of(...row, ...rights.map(right => right[at]!)))
  const n = rows.length
  for (let at = 0; at < n; at += 1) {
    let pivot = at
    for (let row = at + 1; row < n; row += 1)
      if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row
    ;[rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!]
    for (let row = at + 1; row < n; row += 1) {
      const times = rows[row]![at]! / rows[at]![at]!
      if (times !== 0) for (let k = at; k < rows[at]!.length; k += 1) rows[row]![k]! -= times * rows[at]![k]!
    }
  }
  return rights.map((_, right) => {
    const x = new Float64Array(n)
    for (let at = n - 1; at >= 0; at -= 1) {
      let rest = rows[at]![n + right]!
      for (let k = at + 1; k < n; k += 1) rest -= rows[at]![k]! * x[k]!
      x[at] = rest / rows[at]![at]!
    }
    return x
  })
}

/** Sums for least squares over some outcomes. */
const emptyFit = (m: number, outcomes: number) => ({
  square: Array.from({ length: 2 * m + 4 }, () => new Float64Array(2 * m + 4)),
  rights: Array.from({ length: outcomes }, () => new Float64Array(2 * m + 4)),
})

type Fit = ReturnType<typeof emptyFit>

const addToFit = ({ square, rights }: Fit, outcome: Outcome): void => {
  const row = features(outcome)
  row.forEach((weight, at) => {
    row.forEach((other, k) => (square[at]![k]! += weight * other))
    outcome.values.forEach((value, which) => (rights[which]![at]! += weight * value))
  })
}

const surrogateFrom = (fits: readonly Fit[], m: number, outcomes: number): Float64Array[] => {
  const { square, rights } = emptyFit(m, outcomes)
  for (const fit of fits) {
    fit.square.forEach((row, at) => row.forEach((value, k) => (square[at]![k]! += value)))
    fit.rights.forEach((right, which) => right.forEach((value, at) => (rights[which]![at]! += value)))
  }
  square.forEach((row, at) => (row[at]! += at < 2 * m ? PENALTY.players : PENALTY.curve))
  return solved(square, rights)
}

const dot = (weights: Float64Array, row: readonly number[]): number =>
  row.reduce((sum, value, at) => sum + value * weights[at]!, 0)

/** Adds to each share what the surrogate alone would give it, averaged over all sets of each size. */
const addMeans = (
  shares: Float64Array,
  surrogate: readonly Float64Array[],
  m: number,
  size: number,
): void => {
  const u = unevenness(size, m)
  const count = 2 * size === m ? 0.5 : 1
  const parts = surrogate.map(weights => {
    const each = Array.from({ length: m }, (_, player) => weights[player]! + weights[m + player]! * u * u)
    const curve = dot(weights.subarray(2 * m), [1, u, u ** 2, u ** 3])
    return { each, curve, all: each.reduce((a, b) => a + b, 0) }
  })
  const [drawn, left] = parts
  for (let player = 0; player < m; player += 1) {
    const mean = ({ each, curve, all }: (typeof parts)[number], side: 1 | -1): number =>
      curve + side * each[player]! + ((2 * size - m - side) / Math.max(1, m - 1)) * (all - each[player]!)
    shares[player]! += (count * (mean(drawn!, 1) - mean(left!, -1))) / m
  }
  parts.slice(2).forEach(({ curve, all }, at) => (shares[m + at]! += count * (curve - u * all)))
}

/** The mean of each kind, for all who are in it. */
const averaged = (shares: Float64Array, { kinds }: RecordedDraws): Float64Array => {
  const means = new Float64Array(shares.length)
  for (const kind of kinds) {
    let total = 0
    for (const at of kind) total += shares[at]!
    for (const at of kind) means[at] = total / kind.length
  }
  return means
}

/** Half width of a 95 percent interval by Student's t, from the number of batches and their variance. */
const halfWidth = (many: number, squares: number): number => {
  const freedom = many - 1
  const t = 1.96 + 2.4 / freedom + 3 / freedom ** 2
  return t * Math.sqrt(squares / freedom / many)
}

/** Negative shares become 0, and all others pay equally for that. */
const withoutNegative = (shares: readonly number[]): number[] => {
  const total = shares.reduce((a, b) => a + b, 0)
  let some = [...shares]
  for (;;) {
    const kept = some.filter(share => share > 0)
    const excess = (kept.reduce((a, b) => a + b, 0) - total) / kept.length
    if (kept.every(share => share >= excess)) return some.map(share => (share > 0 ? share - excess : 0))
    some = some.map(share => (share > excess ? share : 0))
  }
}

/**
 * The shares that follow from filed draws by the published rule, with their half widths; null if the winners in blocks
 * have too many classes of sets. Sizes 0 and 1 are complete; each batch gives one estimate of the rest.
 */
export const sharesFromDraws = (draws: RecordedDraws): SampledShares | null => {
  const [m, k] = [draws.drawn.length, draws.others.length]
  const logs = logFactorials(m + k)
  const outcomes: Outcome[] = []
  for (let at = 0; at < draws.sets.length; at += 1) {
    const outcome = outcomeOf(draws, at, logs)
    if (outcome === null) return null
    outcomes.push(outcome)
  }
  const complete = m > 1 ? 1 + m : 1
  const base = new Float64Array(m + k)
  for (const outcome of outcomes.slice(0, complete))
    if (outcome.size === 0) {
      for (let player = 0; player < m; player += 1) base[player]! -= outcome.values[1]! / m
      for (let at = 0; at < k; at += 1) base[m + at]! += outcome.values[2 + at]!
    } else addTo(base, outcome, outcome.values, 1 / m)
  const names = [...draws.drawn, ...draws.others]
  const known = averaged(base, draws)
  if (draws.batches === 0)
    return { names, shares: withoutNegative([...known]), halfWidths: names.map(() => 0) }
  const sizes = Array.from({ length: Math.floor(m / 2) - 1 }, (_, at) => at + 2)
  const batches: Outcome[][] = []
  for (const outcome of outcomes.slice(complete)) {
    const last = batches.at(-1)
    if (last === undefined || last.at(-1)!.size >= outcome.size) batches.push([outcome])
    else last.push(outcome)
  }
  const fits = Array.from({ length: LOTS }, () => emptyFit(m, 2 + k))
  batches.forEach((batch, at) => batch.forEach(one => addToFit(fits[at % LOTS]!, one)))
  const surrogates = fits.map(own =>
    surrogateFrom(
      fits.filter(fit => fit !== own),
      m,
      2 + k,
    ),
  )
  const means = surrogates.map(surrogate => {
    const sum = new Float64Array(m + k)
    for (const size of sizes) addMeans(sum, surrogate, m, size)
    return sum
  })
  const estimates = batches.map((batch, at) => {
    const sum = means[at % LOTS]!.slice()
    const surrogate = surrogates[at % LOTS]!
    for (const one of batch) {
      const row = features(one)
      addTo(
        sum,
        one,
        one.values.map((value, which) => value - dot(surrogate[which]!, row)),
        draws.stride,
      )
    }
    return averaged(sum, draws)
  })
  const mean = names.map((_, at) => estimates.reduce((sum, one) => sum + one[at]!, 0) / estimates.length)
  const squares = mean.map((own, at) => estimates.reduce((sum, one) => sum + (one[at]! - own) ** 2, 0))
  return {
    names,
    shares: withoutNegative(mean.map((own, at) => known[at]! + own)),
    halfWidths: squares.map(sum => halfWidth(estimates.length, sum)),
  }
}
