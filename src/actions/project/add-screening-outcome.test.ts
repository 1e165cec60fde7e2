import { describe, expect, it } from 'vitest'
import { judge } from '../kit/judge.ts'
import { act, facts } from '#test/builders/act'
import { aProject, aService } from '#test/builders/market'
import { addScreeningOutcome } from './add-screening-outcome.ts'

const project = aProject({ status: 'Registered' })
const complete = aService({ id: 'complete', status: 'Draft' })
const incomplete = aService({ id: 'incomplete', status: 'Draft', type: 'Biodiversity' })

describe('the screening outcome', () => {
  it('the screening outcome needs a comment on Fail or Pending', () => {
    for (const outcome of ['Fail', 'Pending'])
      expect(judge(addScreeningOutcome, { outcome }, facts())).toEqual({ comment: 'Field required' })
    expect(judge(addScreeningOutcome, { outcome: 'Pass' }, facts())).toEqual({})
  })

  it('the screening outcome drops the comment on Pass', () => {
    const [saved] = act(addScreeningOutcome, project, { outcome: 'Pass', comment: 'Peat' }, { reads: [] })
    expect(saved).toMatchObject({ patch: { screeningComment: null } })
  })

  it('the screening outcome sends the complete services on to certification on Pass only', () => {
    const reads = [complete, incomplete]
    expect(act(addScreeningOutcome, project, { outcome: 'Pass' }, { reads }).slice(1)).toEqual([
      {
        change: 'move',
        kind: 'service',
        id: 'complete',
        from: 'Draft',
        to: 'PendingCertification',
        patch: {},
      },
    ])
    expect(act(addScreeningOutcome, project, { outcome: 'Fail', comment: 'Peat' }, { reads })).toHaveLength(1)
  })
})
