import type { CoalitionClasses } from './classes.ts'
import { countSetBits } from './classes.ts'

/**
 * Sums of the values of all sets that combine some of these winners with others, by number of these winners. For each
 * number: the total, then one sum per winner over the sets that include it.
 */
export type JointCoalitionSums = Float64Array

const tallied = ({ own, classOf, classes, base }: CoalitionClasses) => {
  const width = own.length + 1
  const places = width * width
  const counts = Array.from({ length: classes }, () => new Map<number, number>())
  const bases = new Float64Array(places)
  classOf.forEach((at, set) => {
    const of = counts[at]!
    const size = countSetBits(set)
    const put = (member: number): void => {
      const place = size * width + member
      of.set(place, (of.get(place) ?? 0) + 1)
      bases[place]! += base[set]!
    }
    put(0)
    for (let rest = set; rest !== 0; rest &= rest - 1) put(32 - Math.clz32(rest & -rest))
  })
  return {
    bases,
    lists: counts.map(of => ({ at: Int32Array.from(of.keys()), many: Float64Array.from(of.values()) })),
  }
}

/**
 * Sums the values of all sets of a block's winners together with others, of whom only the value for each way to fund
 * connectors matters (NaN for a way that they cannot take).
 */
export const prepareJointCoalitionSums = (classes: CoalitionClasses, ways: number) => {
  const { bases, lists } = tallied(classes)
  return (values: ArrayLike<number>): JointCoalitionSums => {
    const sums = bases.slice()
    lists.forEach(({ at, many }, which) => {
      let best = values[0]!
      for (let way = 1; way < ways; way += 1) {
        const value = values[way]! + classes.gains[which * ways + way]!
        if (value > best) best = value
      }
      for (let k = 0; k < at.length; k += 1) sums[at[k]!]! += best * many[k]!
    })
    return sums
  }
}
