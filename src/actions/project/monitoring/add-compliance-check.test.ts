import { describe, expect, it } from 'vitest'
import { createFormFacts, statusAfterAction } from '#test/builders/act'
import { aProject } from '#test/builders/market'
import { validateAnswers } from '../../kit/judge.ts'
import { addComplianceCheck } from './add-compliance-check.ts'
import { verifyProject } from '../verify.ts'

const visit = { date: '2025-06-01', name: 'Ines Plover', organisation: 'Plover Surveys' }
const report = { id: 'report', name: 'report.pdf' }

describe('a compliance check', () => {
  const passed = { ...visit, isCompliant: true, complianceReport: report }

  it('needs a reason, a next action and its due date when it is not compliant', () => {
    expect(validateAnswers(addComplianceCheck, passed, createFormFacts())).toEqual({})
    expect(validateAnswers(addComplianceCheck, { ...passed, isCompliant: false }, createFormFacts())).toEqual(
      {
        failReason: 'Field required',
        'nextAction.action': 'Field required',
        'nextAction.date': 'Field required',
      },
    )
  })

  it('accepts the next action and its date in one answer', () => {
    const failed = { ...passed, isCompliant: false, failReason: 'No guards' }
    const next = (date: string) => ({ ...failed, nextAction: { action: 'Rectify', date } })
    expect(validateAnswers(addComplianceCheck, next('2025-09-01'), createFormFacts())).toEqual({})
    expect(validateAnswers(addComplianceCheck, next('soon'), createFormFacts())).toEqual({
      'nextAction.date': 'Not a valid date',
    })
  })

  it('needs a valid date that is not in the future, an answer and a report', () => {
    expect(validateAnswers(addComplianceCheck, { ...passed, date: '2025-02-30' }, createFormFacts())).toEqual(
      {
        date: 'Not a valid date',
      },
    )
    expect(validateAnswers(addComplianceCheck, { ...passed, date: '2025-06-02' }, createFormFacts())).toEqual(
      {
        date: 'Cannot be in the future',
      },
    )
    expect(validateAnswers(addComplianceCheck, visit, createFormFacts())).toEqual({
      isCompliant: 'Field required',
      complianceReport: 'Field required',
    })
  })
})

describe('a verification', () => {
  const passed = { ...visit, isPass: true, verificationReport: report }
  const failed = { ...passed, isPass: false, failReason: 'Too dry' }

  it('needs a reason when it is not passed', () => {
    expect(validateAnswers(verifyProject, passed, createFormFacts())).toEqual({})
    expect(validateAnswers(verifyProject, { ...failed, failReason: null }, createFormFacts())).toEqual({
      failReason: 'Field required',
    })
  })

  it('leads to Verified or FailedVerification, and leaves a monitored project in Monitoring when passed', () => {
    expect(statusAfterAction(verifyProject, aProject({ status: 'Contracted' }), passed)).toBe('Verified')
    expect(statusAfterAction(verifyProject, aProject({ status: 'FailedVerification' }), passed)).toBe(
      'Verified',
    )
    expect(statusAfterAction(verifyProject, aProject({ status: 'Monitoring' }), passed)).toBe('Monitoring')
    expect(statusAfterAction(verifyProject, aProject({ status: 'Monitoring' }), failed)).toBe(
      'FailedVerification',
    )
  })
})
