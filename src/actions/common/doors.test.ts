import { describe, expect, it } from 'vitest'
import { judge, warnings } from '../kit/judge.ts'
import { act, facts } from '#test/builders/act'
import { anActor } from '#test/builders/market'
import { createProject } from '../project/create-project.ts'
import { createCreditRequirement } from '../requirement/create-credit-requirement.ts'

const places = (capacity: string) => ({
  places: [{ organisationId: 'avon-farm', roundId: 'round-1', capacity }],
  rounds: [{ id: 'round-1', name: 'Round 1' }],
  organisations: [
    { id: 'avon-farm', name: 'Avon Farm' },
    { id: 'brook-homes', name: 'Brook Homes' },
  ],
})
const project = {
  supplierId: 'avon-farm',
  marketRoundId: 'round-1',
  name: 'Wetland',
  isFixedTerm: true,
  mitigationDurations: ['OneYear'],
}

describe('Add project', () => {
  it('adding a project makes a draft for a supplier of the round', () => {
    const agent = anActor({ organisationType: 'AGENT', organisationId: 'agency' })
    expect(act(createProject, {}, project, { given: places('Supplier'), actor: agent })).toEqual([
      {
        change: 'create',
        kind: 'project',
        row: {
          id: 'new-1',
          roundId: 'round-1',
          supplierId: 'avon-farm',
          agentId: 'agency',
          name: 'Wetland',
          status: 'Draft',
          isFixedTerm: true,
          mitigationDurations: ['OneYear'],
          creditTypes: [],
        },
      },
    ])
  })

  it('adding a project is refused to an organisation that is not registered in the round', () => {
    const given = facts(places('Supplier'))
    expect(judge(createProject, { ...project, supplierId: 'brook-homes' }, given)).toHaveProperty(
      'marketRoundId',
    )
  })

  it('adding a project for a fixed term needs its durations', () => {
    const given = facts(places('Supplier'))
    expect(judge(createProject, { ...project, mitigationDurations: [] }, given)).toEqual({
      mitigationDurations: 'Empty array',
    })
  })

  it('adding a project without a round warns', () => {
    const none = facts({ places: [], rounds: [], organisations: [] })
    expect(warnings(createProject, {}, {}, none)).toEqual({
      marketRoundId: 'Not registered as a supplier in any open market rounds',
    })
    expect(warnings(createCreditRequirement, {}, {}, none)).toEqual({
      marketRoundId: 'Not registered as a buyer or investor in any open market rounds',
    })
  })
})

describe('Add credit requirement', () => {
  it('a credit requirement is added for the capacity in which the organisation is registered', () => {
    const answers = { buyerId: 'avon-farm', marketRoundId: 'round-1', name: 'Estate' }
    const given = facts(places('Buyer'))
    expect(judge(createCreditRequirement, { ...answers, type: 'Buyer' }, given)).toEqual({})
    expect(judge(createCreditRequirement, { ...answers, type: 'Investor' }, given)).toEqual({
      type: 'Not registered as an investor in this market round',
    })
  })
})
