import { expect, it } from 'vitest'
import { judge } from '../kit/judge.ts'
import { setApproval } from './set-approval.ts'

const given = { today: '2025-06-01', actorIsOperator: true }

it('approval needs yes or no; yes at least one permission, no a reason', () => {
  expect(judge(setApproval, {}, given)).toEqual({ isApproved: 'Field required' })
  expect(judge(setApproval, { isApproved: true, permissions: [] }, given)).toEqual({
    permissions: 'Empty array',
  })
  expect(judge(setApproval, { isApproved: false }, given)).toEqual({ reason: 'Field required' })
  expect(judge(setApproval, { isApproved: true, permissions: ['RegisterForRound'] }, given)).toEqual({})
})
