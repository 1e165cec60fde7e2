import { expect, it } from 'vitest'
import { chosenColumns, columnsWord } from './columns.ts'

const COLUMNS = [
  { id: 'name', header: 'Project', main: true },
  { id: 'status', header: 'Status' },
  { id: 'offer', header: 'Offer' },
  { id: 'start', header: 'Start', isExtra: true },
] as const

const shown = (asked: string | null) => chosenColumns(COLUMNS, asked).map(({ id }) => id)

it('an address names the columns of a list in their order; the name stays first, and what is no column is left out', () => {
  expect(shown('start,status')).toEqual(['name', 'start', 'status'])
  expect(shown('offer,name,offer,constructor')).toEqual(['name', 'offer'])
})

it('without a word in its address, or with none that is a column, a list has its own columns', () => {
  expect(shown(null)).toEqual(['name', 'status', 'offer'])
  expect(shown('')).toEqual(['name', 'status', 'offer'])
  expect(shown('nothing')).toEqual(['name', 'status', 'offer'])
})

it('the columns that a list has by itself need no word', () => {
  expect(columnsWord(COLUMNS, chosenColumns(COLUMNS, null))).toBeNull()
  expect(columnsWord(COLUMNS, chosenColumns(COLUMNS, 'offer,status'))).toBe('offer,status')
})
