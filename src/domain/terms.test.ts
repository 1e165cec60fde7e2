import { expect, it } from 'vitest'
import { termIn } from './terms.ts'

it('a label is explained by the term in it, the longest first', () => {
  expect(termIn('Ongoing units')).toBe('ongoing')
  expect(termIn('Longstop delivery start date')).toBe('longstop')
  expect(termIn('AMP end')).toBe('AMP end')
  expect(termIn('Rights allocated')).toBe('rights allocated')
  expect(termIn('In reserve')).toBe('reserve')
  expect(termIn('Holding number')).toBe('holding number')
  expect(termIn('Section 106 agreement')).toBe('section 106 agreement')
})

it('a label in the plural is about the same term', () => {
  expect(termIn('Local planning authorities')).toBe('planning authority')
  expect(termIn('National character areas')).toBe('national character area')
  expect(termIn('Mitigation durations')).toBe('mitigation')
})

it('a word that only contains a term is none', () => {
  expect(termIn('Unconditional')).toBe(null)
  expect(termIn('Name')).toBe(null)
})
