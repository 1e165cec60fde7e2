import { expect, it } from 'vitest'
import { validateAnswers } from '#actions/kit/judge'
import { setNatureBasedAgreement } from '#actions/project/set-nature-based-agreement'
import { issueCredits } from '#actions/requirement/issue-credits'
import { registerForRound } from '#actions/organisation/register-as-participant'
import { splitFormForBulkAction } from './asking-parts.ts'

it('a question that applies to only some items is asked once, for whichever needs it, and is optional', () => {
  const { shared } = splitFormForBulkAction(issueCredits)
  const known = (day: string) => ({
    ...{ today: '2026-06-01', actorIsOperator: true, issues: [] },
    ...{ deliveries: [day], heldUntil: null, unsound: null },
  })
  expect(shared.show?.ahead).toBeUndefined()
  for (const day of ['2026-06-01', '2028-05-15']) {
    expect(validateAnswers(shared, { confirmed: true }, known(day))).toEqual({})
    expect(validateAnswers(shared, { confirmed: true, ahead: true }, known(day))).toEqual({})
  }
  expect(validateAnswers(shared, {}, known('2028-05-15'))).toEqual({ confirmed: 'Must be confirmed' })
})

it('a question answered by each item’s file is not asked for all: either may name an agreement', () => {
  const { shared } = splitFormForBulkAction(setNatureBasedAgreement)
  const known = { today: '2026-06-01', actorIsOperator: true, isKnown: false }
  expect(validateAnswers(shared, { agreementRef: null }, known)).toEqual({})
  expect(validateAnswers(shared, { agreementRef: '!' }, known)).toHaveProperty('agreementRef')
})

it('details of one organisation are asked for each that lacks them, and never once for all', () => {
  const { shared, single } = splitFormForBulkAction(registerForRound)
  expect(Object.keys(shared.fields)).toEqual(['marketRoundId', 'capacities', 'declarations'])
  const lacking = { farm: ['mailingAddress'] as const }
  const known = (ownId: string) => ({
    today: '2026-06-01',
    actorIsOperator: false,
    ownId,
    lacking,
    rounds: [],
    participations: [],
  })
  expect(validateAnswers(single, {}, known('farm'))).toEqual({ mailingAddress: 'Field required' })
  expect(validateAnswers(single, {}, known('estate'))).toEqual({})
})
