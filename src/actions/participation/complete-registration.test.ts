import { expect, it } from 'vitest'
import { anOrganisation } from '#test/builders/market'
import { findMissingContactMessages } from '#domain/people/organisation'
import { validateAnswers } from '../kit/judge.ts'
import { completeParticipation } from './complete-registration.ts'

const facts = (issues: string[]) => ({ today: '2025-06-01', actorIsOperator: true, issues })

it('completing the registration of a participant needs the confirmation Yes', () => {
  expect(validateAnswers(completeParticipation, { confirmed: false }, facts([]))).toEqual({
    confirmed: 'Must be confirmed',
  })
  expect(validateAnswers(completeParticipation, { confirmed: true }, facts([]))).toEqual({})
})

it('a registration with issues cannot be completed: fix the above issues before trying again', () => {
  const issues = findMissingContactMessages(anOrganisation({ phone: null }))
  expect(issues).toEqual(['The organisation has no phone number'])
  expect(validateAnswers(completeParticipation, { confirmed: true }, facts(issues))).toEqual({
    form: 'Fix the above issues before trying again',
  })
})
