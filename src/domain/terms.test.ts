import { expect, it } from 'vitest'
import { termIn } from './terms.ts'

it('a label is explained by the term in it, the longest first', () => {
  expect(termIn('Ongoing units')).toBe('ongoing')
  expect(termIn('Longstop delivery start date')).toBe('longstop')
  expect(termIn('AMP end')).toBe('AMP end')
  expect(termIn('Rights allocated')).toBe('rights allocated')
  expect(termIn('In reserve')).toBe('reserve')
})

it('a word that only contains a term is none', () => {
  expect(termIn('Unconditional')).toBe(null)
  expect(termIn('Name')).toBe(null)
})
