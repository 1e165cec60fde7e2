import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareCover } from './share-cover.ts'

type Accepts = (need: number, supply: number) => boolean

const all: Accepts = () => true
const sharesOf = (needs: number[], supplies: number[], accepts: Accepts) =>
  shareCover(needs, supplies, accepts).map(row => row.reduce((sum, units) => sum + units, 0))

/** Every set of needs, with the units that it needs and those of all supplies that may serve it. */
const setsOf = (needs: readonly number[], supplies: readonly number[], accepts: Accepts) =>
  Array.from({ length: 2 ** needs.length }, (_, mask) => {
    const set = needs.flatMap((_need, at) => ((mask >> at) % 2 === 1 ? [at] : []))
    return {
      set,
      needed: set.reduce((sum, at) => sum + needs[at]!, 0),
      supplied: supplies.reduce(
        (sum, units, supply) => (set.some(need => accepts(need, supply)) ? sum + units : sum),
        0,
      ),
    }
  })

const market = fc
  .record({
    needs: fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 6 }),
    supplies: fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 0, maxLength: 5 }),
    pairs: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
  })
  .map(({ pairs, ...rest }) => ({
    ...rest,
    accepts: (need: number, supply: number) => pairs[need * 5 + supply] === true,
  }))

describe('sharing a reserve among holders', () => {
  it('covers everyone if there is enough', () => {
    expect(sharesOf([10, 20], [25, 5], all)).toEqual([10, 20])
  })

  it('gives everyone the same fraction if there is too little, and the rest to the oldest claim', () => {
    expect(sharesOf([100, 300], [200], all)).toEqual([50, 150])
    expect(sharesOf([10, 10, 10], [10], all)).toEqual([4, 3, 3])
    expect(sharesOf([10, 10, 10], [11], all)).toEqual([4, 4, 3])
  })

  it('leaves a supply that both could use to the one who can use no other', () => {
    const accepts: Accepts = (need, supply) => need === 0 || supply === 0
    expect(shareCover([10, 10], [10, 10], accepts)).toEqual([
      [0, 10],
      [10, 0],
    ])
  })

  it('does not take from those who compete for another supply', () => {
    const accepts: Accepts = (need, supply) => need === supply
    expect(sharesOf([100, 100], [20, 70], accepts)).toEqual([20, 70])
  })

  it('covers the most units that any assignment can, and never a unit twice', () => {
    fc.assert(
      fc.property(market, ({ needs, supplies, accepts }) => {
        const cover = shareCover(needs, supplies, accepts)
        const total = cover.flat().reduce((sum, units) => sum + units, 0)
        // The smallest cut: a set of needs is limited by its supplies, the others by themselves.
        const whole = needs.reduce((sum, units) => sum + units, 0)
        const cuts = setsOf(needs, supplies, accepts).map(({ needed, supplied }) => whole - needed + supplied)
        expect(total).toBe(Math.min(...cuts))
        for (const [need, row] of cover.entries()) {
          expect(row.reduce((sum, units) => sum + units, 0)).toBeLessThanOrEqual(needs[need]!)
          for (const [supply, units] of row.entries())
            if (units !== 0) expect([accepts(need, supply), units > 0]).toEqual([true, true])
        }
        for (const [supply, units] of supplies.entries())
          expect(cover.reduce((sum, row) => sum + row[supply]!, 0)).toBeLessThanOrEqual(units)
      }),
      { numRuns: 1000 },
    )
  })

  it('gives no one less than the fraction that everyone can get', () => {
    fc.assert(
      fc.property(market, ({ needs, supplies, accepts }) => {
        const sets = setsOf(needs, supplies, accepts).filter(({ set }) => set.length > 0)
        const least = sets.reduce((a, b) => (a.supplied * b.needed <= b.supplied * a.needed ? a : b))
        for (const [at, share] of sharesOf(needs, supplies, accepts).entries()) {
          const fraction = Math.floor((needs[at]! * least.supplied) / least.needed)
          expect(share).toBeGreaterThanOrEqual(Math.min(needs[at]!, fraction))
        }
      }),
      { numRuns: 500 },
    )
  })
})
