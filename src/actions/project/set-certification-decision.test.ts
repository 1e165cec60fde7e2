import { describe, expect, it } from 'vitest'
import { validateAnswers } from '../kit/judge.ts'
import { runActionForChanges, createFormFacts, statusAfterAction } from '#test/builders/act'
import { aProject, aService } from '#test/builders/market'
import { setCertificationDecision } from './set-certification-decision.ts'

const first = aService({ id: 'first', status: 'PendingCertification' })
const second = aService({ id: 'second', status: 'Certified' })
const given = {
  services: [
    { id: 'first', name: 'First', isComplete: true },
    { id: 'second', name: 'Second', isComplete: true },
  ],
  standards: [
    { id: 'NA', name: 'Not applicable' },
    { id: 'BS8683', name: 'BS 8683' },
  ],
}
const decided = (one: object, other: object) => ({
  statement: { id: 'document', name: 'statement.pdf' },
  assessedByName: 'Asha',
  assessedByOrg: 'Assessors',
  assessedByPosition: 'Ecologist',
  assessedByDate: '2025-05-01',
  reviewedByName: 'Ravi',
  reviewedByOrg: 'Reviewers',
  reviewedByPosition: 'Head of nature',
  reviewedByDate: '2025-05-02',
  serviceCertifications: [
    { id: 'first', ...one },
    { id: 'second', ...other },
  ],
})
const yes = { decision: 'Yes', standardId: 'BS8683' }
const no = { decision: 'NoStandardCannotBeApplied', standardId: 'NA' }
const project = aProject({ status: 'Screened' })

describe('the certification decision', () => {
  it('cannot be assessed after it is reviewed', () => {
    const answers = { ...decided(yes, no), assessedByDate: '2025-05-03' }
    expect(validateAnswers(setCertificationDecision, answers, createFormFacts(given))).toEqual({
      assessedByDate: 'Cannot be after date reviewed',
      reviewedByDate: 'Cannot be before date assessed',
    })
  })

  it('needs a standard and a decision for each service', () => {
    expect(validateAnswers(setCertificationDecision, decided(yes, {}), createFormFacts(given))).toEqual({
      'serviceCertifications.second.decision': 'Field required',
      'serviceCertifications.second.standardId': 'Field required',
    })
  })

  it('needs a standard other than NA for Yes', () => {
    const answers = decided({ decision: 'Yes', standardId: 'NA' }, no)
    expect(validateAnswers(setCertificationDecision, answers, createFormFacts(given))).toEqual({
      'serviceCertifications.first.standardId': 'Must choose a standard',
    })
  })

  it('waits until every service is complete', () => {
    const unfinished = { ...given, services: [{ id: 'first', name: 'First', isComplete: false }] }
    expect(
      validateAnswers(setCertificationDecision, decided(yes, no), createFormFacts(unfinished)),
    ).toHaveProperty('form')
  })

  it('certifies the project if any service is Yes', () => {
    expect(statusAfterAction(setCertificationDecision, project, decided(yes, no), given)).toBe('Certified')
    expect(statusAfterAction(setCertificationDecision, project, decided(no, no), given)).toBe('NotCertified')
  })

  it('decides every service under its standard', () => {
    const [statement, ...services] = runActionForChanges(
      setCertificationDecision,
      project,
      decided(yes, no),
      {
        given,
        reads: [first, second],
      },
    )
    expect(statement).toMatchObject({
      patch: { certification: { assessedByName: 'Asha', reviewedByName: 'Ravi' } },
    })
    expect(services).toMatchObject([
      { id: 'first', from: 'PendingCertification', to: 'Certified', patch: yes },
      { id: 'second', from: 'Certified', to: 'NotCertified', patch: no },
    ])
  })
})
