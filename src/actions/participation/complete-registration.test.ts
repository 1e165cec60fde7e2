import { expect, it } from 'vitest'
import { anOrganisation } from '#test/builders/market'
import { missingContact } from '#domain/organisation'
import { judge } from '../kit/judge.ts'
import { completeRegistration } from './complete-registration.ts'

const facts = (issues: string[]) => ({ today: '2025-06-01', actorIsOperator: true, issues })

it('completing the registration of a participant must be confirmed with Yes', () => {
  expect(judge(completeRegistration, { confirmed: false }, facts([]))).toEqual({
    confirmed: 'Must be confirmed',
  })
  expect(judge(completeRegistration, { confirmed: true }, facts([]))).toEqual({})
})

it('a registration with issues is not completed: fix the above issues before trying again', () => {
  const issues = missingContact(anOrganisation({ phone: null }))
  expect(issues).toEqual(['The organisation has no phone number'])
  expect(judge(completeRegistration, { confirmed: true }, facts(issues))).toEqual({
    form: 'Fix the above issues before trying again',
  })
})
