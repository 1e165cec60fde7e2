import { describe, expect, it } from 'vitest'
import { validateAnswers } from '../kit/judge.ts'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
import { aProject, aService } from '#test/builders/market'
import { addScreeningOutcome } from './add-screening-outcome.ts'

const project = aProject({ status: 'Registered' })
const complete = aService({ id: 'complete', status: 'Draft' })
const incomplete = aService({ id: 'incomplete', status: 'Draft', type: 'Biodiversity' })

describe('the screening outcome', () => {
  it('needs a comment on Fail or Pending', () => {
    for (const outcome of ['Fail', 'Pending'])
      expect(validateAnswers(addScreeningOutcome, { outcome }, createFormFacts())).toEqual({
        comment: 'Field required',
      })
    expect(validateAnswers(addScreeningOutcome, { outcome: 'Pass' }, createFormFacts())).toEqual({})
  })

  it('drops the comment on Pass', () => {
    const [saved] = runActionForChanges(
      addScreeningOutcome,
      project,
      { outcome: 'Pass', comment: 'Peat' },
      { reads: [] },
    )
    expect(saved).toMatchObject({ patch: { screeningComment: null } })
  })

  it('sends complete services to certification on Pass only', () => {
    const reads = [complete, incomplete]
    expect(
      runActionForChanges(addScreeningOutcome, project, { outcome: 'Pass' }, { reads }).slice(1),
    ).toEqual([
      {
        change: 'move',
        kind: 'service',
        id: 'complete',
        from: 'Draft',
        to: 'PendingCertification',
        patch: {},
      },
    ])
    expect(
      runActionForChanges(addScreeningOutcome, project, { outcome: 'Fail', comment: 'Peat' }, { reads }),
    ).toHaveLength(1)
  })
})
