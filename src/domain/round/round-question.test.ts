import { expect, it } from 'vitest'
import { namesIn } from './round-question.ts'

it('finds names as whole words, whatever their case, punctuation and spaces', () => {
  const names = ['Wren Ltd', 'Ada Reed']
  expect(namesIn('May WREN, Ltd. bid twice?', names)).toEqual(['Wren Ltd'])
  expect(namesIn('ada\nreed asks', names)).toEqual(['Ada Reed'])
  expect(namesIn('(Wren Ltd)', names)).toEqual(['Wren Ltd'])
})

it('does not find a name inside other words, or a part of a name', () => {
  expect(namesIn('The wrens of Ltdham', ['Wren Ltd', 'Wren'])).toEqual([])
  expect(namesIn('Wren alone', ['Wren Ltd'])).toEqual([])
})

it('never finds a name without any word', () => {
  expect(namesIn('Anything, at all', ['', '--'])).toEqual([])
})
