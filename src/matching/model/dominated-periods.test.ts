import { describe, expect, it } from 'vitest'
import { withoutDominated, type Stretch } from './dominated-periods.ts'

/** Both services may serve the first two needs; a third service serves the last need alone. */
const serves = [[0, 1], [0, 1], [2]]

const period = (needs: Record<number, number>, supplies: Record<number, number>): Stretch => ({
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

const keptOf = (...periods: Stretch[]): number[][] =>
  withoutDominated(
    periods,
    option => serves[option]!,
    () => {},
  ).map(({ needs }) => [...needs.keys()])

describe('periods that say nothing of their own', () => {
  it('a period is dropped where another asks no less and brings no more', () => {
    expect(keptOf(period({ 0: 5 }, { 0: 8, 1: 4 }), period({ 0: 5, 1: 3 }, { 0: 8 }))).toEqual([[], [0, 1]])
  })

  it('a period stays that asks more of one need, or brings less for it', () => {
    expect(keptOf(period({ 0: 6 }, { 0: 8 }), period({ 0: 5, 1: 3 }, { 0: 8 }))).toEqual([[0], [0, 1]])
    expect(keptOf(period({ 0: 5 }, { 0: 7 }), period({ 0: 5, 1: 3 }, { 0: 8 }))).toEqual([[0], [0, 1]])
  })

  it('of periods that say the same, one stays', () => {
    const same = period({ 0: 5, 1: 3 }, { 0: 8 })
    expect(keptOf(same, same, same)).toEqual([[], [], [0, 1]])
  })

  it('needs that hang together are judged by themselves, whatever the rest of the period says', () => {
    expect(keptOf(period({ 0: 5, 2: 9 }, { 0: 8, 2: 9 }), period({ 0: 5, 2: 1 }, { 0: 8, 2: 9 }))).toEqual([
      [2],
      [0],
    ])
  })
})
