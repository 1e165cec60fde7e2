import { describe, expect, it } from 'vitest'
import { removeDominatedPeriods, type PeriodNeeds } from './dominated-periods.ts'

/** Both services may serve the first two needs; a third service serves only the last need. */
const serves = [[0, 1], [0, 1], [2]]

const period = (needs: Record<number, number>, supplies: Record<number, number>): PeriodNeeds => ({
  needs: new Map(
    Object.entries(needs).map(([option, amount]) => [
      Number(option),
      {
        column: Number(option),
        amount,
        services: serves[Number(option)]!.filter(service => supplies[service] !== undefined),
      },
    ]),
  ),
  supplies: new Map(
    Object.entries(supplies).map(([service, amount]) => [
      Number(service),
      { column: 10 + Number(service), amount },
    ]),
  ),
})

const keptOf = (...periods: PeriodNeeds[]): number[][] =>
  removeDominatedPeriods(
    periods,
    option => serves[option]!,
    () => {},
  ).map(({ needs }) => [...needs.keys()])

describe('redundant periods', () => {
  it('drops a period when another supplies no more and needs no less', () => {
    expect(keptOf(period({ 0: 5 }, { 0: 8, 1: 4 }), period({ 0: 5, 1: 3 }, { 0: 8 }))).toEqual([[], [0, 1]])
  })

  it('keeps a period that needs more of one requirement, or supplies less for it', () => {
    expect(keptOf(period({ 0: 6 }, { 0: 8 }), period({ 0: 5, 1: 3 }, { 0: 8 }))).toEqual([[0], [0, 1]])
    expect(keptOf(period({ 0: 5 }, { 0: 7 }), period({ 0: 5, 1: 3 }, { 0: 8 }))).toEqual([[0], [0, 1]])
  })

  it('keeps one of several identical periods', () => {
    const same = period({ 0: 5, 1: 3 }, { 0: 8 })
    expect(keptOf(same, same, same)).toEqual([[], [], [0, 1]])
  })

  it('compares connected needs separately from the rest of the period', () => {
    expect(keptOf(period({ 0: 5, 2: 9 }, { 0: 8, 2: 9 }), period({ 0: 5, 2: 1 }, { 0: 8, 2: 9 }))).toEqual([
      [2],
      [0],
    ])
  })
})
