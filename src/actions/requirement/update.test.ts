import { describe, expect, it } from 'vitest'
import { validateAnswers, formWarnings } from '../kit/judge.ts'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
import { aRequirement } from '#test/builders/market'
import { EMPTY_NEED_FIELDS, NO_BID } from '#domain/project/requirement'
import { updateRequirement } from './update.ts'

const given = { capacities: ['Buyer', 'Investor'], typeKeptByGroup: null }
const requirement = aRequirement({ status: 'Draft', groupId: 'group' })
const metric = { id: 'metric' }

describe('Update details of a credit requirement', () => {
  it('warns that changing the type removes all data', () => {
    const message = { type: 'Changing type will remove all data from the credit requirement' }
    expect(
      formWarnings(updateRequirement, { name: 'A', type: 'Investor' }, requirement, createFormFacts(given)),
    ).toEqual(message)
    expect(
      formWarnings(updateRequirement, { name: 'A', type: 'Buyer' }, requirement, createFormFacts(given)),
    ).toEqual({})
    expect(
      formWarnings(
        updateRequirement,
        { name: 'A', type: 'Investor' },
        aRequirement(EMPTY_NEED_FIELDS),
        createFormFacts(given),
      ),
    ).toEqual({})
  })

  it('removes credits, development, bid, group and documents when the type changes', () => {
    const changes = runActionForChanges(
      updateRequirement,
      requirement,
      { name: 'A', type: 'Investor' },
      { given, reads: [metric] },
    )
    const [change, ...others] = changes
    const patch = change !== undefined && 'patch' in change ? change.patch : {}
    expect({ ...requirement, ...patch }).toMatchObject({
      ...{ ...EMPTY_NEED_FIELDS, name: 'A', type: 'Investor' },
    })
    expect(others).toMatchObject([{ change: 'remove', kind: 'filedDocument', id: 'metric' }])
  })

  it('leaves a bid alone that is not there, so that the operator can correct the type while others bid', () => {
    const registered = aRequirement({ status: 'Registered', ...NO_BID, groupId: null })
    const [change] = runActionForChanges(
      updateRequirement,
      registered,
      { name: 'A', type: 'Investor' },
      { given, reads: [] },
    )
    expect(change).not.toHaveProperty('patch.bid')
    expect(change).not.toHaveProperty('patch.groupId')
  })

  it('keeps everything when only the name changes', () => {
    const changes = runActionForChanges(
      updateRequirement,
      requirement,
      { name: 'A', type: 'Buyer' },
      { given, reads: [metric] },
    )
    expect(changes).toEqual([
      { change: 'update', kind: 'requirement', id: requirement.id, patch: { name: 'A', type: 'Buyer' } },
    ])
  })

  it('allows only types in which the organisation takes part in the round', () => {
    expect(
      validateAnswers(
        updateRequirement,
        { name: 'A', type: 'Investor' },
        createFormFacts({ ...given, capacities: ['Buyer'] }),
      ),
    ).toHaveProperty('type')
  })
})
