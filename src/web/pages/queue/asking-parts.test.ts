import { expect, it } from 'vitest'
import { judge } from '#actions/kit/judge'
import { setNatureBasedAgreement } from '#actions/project/set-nature-based-agreement'
import { issueCredits } from '#actions/requirement/issue-credits'
import { partsOfAction } from './asking-parts.ts'

it('what only some of many are asked is put once, whichever comes first, and may be left out', () => {
  const { shared } = partsOfAction(issueCredits)
  const known = (day: string) => ({
    ...{ today: '2026-06-01', actorIsOperator: true, issues: [] },
    ...{ deliveries: [day], heldUntil: null },
  })
  expect(shared.show?.ahead).toBeUndefined()
  for (const day of ['2026-06-01', '2028-05-15']) {
    expect(judge(shared, { confirmed: true }, known(day))).toEqual({})
    expect(judge(shared, { confirmed: true, ahead: true }, known(day))).toEqual({})
  }
  expect(judge(shared, {}, known('2028-05-15'))).toEqual({ confirmed: 'Must be confirmed' })
})

it('what a file of each would answer is not asked of all: either may name an agreement', () => {
  const { shared } = partsOfAction(setNatureBasedAgreement)
  const known = { today: '2026-06-01', actorIsOperator: true, isKnown: false }
  expect(judge(shared, { agreementRef: null }, known)).toEqual({})
  expect(judge(shared, { agreementRef: '!' }, known)).toHaveProperty('agreementRef')
})
