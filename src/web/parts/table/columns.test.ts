import { expect, it } from 'vitest'
import { chosenColumns, columnsParam } from './columns.ts'

const COLUMNS = [
  { id: 'name', header: 'Project', main: true },
  { id: 'status', header: 'Status' },
  { id: 'offer', header: 'Offer' },
  { id: 'start', header: 'Start', isExtra: true },
] as const

const shown = (asked: string | null) => chosenColumns(COLUMNS, asked).map(({ id }) => id)

it('an address names the columns of a list in order; the name stays first, and unknown columns are left out', () => {
  expect(shown('start,status')).toEqual(['name', 'start', 'status'])
  expect(shown('offer,name,offer,constructor')).toEqual(['name', 'offer'])
})

it('a list has its default columns without a valid word in its address', () => {
  expect(shown(null)).toEqual(['name', 'status', 'offer'])
  expect(shown('')).toEqual(['name', 'status', 'offer'])
  expect(shown('nothing')).toEqual(['name', 'status', 'offer'])
})

it('the default columns of a list need no word in the address', () => {
  expect(columnsParam(COLUMNS, chosenColumns(COLUMNS, null))).toBeNull()
  expect(columnsParam(COLUMNS, chosenColumns(COLUMNS, 'offer,status'))).toBe('offer,status')
})
