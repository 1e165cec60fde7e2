import type { Classes } from './classes.ts'
import { sizeOf } from './classes.ts'

/**
 * What all sets of some winners are worth beside others: by their size, in all (place 0), and for each winner of those
 * it is in. Sizes follow one another, each with one place more than there are winners.
 */
export type Beside = Float64Array

const tallied = ({ own, classOf, classes, base }: Classes) => {
  const width = own.length + 1
  const places = width * width
  const counts = Array.from({ length: classes }, () => new Map<number, number>())
  const bases = new Float64Array(places)
  classOf.forEach((at, set) => {
    const of = counts[at]!
    const size = sizeOf(set)
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
 * Adds up what all sets of a block's winners are worth together with some others, of whom only what they are worth for
 * every way to fund connectors matters (not a number: a way they cannot take).
 */
export const besideOf = (classes: Classes, ways: number) => {
  const { bases, lists } = tallied(classes)
  return (values: ArrayLike<number>): Beside => {
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
