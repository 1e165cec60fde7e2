import type { Prices } from '../solver/safe-bound.ts'

/** What some prices say of sets of members: no set is worth more than the sum of what its members bring. */
interface Bound {
  always: number
  winners: Float64Array
  connectors: Float64Array
  /** What it says of the winners looked at, and of all that is always there. */
  now: number
}

/** So many prices are remembered; the more, the more often a question need not be asked. */
const MOST_KEPT = 64
/** The first of them, those that were of use most often lately, make way for no others. */
const SAFE = 32

const sumOver = (set: number, from: Float64Array, start: number): number => {
  let sum = start
  for (let rest = set; rest !== 0; rest &= rest - 1) sum += from[31 - Math.clz32(rest & -rest)]!
  return sum
}

/**
 * Remembers at which prices of the rows earlier questions were answered, and answers others with them at once: at any
 * prices the relaxation bounds what every set of members is worth (weak duality), as a sum over its members. Columns
 * that must be used count in any case, all others only where they bring something.
 */
export const priceBounds = (
  memberOf: Int32Array,
  mustBeUsed: ArrayLike<number>,
  connectors: number,
  winners: number,
) => {
  const bounds: Bound[] = []
  let looked = 0
  let next = SAFE
  const boundOf = ({ paid, brings }: Prices): Bound => {
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
    learn: (prices: Prices): void => {
      const bound = boundOf(prices)
      lookWith(bound)
      if (bounds.length < MOST_KEPT) {
        bounds.push(bound)
        return
      }
      bounds[next] = bound
      next = next + 1 < MOST_KEPT ? next + 1 : SAFE
    },
    /** Looks at a set of winners. */
    look: (set: number): void => {
      looked = set
      bounds.forEach(lookWith)
    },
    /** Is it known that the winners looked at, all used, come to less with these connectors? */
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
