import { describe, expect, it } from 'vitest'
import { findConnectorCut } from './connectors.ts'
import type { Column, MarketProgram, Row } from './program.ts'
import { splitIntoSubmarkets } from './submarkets.ts'

const project = (player: number): Column => ({ player, value: -100, whole: true, upper: 1 })
const requirement = (player: number): Column => ({ player, value: 300, whole: true, upper: 1 })

const row = (amounts: Record<number, number>, union = false): Row => ({
  columns: Object.keys(amounts).map(Number),
  coefficients: Object.values(amounts),
  limit: 0,
  equal: false,
  union,
})

const program = (columns: Column[], rows: Row[]): MarketProgram => ({
  players: columns.map((_, at) => `player ${at}`),
  columns,
  rows,
})

describe('connected components of a market', () => {
  // Requirement 3 is needed before project 1 supplies; from then on both requirements may use it, but that row of
  // requirement 3 alone says less than its earlier one, and is dropped.
  const later = program(
    [project(0), project(1), requirement(2), requirement(3), requirement(4)],
    [
      row({ 0: -10, 3: 8 }),
      row({ 0: -10, 2: 5 }),
      row({ 0: -10, 1: -4, 2: 5, 3: 8 }, true),
      row({ 1: -7, 4: 6 }),
    ],
  )

  it('connects needs through a supply that they only share together', () => {
    expect(splitIntoSubmarkets(later, false).map(({ from }) => from)).toEqual([[0, 1, 2, 3, 4]])
  })

  it('treats a supply that several needs only share together as a connector between blocks', () => {
    const cut = findConnectorCut(later)
    expect(cut?.connectors).toEqual([1])
    expect(cut?.blocks.map(({ from }) => from)).toEqual([
      [0, 1, 2, 3],
      [1, 4],
    ])
  })

  it('does not connect needs through a row that adds nothing to their own rows', () => {
    const apart = program(
      [project(0), project(1), requirement(2), requirement(3)],
      [row({ 0: -10, 2: 8 }), row({ 1: -9, 3: 9 }), row({ 0: -10, 1: -9, 2: 8, 3: 9 }, true)],
    )
    expect(splitIntoSubmarkets(apart, false).map(({ from }) => from)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })
})
