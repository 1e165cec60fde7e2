import { expect, it } from 'vitest'
import { findGlossaryTerm } from './terms.ts'

it('a label is explained by the longest term in it', () => {
  expect(findGlossaryTerm('Ongoing units')).toBe('ongoing')
  expect(findGlossaryTerm('Longstop delivery start date')).toBe('longstop')
  expect(findGlossaryTerm('AMP end')).toBe('AMP end')
  expect(findGlossaryTerm('Rights allocated')).toBe('rights allocated')
  expect(findGlossaryTerm('In reserve')).toBe('reserve')
  expect(findGlossaryTerm('Holding number')).toBe('holding number')
  expect(findGlossaryTerm('Section 106 agreement')).toBe('section 106 agreement')
})

it('a plural label is explained by the same term', () => {
  expect(findGlossaryTerm('Local planning authorities')).toBe('planning authority')
  expect(findGlossaryTerm('National character areas')).toBe('national character area')
  expect(findGlossaryTerm('Mitigation durations')).toBe('mitigation')
})

it('a word that merely contains a term is not explained', () => {
  expect(findGlossaryTerm('Unconditional')).toBe(null)
  expect(findGlossaryTerm('Name')).toBe(null)
})
