import { drawSet } from './exact/chance.ts'

/** Sets of winners to value again, and what values that agree with the file would show. */
export interface SampledSets {
  sets: Uint8Array[]
  /**
   * Pence: if `settled` of the sets drawn were valued and agree, a change of filed values that shifts any share by more
   * would have been found 99 times of 100.
   */
  foundShift: (settled: number) => number
}

/** Number of sets drawn. */
const DRAWN = 300
/** Number of sets from which these are drawn, in proportion to how far their value can be from the filed one. */
const PROPOSED = 4_096
/** Probability with which a shift may escape. */
const ESCAPE = 0.01

/** Probability of each draw at which something is met 99 times of 100 by some draws. */
export const leastCaught = (drawn: number): number => (drawn === 0 ? 1 : 1 - ESCAPE ** (1 / drawn))

/** Draws an index of a list, each in proportion to its weight. */
export const pickByWeight = (weights: readonly number[], chance: () => number): number => {
  let left = chance() * weights.reduce((sum, weight) => sum + weight, 0)
  const at = weights.findIndex(weight => (left -= weight) < 0)
  return at < 0 ? weights.length - 1 : at
}

/** The empty set, each member alone, all without each member, and all. */
export const extremeSets = (many: number): Uint8Array[] => {
  const [none, all] = [new Uint8Array(many), new Uint8Array(many).fill(1)]
  const each = Array.from({ length: many }, (_, at) => at)
  return [none, ...each.map(at => none.with(at, 1)), ...each.map(at => all.with(at, 0)), all]
}

/**
 * Draws random sets of winners, more often those that can change a share more. In Shapley's formula the value of a set of
 * size s has at most the weight 1 / (min(s, n - s) C(n, s)) in any share. The value is at least that of each member alone,
 * and at most that of all winners without any one that the set lacks; `extremes` has these values in the order of
 * `extremeSets`. The chance of a set is proportional to its weight times the range of its value. If values are falsified so
 * that a share shifts by x, each draw therefore finds it with a probability of at least x divided by the sum of these
 * products, which is estimated.
 */
export const sampleSets = (many: number, extremes: readonly number[], chance: () => number): SampledSets => {
  const sizes = Array.from({ length: Math.max(0, many - 3) }, (_, at) => at + 2)
  const weights = sizes.map(size => 1 / Math.min(size, many - size))
  const sum = weights.reduce((a, b) => a + b, 0)
  const widthOf = (set: Uint8Array): number => {
    let [least, most] = [extremes[0]!, extremes.at(-1)!]
    set.forEach((is, at) => {
      if (is === 1) least = Math.max(least, extremes[1 + at]!)
      else most = Math.min(most, extremes[1 + many + at]!)
    })
    return Math.max(0, most - least)
  }
  const proposed =
    sizes.length === 0
      ? []
      : Array.from({ length: PROPOSED }, () => drawSet(many, sizes[pickByWeight(weights, chance)]!, chance))
  const widths = proposed.map(widthOf)
  const total = widths.reduce((a, b) => a + b, 0)
  const sets = total === 0 ? [] : Array.from({ length: DRAWN }, () => proposed[pickByWeight(widths, chance)]!)
  return {
    sets,
    foundShift: settled => Math.min(extremes.at(-1)!, (sum * total * leastCaught(settled)) / PROPOSED),
  }
}
