import { expect, it } from 'vitest'
import { facts } from '#test/builders/act'
import { aRequirement } from '#test/builders/market'
import { judge, warnings } from '../kit/judge.ts'
import { issueCredits } from './issue-credits.ts'
import { redeemCredits } from './redeem-credits.ts'

const today = '2026-06-01'
const known = (...deliveries: string[]) => facts({ today, issues: [], deliveries, heldUntil: null })
const issued = (...deliveries: string[]) =>
  warnings(issueCredits, {}, aRequirement(), known(...deliveries)).ahead
const redeemed = (redemptionDate: string, ...deliveries: string[]) =>
  warnings(redeemCredits, {}, aRequirement({ redemptionDate }), known(...deliveries))

it('who issues or redeems credits before any of them is delivered is told from when they are', () => {
  const sentence = 'None of these credits is delivered yet: the first are from 18 Dec 2026'
  expect(issued('2026-12-18', '2028-05-15')).toBe(sentence)
  expect(redeemed('2027-01-01', '2026-12-18', '2028-05-15').ahead).toBe(sentence)
})

it('who issues credits of which some come later is told when the next come', () => {
  expect(issued('2026-06-01', '2028-05-15')).toBe(
    'Not all of these credits are delivered yet: the next are from 15 May 2028',
  )
})

it('nothing is said of delivery where all credits have begun, and a late redemption is told of besides', () => {
  expect(issued('2026-06-01')).toBeUndefined()
  expect(redeemed('2026-06-01', '2026-06-01')).toEqual({})
  expect(redeemed('2026-05-31', '2027-01-01').file).toBe(
    'The redemption date has passed: this redemption is late',
  )
})

it('going ahead of delivery is asked, and of nothing that is delivered', () => {
  const yes = { confirmed: true }
  expect(judge(issueCredits, yes, known('2026-06-01'))).toEqual({})
  expect(judge(issueCredits, yes, known('2026-06-01', '2028-05-15'))).toEqual({
    ahead: 'Tick this to go ahead of delivery, or wait until it begins',
  })
  expect(judge(issueCredits, { ...yes, ahead: true }, known('2028-05-15'))).toEqual({})
})

it('a market that never goes ahead refuses until the first period is delivered, and asks nothing', () => {
  const held = { ...known('2026-12-18'), heldUntil: '2026-12-18' }
  const form =
    'This market issues and redeems no credits before they are delivered: these are from 18 Dec 2026'
  expect(judge(issueCredits, { confirmed: true, ahead: true }, held)).toEqual({ form })
  expect(judge(redeemCredits, {}, held)).toMatchObject({ form })
  expect(judge(issueCredits, { confirmed: true }, { ...held, today: '2026-12-18' })).toEqual({})
})
