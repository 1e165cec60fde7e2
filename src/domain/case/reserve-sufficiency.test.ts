import { describe, expect, it } from 'vitest'
import { shareOfUnits, sufficiencyOfReserve } from './reserve-sufficiency.ts'

describe('the sufficiency of a reserve', () => {
  it('compares the reserve with the units outstanding, and that of other projects with the largest', () => {
    expect(
      sufficiencyOfReserve([
        { reserve: 40, relied: 300 },
        { reserve: 10, relied: 100 },
        { reserve: 15, relied: 0 },
      ]),
    ).toEqual({ reserve: 65, outstanding: 400, largest: 300, covered: 25 })
  })

  it('covers no more than the largest project has', () => {
    expect(
      sufficiencyOfReserve([
        { reserve: 0, relied: 20 },
        { reserve: 50, relied: 5 },
      ]).covered,
    ).toBe(20)
  })

  it('takes the worse of two projects of the same size', () => {
    expect(
      sufficiencyOfReserve([
        { reserve: 30, relied: 100 },
        { reserve: 10, relied: 100 },
      ]).covered,
    ).toBe(10)
  })

  it('is nothing of nothing', () => {
    expect(sufficiencyOfReserve([])).toEqual({ reserve: 0, outstanding: 0, largest: 0, covered: 0 })
    expect([shareOfUnits(0, 0), shareOfUnits(65, 400)]).toEqual([null, 0.1625])
  })
})
