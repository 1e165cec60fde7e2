import { expect, it } from 'vitest'
import { facts } from '#test/builders/act'
import { aRequirement } from '#test/builders/market'
import { warnings } from '../kit/judge.ts'
import { issueCredits } from './issue-credits.ts'
import { redeemCredits } from './redeem-credits.ts'

const today = '2026-06-01'
const issued = (...deliveries: string[]) =>
  warnings(issueCredits, {}, aRequirement(), facts({ today, issues: [], deliveries })).confirmed
const redeemed = (redemptionDate: string, ...deliveries: string[]) =>
  warnings(redeemCredits, {}, aRequirement({ redemptionDate }), facts({ today, deliveries })).file

it('who issues or redeems credits before any of them is delivered is told from when they are', () => {
  const sentence = 'None of these credits is delivered yet: the first are from 18 Dec 2026'
  expect(issued('2026-12-18', '2028-05-15')).toBe(sentence)
  expect(redeemed('2027-01-01', '2026-12-18', '2028-05-15')).toBe(sentence)
})

it('who issues credits of which some come later is told when the next come', () => {
  expect(issued('2026-06-01', '2028-05-15')).toBe(
    'Not all of these credits are delivered yet: the next are from 15 May 2028',
  )
})

it('nothing is said of delivery where all credits have begun, and a late redemption is told first', () => {
  expect(issued('2026-06-01')).toBeUndefined()
  expect(redeemed('2026-06-01', '2026-06-01')).toBeUndefined()
  expect(redeemed('2026-05-31', '2027-01-01')).toBe('The redemption date has passed: this redemption is late')
})
