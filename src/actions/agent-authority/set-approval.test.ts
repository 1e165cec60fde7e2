import { expect, it } from 'vitest'
import { validateAnswers } from '../kit/judge.ts'
import { setApproval } from './set-approval.ts'

const given = { today: '2025-06-01', actorIsOperator: true }

it('approval needs yes or no; yes at least one permission, no a reason', () => {
  expect(validateAnswers(setApproval, {}, given)).toEqual({ isApproved: 'Field required' })
  expect(validateAnswers(setApproval, { isApproved: true, permissions: [] }, given)).toEqual({
    permissions: 'Empty array',
  })
  expect(validateAnswers(setApproval, { isApproved: false }, given)).toEqual({ reason: 'Field required' })
  expect(
    validateAnswers(setApproval, { isApproved: true, permissions: ['RegisterForRound'] }, given),
  ).toEqual({})
})
