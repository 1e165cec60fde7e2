import { describe, expect, it } from 'vitest'
import { judge, warnings } from '../kit/judge.ts'
import { act, facts } from '#test/builders/act'
import { aRequirement } from '#test/builders/market'
import { NO_NEED } from '#domain/requirement'
import { update } from './update.ts'

const given = { capacities: ['Buyer', 'Investor'] }
const requirement = aRequirement({ status: 'Draft', groupId: 'group' })
const metric = { id: 'metric' }

describe('Update details of a credit requirement', () => {
  it('updating a requirement warns that changing type will remove all data', () => {
    const message = { type: 'Changing type will remove all data from the credit requirement' }
    expect(warnings(update, { name: 'A', type: 'Investor' }, requirement, facts(given))).toEqual(message)
    expect(warnings(update, { name: 'A', type: 'Buyer' }, requirement, facts(given))).toEqual({})
    expect(warnings(update, { name: 'A', type: 'Investor' }, aRequirement(NO_NEED), facts(given))).toEqual({})
  })

  it('a requirement whose type changes loses its credits, development, bid, group and documents', () => {
    const changes = act(update, requirement, { name: 'A', type: 'Investor' }, { given, reads: [metric] })
    expect(changes).toMatchObject([
      { patch: { ...NO_NEED, name: 'A', type: 'Investor' } },
      { change: 'remove', kind: 'filedDocument', id: 'metric' },
    ])
  })

  it('a requirement whose name alone changes keeps everything', () => {
    const changes = act(update, requirement, { name: 'A', type: 'Buyer' }, { given, reads: [metric] })
    expect(changes).toEqual([
      { change: 'update', kind: 'requirement', id: requirement.id, patch: { name: 'A', type: 'Buyer' } },
    ])
  })

  it('a requirement is of a type in which its organisation takes part in the round', () => {
    expect(judge(update, { name: 'A', type: 'Investor' }, facts({ capacities: ['Buyer'] }))).toHaveProperty(
      'type',
    )
  })
})
