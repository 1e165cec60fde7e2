import { describe, expect, it } from 'vitest'
import { facts, leadsTo } from '#test/builders/act'
import { aProject } from '#test/builders/market'
import { judge } from '../kit/judge.ts'
import { addComplianceCheck } from './add-compliance-check.ts'
import { verify } from './verify.ts'

const visit = { date: '2025-06-01', name: 'Ines Plover', organisation: 'Plover Surveys' }
const report = { id: 'report', name: 'report.pdf' }

describe('a compliance check', () => {
  const passed = { ...visit, isCompliant: true, complianceReport: report }

  it('a compliance check that is not compliant needs a reason, and what is to be done next by when', () => {
    expect(judge(addComplianceCheck, passed, facts())).toEqual({})
    expect(judge(addComplianceCheck, { ...passed, isCompliant: false }, facts())).toEqual({
      failReason: 'Field required',
      'nextAction.action': 'Field required',
      'nextAction.date': 'Field required',
    })
  })

  it('a compliance check may name what is to be done next in one answer', () => {
    const failed = { ...passed, isCompliant: false, failReason: 'No guards' }
    const next = (date: string) => ({ ...failed, nextAction: { action: 'Rectify', date } })
    expect(judge(addComplianceCheck, next('2025-09-01'), facts())).toEqual({})
    expect(judge(addComplianceCheck, next('soon'), facts())).toEqual({
      'nextAction.date': 'Not a valid date',
    })
  })

  it('a compliance check has a valid date that has come, an answer, and a report', () => {
    expect(judge(addComplianceCheck, { ...passed, date: '2025-02-30' }, facts())).toEqual({
      date: 'Not a valid date',
    })
    expect(judge(addComplianceCheck, { ...passed, date: '2025-06-02' }, facts())).toEqual({
      date: 'Cannot be in the future',
    })
    expect(judge(addComplianceCheck, visit, facts())).toEqual({
      isCompliant: 'Field required',
      complianceReport: 'Field required',
    })
  })
})

describe('a verification', () => {
  const passed = { ...visit, isPass: true, verificationReport: report }
  const failed = { ...passed, isPass: false, failReason: 'Too dry' }

  it('a verification that is not passed needs a reason', () => {
    expect(judge(verify, passed, facts())).toEqual({})
    expect(judge(verify, { ...failed, failReason: null }, facts())).toEqual({ failReason: 'Field required' })
  })

  it('a verification leads to Verified or FailedVerification, and leaves a monitored project where it is', () => {
    expect(leadsTo(verify, aProject({ status: 'Contracted' }), passed)).toBe('Verified')
    expect(leadsTo(verify, aProject({ status: 'FailedVerification' }), passed)).toBe('Verified')
    expect(leadsTo(verify, aProject({ status: 'Monitoring' }), passed)).toBe('Monitoring')
    expect(leadsTo(verify, aProject({ status: 'Monitoring' }), failed)).toBe('FailedVerification')
  })
})
