import { expect, it } from 'vitest'
import { nextSort, sortRows, type SortKey, type TableSort } from './sorting.ts'

const sorted = (keys: readonly SortKey[], direction: TableSort['direction']) =>
  sortRows(keys, key => key, direction)

it('texts are sorted as people read them, with their numbers by value', () => {
  expect(sorted(['Round 10', 'round 2', 'Éden', 'Field'], 'asc')).toEqual([
    'Éden',
    'Field',
    'round 2',
    'Round 10',
  ])
  expect(sorted([3, 20, 1], 'desc')).toEqual([20, 3, 1])
})

it('rows without a key are last in both directions', () => {
  expect(sorted([null, 'b', null, 'a'], 'asc')).toEqual(['a', 'b', null, null])
  expect(sorted([null, 2, 3], 'desc')).toEqual([3, 2, null])
})

it('rows with equal keys stay in their order in both directions', () => {
  const rows = ['b1', 'a1', 'b2', 'a2']
  const by = (direction: TableSort['direction']) => sortRows(rows, row => row.slice(0, 1), direction)
  expect([by('asc'), by('desc')]).toEqual([
    ['a1', 'a2', 'b1', 'b2'],
    ['b1', 'b2', 'a1', 'a2'],
  ])
})

it('a heading sorts texts upwards and figures downwards first, then the other way, then not', () => {
  const pressedThrice = (key: SortKey | undefined) => {
    const first = nextSort(null, 'units', key)
    const second = nextSort(first, 'units', key)
    return [first?.direction, second?.direction, nextSort(second, 'units', key)]
  }
  expect(pressedThrice('Sedge')).toEqual(['asc', 'desc', null])
  expect(pressedThrice(4)).toEqual(['desc', 'asc', null])
  expect(pressedThrice(null)).toEqual(['desc', 'asc', null])
})

it('another heading begins again', () => {
  expect(nextSort({ column: 'name', direction: 'asc' }, 'units', 4)).toEqual({
    column: 'units',
    direction: 'desc',
  })
})
