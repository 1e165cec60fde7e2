import { expect, test } from 'vitest'
import { groupByReason } from './words.ts'

test('a reason is shown once, with the names of all items that it applies to', () => {
  const items = [
    { name: 'Hay Meadows', why: 'No agreement is filed' },
    { name: 'Moor Fallow', why: 'No project type is given' },
    { name: 'Tone Wetland', why: 'No agreement is filed' },
  ]
  expect(groupByReason(items)).toEqual([
    { why: 'No agreement is filed', names: ['Hay Meadows', 'Tone Wetland'] },
    { why: 'No project type is given', names: ['Moor Fallow'] },
  ])
})
