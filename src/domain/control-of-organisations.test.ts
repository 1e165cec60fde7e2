import { expect, it } from 'vitest'
import { samples } from '../../test/store/samples.ts'
import { isControlOn, joined } from './control-of-organisations.ts'

it('common control holds from its day until its end, both included', () => {
  const tie = { ...samples.organisationTie, since: '2026-02-01', until: '2026-03-01' }
  const days = ['2026-01-31', '2026-02-01', '2026-03-01', '2026-03-02']
  expect(days.map(day => isControlOn(tie, day))).toEqual([false, true, true, false])
  expect(isControlOn({ ...tie, tie: 'Different' }, '2026-02-01')).toBe(false)
})

it('what is joined through others is one set', () => {
  const pairs = [
    ['d', 'e'],
    ['b', 'a'],
    ['c', 'b'],
  ] as const
  expect(joined(pairs)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})
