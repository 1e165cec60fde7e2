import { describe, expect, it } from 'vitest'
import { cutOf } from './connectors.ts'
import type { Column, Program, Row } from './program.ts'
import { submarkets } from './submarkets.ts'

const project = (player: number): Column => ({ player, value: -100, whole: true, upper: 1 })
const requirement = (player: number): Column => ({ player, value: 300, whole: true, upper: 1 })

const row = (amounts: Record<number, number>, union = false): Row => ({
  columns: Object.keys(amounts).map(Number),
  coefficients: Object.values(amounts),
  limit: 0,
  equal: false,
  union,
})

const program = (columns: Column[], rows: Row[]): Program => ({
  players: columns.map((_, at) => `player ${at}`),
  columns,
  rows,
})

describe('what connects a market', () => {
  // Requirement 3 is needed before project 1 supplies; from then on both requirements may use it, but that row of
  // requirement 3 alone says less than its earlier one, and is not kept.
  const later = program(
    [project(0), project(1), requirement(2), requirement(3), requirement(4)],
    [
      row({ 0: -10, 3: 8 }),
      row({ 0: -10, 2: 5 }),
      row({ 0: -10, 1: -4, 2: 5, 3: 8 }, true),
      row({ 1: -7, 4: 6 }),
    ],
  )

  it('a market is also connected by a supply that several needs share only together', () => {
    expect(submarkets(later, false).map(({ from }) => from)).toEqual([[0, 1, 2, 3, 4]])
  })

  it('a supply that several needs share only together is a connector between the blocks', () => {
    const cut = cutOf(later)
    expect(cut?.connectors).toEqual([1])
    expect(cut?.blocks.map(({ from }) => from)).toEqual([
      [0, 1, 2, 3],
      [1, 4],
    ])
  })

  it('no market is connected by a row over several needs that says no more than their own', () => {
    const apart = program(
      [project(0), project(1), requirement(2), requirement(3)],
      [row({ 0: -10, 2: 8 }), row({ 1: -9, 3: 9 }), row({ 0: -10, 1: -9, 2: 8, 3: 9 }, true)],
    )
    expect(submarkets(apart, false).map(({ from }) => from)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })
})
