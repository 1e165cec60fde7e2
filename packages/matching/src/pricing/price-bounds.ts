import type { DualPrices } from '../solver/safe-bound.ts'

/** Upper bound that some dual prices give for sets of members: a sum over the members. */
interface Bound {
  always: number
  winners: Float64Array
  connectors: Float64Array
  /** Bound of the current set of winners, with everything that is always present. */
  now: number
}

/** Limit of remembered prices; more of them answer more questions. */
const MOST_KEPT = 64
/** The first of them, those most useful recently, are never replaced. */
const SAFE = 32

const sumOver = (set: number, from: Float64Array, start: number): number => {
  let sum = start
  for (let rest = set; rest !== 0; rest &= rest - 1) sum += from[31 - Math.clz32(rest & -rest)]!
  return sum
}

/**
 * Remembers dual prices of the rows from earlier questions, and answers others with them: at any prices the
 * relaxation bounds the value of every set of members (weak duality), as a sum over its members. Columns that must be
 * used always count, all others only if their contribution is positive.
 */
export const createDualBoundCache = (
  memberOf: Int32Array,
  mustBeUsed: ArrayLike<number>,
  connectors: number,
  winners: number,
) => {
  const bounds: Bound[] = []
  let looked = 0
  let next = SAFE
  const boundOf = ({ paid, brings }: DualPrices): Bound => {
    const bound = {
      always: paid,
      winners: new Float64Array(winners),
      connectors: new Float64Array(connectors),
      now: 0,
    }
    memberOf.forEach((member, column) => {
      const most = mustBeUsed[column] === 1 ? brings[column]! : Math.max(0, brings[column]!)
      if (member < 0) bound.always += most
      else if (member < connectors) bound.connectors[member]! += most
      else bound.winners[member - connectors]! += most
    })
    return bound
  }
  const lookWith = (bound: Bound): void => {
    bound.now = sumOver(looked, bound.winners, bound.always)
  }
  return {
    learn: (prices: DualPrices): void => {
      const bound = boundOf(prices)
      lookWith(bound)
      if (bounds.length < MOST_KEPT) {
        bounds.push(bound)
        return
      }
      bounds[next] = bound
      next = next + 1 < MOST_KEPT ? next + 1 : SAFE
    },
    /** Sets the current set of winners. */
    look: (set: number): void => {
      looked = set
      bounds.forEach(lookWith)
    },
    /** True if the current winners, all used, are known to stay below this value with these connectors. */
    isBelow: (funded: number, value: number): boolean => {
      for (const [at, bound] of bounds.entries()) {
        if (sumOver(funded, bound.connectors, bound.now) >= value) continue
        if (at > 0) [bounds[at - 1], bounds[at]] = [bound, bounds[at - 1]!]
        return true
      }
      return false
    },
  }
}
