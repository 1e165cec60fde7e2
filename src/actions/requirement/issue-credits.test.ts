import { expect, it } from 'vitest'
import { createFormFacts } from '#test/builders/act'
import { aRequirement } from '#test/builders/market'
import { validateAnswers, formWarnings } from '../kit/judge.ts'
import { issueCredits } from './issue-credits.ts'
import { redeemCredits } from './redeem-credits.ts'

const today = '2026-06-01'
const known = (...deliveries: string[]) =>
  createFormFacts({ today, issues: [], deliveries, heldUntil: null, unsound: null })
const issued = (...deliveries: string[]) =>
  formWarnings(issueCredits, {}, aRequirement(), known(...deliveries)).ahead
const redeemed = (redemptionDate: string, ...deliveries: string[]) =>
  formWarnings(redeemCredits, {}, aRequirement({ redemptionDate }), known(...deliveries))

it('issuing or redeeming credits before any is delivered says when delivery begins', () => {
  const sentence = 'None of these credits are delivered yet: the first are delivered from 18 Dec 2026'
  expect(issued('2026-12-18', '2028-05-15')).toBe(sentence)
  expect(redeemed('2027-01-01', '2026-12-18', '2028-05-15').ahead).toBe(sentence)
})

it('issuing credits of which some are delivered later says when the next are delivered', () => {
  expect(issued('2026-06-01', '2028-05-15')).toBe(
    'Some of these credits are not delivered yet: the next are delivered from 15 May 2028',
  )
})

it('a late redemption is flagged, and delivered credits get no delivery warning', () => {
  expect(issued('2026-06-01')).toBeUndefined()
  expect(redeemed('2026-06-01', '2026-06-01')).toEqual({})
  expect(redeemed('2026-05-31', '2027-01-01').file).toBe(
    'The redemption date has passed, so this redemption is late',
  )
})

it('going ahead of delivery needs a tick, unless all credits are delivered', () => {
  const yes = { confirmed: true }
  expect(validateAnswers(issueCredits, yes, known('2026-06-01'))).toEqual({})
  expect(validateAnswers(issueCredits, yes, known('2026-06-01', '2028-05-15'))).toEqual({
    ahead: 'Tick this to go ahead before delivery, or wait until delivery begins',
  })
  expect(validateAnswers(issueCredits, { ...yes, ahead: true }, known('2028-05-15'))).toEqual({})
})

it('a market that never issues ahead refuses until the first period is delivered, without a tick to override', () => {
  const held = { ...known('2026-12-18'), heldUntil: '2026-12-18' }
  const form =
    'This market does not issue or redeem credits before they are delivered. These credits are delivered from 18 Dec 2026'
  expect(validateAnswers(issueCredits, { confirmed: true, ahead: true }, held)).toEqual({ form })
  expect(validateAnswers(redeemCredits, {}, held)).toMatchObject({ form })
  expect(validateAnswers(issueCredits, { confirmed: true }, { ...held, today: '2026-12-18' })).toEqual({})
})
