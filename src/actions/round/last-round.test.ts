import { expect, it } from 'vitest'
import { nextRoundName } from './last-round.ts'

it('the name of the next round has the next number, if the last one has a number', () => {
  expect(nextRoundName('Round 2')).toBe('Round 3')
  expect(nextRoundName('Somerset 2029')).toBe('Somerset 2030')
  expect(nextRoundName('Pilot round')).toBeNull()
})
