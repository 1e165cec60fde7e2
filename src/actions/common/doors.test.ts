import { describe, expect, it } from 'vitest'
import { validateAnswers, formWarnings } from '../kit/judge.ts'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
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
  it('creates a draft for a supplier of the round', () => {
    const agent = anActor({ organisationType: 'AGENT', organisationId: 'agency' })
    expect(
      runActionForChanges(createProject, {}, project, { given: places('Supplier'), actor: agent }),
    ).toEqual([
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

  it('is refused for an organisation that is not registered in the round', () => {
    const given = createFormFacts(places('Supplier'))
    expect(validateAnswers(createProject, { ...project, supplierId: 'brook-homes' }, given)).toHaveProperty(
      'marketRoundId',
    )
  })

  it('needs durations for a fixed term', () => {
    const given = createFormFacts(places('Supplier'))
    expect(validateAnswers(createProject, { ...project, mitigationDurations: [] }, given)).toEqual({
      mitigationDurations: 'Empty array',
    })
  })

  it('warns when there is no round', () => {
    const none = createFormFacts({ places: [], rounds: [], organisations: [] })
    expect(formWarnings(createProject, {}, {}, none)).toEqual({
      marketRoundId: 'Not registered as a supplier in any open market rounds',
    })
    expect(formWarnings(createCreditRequirement, {}, {}, none)).toEqual({
      marketRoundId: 'Not registered as a buyer or investor in any open market rounds',
    })
  })
})

describe('Add credit requirement', () => {
  it('adds the requirement for the capacity in which the organisation is registered', () => {
    const answers = { buyerId: 'avon-farm', marketRoundId: 'round-1', name: 'Estate' }
    const given = createFormFacts(places('Buyer'))
    expect(validateAnswers(createCreditRequirement, { ...answers, type: 'Buyer' }, given)).toEqual({})
    expect(validateAnswers(createCreditRequirement, { ...answers, type: 'Investor' }, given)).toEqual({
      type: 'Not registered as an investor in this market round',
    })
  })
})
