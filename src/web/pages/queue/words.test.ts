import { expect, test } from 'vitest'
import { byReason } from './words.ts'

test('a reason is said once, with the names of all it is given for', () => {
  const items = [
    { name: 'Hay Meadows', why: 'No agreement is filed' },
    { name: 'Moor Fallow', why: 'No project type is given' },
    { name: 'Tone Wetland', why: 'No agreement is filed' },
  ]
  expect(byReason(items)).toEqual([
    { why: 'No agreement is filed', names: ['Hay Meadows', 'Tone Wetland'] },
    { why: 'No project type is given', names: ['Moor Fallow'] },
  ])
})
