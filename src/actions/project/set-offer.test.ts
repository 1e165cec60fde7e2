import { describe, expect, it } from 'vitest'
import { liveFieldFeedback, initialAnswers, validateAnswers } from '../kit/judge.ts'
import { checkAvailability } from '../kit/available.ts'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
import { anActor, aProject, aRound } from '#test/builders/market'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { setCosts } from './set-costs.ts'
import { setOffer } from './set-offer.ts'

const bidding = { round: aRound({ status: 'OpenForBidsAndOffers' }), today: '2025-07-01' }
const approved = aProject({ status: 'ApprovedRound', offer: null, offeredAt: null })
const anAgent = (permission: 'MakeOffersOrBids' | 'RegisterForRound') =>
  anActor({
    organisationId: 'agency',
    organisationType: 'AGENT',
    groups: ['agent'],
    authorities: [{ clientId: 'avon-farm', roundId: 'round-1', hasEnded: false, permissions: [permission] }],
  })

describe('an offer', () => {
  it('is possible while the round is open for bids and offers', () => {
    expect(checkAvailability(setOffer, anActor(), approved, bidding)).toBe(true)
    const closed = { ...bidding, round: aRound({ status: 'ClosedForBidsAndOffers' }) }
    expect(checkAvailability(setOffer, anActor(), approved, closed)).toMatchObject({ gate: 'during' })
  })

  it('is possible for an agent with MakeOffersOrBids, not with RegisterForRound', () => {
    expect(checkAvailability(setOffer, anAgent('MakeOffersOrBids'), approved, bidding)).toBe(true)
    expect(checkAvailability(setOffer, anAgent('RegisterForRound'), approved, bidding)).toMatchObject({
      gate: 'who',
    })
  })

  it('needs costs and a registered participation', () => {
    expect(checkAvailability(setOffer, anActor(), { ...approved, costs: null }, bidding)).toMatchObject({
      gate: 'when',
    })
    expect(
      validateAnswers(setOffer, { offer: 100 }, createFormFacts({ obstacles: [{ text: 'Not registered' }] })),
    ).toHaveProperty('form')
  })

  it('is sealed: its owner sees it in the form, the operator does not', () => {
    const project = aProject({ offer: 123_400 })
    expect(initialAnswers(setOffer, project, createFormFacts({ actorIsOperator: false }))).toEqual({
      offer: 1234,
    })
    expect(initialAnswers(setOffer, project, createFormFacts())).toEqual({ offer: null })
  })

  it('is recorded with its time, and needs true for every declaration shown', () => {
    const declaration = {
      id: 'binding',
      name: 'Binding',
      category: 'MarketRoundProject_Offer',
      roundId: 'round-1',
    }
    const given = { obstacles: [], declarations: [declaration] }
    expect(validateAnswers(setOffer, { offer: 100 }, createFormFacts(given))).toEqual({
      declarations: 'Must be agreed to',
    })
    const answers = { offer: 100.5, declarations: [{ id: 'binding', answer: true }] }
    expect(runActionForChanges(setOffer, approved, answers, { given })).toMatchObject([
      { patch: { offer: 10_050, offeredAt: '2025-06-01T12:00:00.000Z' } },
    ])
  })

  it('shows its price per unit while it is typed, for the project’s supply at its fullest', () => {
    const supplying = (...types: CreditType[]) =>
      createFormFacts({
        isRegistered: true,
        supply: types.map(creditType => ({
          creditType,
          periods: [{ start: '2027-01-01', end: null, units: 40_000 }],
        })),
      })
    const known = supplying('NutrientMitigationNitrogen')
    expect(liveFieldFeedback(setOffer, { offer: null }, known)).toEqual({})
    expect(liveFieldFeedback(setOffer, { offer: 1000 }, known)).toEqual({ offer: '£250.00 per unit' })
    const both = supplying('NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous')
    expect(liveFieldFeedback(setOffer, { offer: 1000 }, both).offer).toContain('several types')
  })

  it('shows the price per unit of each cost too, while it is typed', () => {
    const known = createFormFacts({
      supply: [
        {
          creditType: 'NutrientMitigationNitrogen',
          periods: [{ start: '2027-01-01', end: null, units: 40_000 }],
        },
      ],
    })
    expect(liveFieldFeedback(setCosts, { maintenance: 1000, marketOperator: 0 }, known)).toEqual({
      maintenance: '£250.00 per unit',
    })
  })
})
