import { expect, it } from 'vitest'
import { SAMPLES } from '../../../test/store/samples.ts'
import { isControlEffective, groupConnectedIds } from './control-of-organisations.ts'

it('common control holds from its first day to its last, both included', () => {
  const tie = { ...SAMPLES.organisationTie, since: '2026-02-01', until: '2026-03-01' }
  const days = ['2026-01-31', '2026-02-01', '2026-03-01', '2026-03-02']
  expect(days.map(day => isControlEffective(tie, day))).toEqual([false, true, true, false])
  expect(isControlEffective({ ...tie, tie: 'Different' }, '2026-02-01')).toBe(false)
})

it('organisations connected through others are one set', () => {
  const pairs = [
    ['d', 'e'],
    ['b', 'a'],
    ['c', 'b'],
  ] as const
  expect(groupConnectedIds(pairs)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})
