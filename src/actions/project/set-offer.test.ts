import { describe, expect, it } from 'vitest'
import { besides, firstAnswers, judge } from '../kit/judge.ts'
import { available } from '../kit/available.ts'
import { act, facts } from '#test/builders/act'
import { anActor, aProject, aRound } from '#test/builders/market'
import type { CreditType } from '#domain/credit-type'
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
  it('an offer is made while the round is open for bids and offers', () => {
    expect(available(setOffer, anActor(), approved, bidding)).toBe(true)
    const closed = { ...bidding, round: aRound({ status: 'ClosedForBidsAndOffers' }) }
    expect(available(setOffer, anActor(), approved, closed)).toMatchObject({ gate: 'during' })
  })

  it('an offer is made by an agent with MakeOffersOrBids, not with RegisterForRound', () => {
    expect(available(setOffer, anAgent('MakeOffersOrBids'), approved, bidding)).toBe(true)
    expect(available(setOffer, anAgent('RegisterForRound'), approved, bidding)).toMatchObject({ gate: 'who' })
  })

  it('an offer needs the costs to be set and the participation to be registered', () => {
    expect(available(setOffer, anActor(), { ...approved, costs: null }, bidding)).toMatchObject({
      gate: 'when',
    })
    expect(
      judge(setOffer, { offer: 100 }, facts({ obstacles: [{ text: 'Not registered' }] })),
    ).toHaveProperty('form')
  })

  it('an offer is sealed: its owner sees it in the form, the operator does not', () => {
    const project = aProject({ offer: 123_400 })
    expect(firstAnswers(setOffer, project, facts({ actorIsOperator: false }))).toEqual({ offer: 1234 })
    expect(firstAnswers(setOffer, project, facts())).toEqual({ offer: null })
  })

  it('an offer is recorded with its time, and every declaration shown must be answered true', () => {
    const declaration = {
      id: 'binding',
      name: 'Binding',
      category: 'MarketRoundProject_Offer',
      roundId: 'round-1',
    }
    const given = { obstacles: [], declarations: [declaration] }
    expect(judge(setOffer, { offer: 100 }, facts(given))).toEqual({ declarations: 'Must be agreed to' })
    const answers = { offer: 100.5, declarations: [{ id: 'binding', answer: true }] }
    expect(act(setOffer, approved, answers, { given })).toMatchObject([
      { patch: { offer: 10_050, offeredAt: '2025-06-01T12:00:00.000Z' } },
    ])
  })

  it('the price of a unit stands beside an offer as it is typed, for what the project supplies at its fullest', () => {
    const supplying = (...types: CreditType[]) =>
      facts({
        isRegistered: true,
        supply: types.map(creditType => ({
          creditType,
          periods: [{ start: '2027-01-01', end: null, units: 40_000 }],
        })),
      })
    const known = supplying('NutrientMitigationNitrogen')
    expect(besides(setOffer, { offer: null }, known)).toEqual({})
    expect(besides(setOffer, { offer: 1000 }, known)).toEqual({ offer: '£250.00 per unit' })
    const both = supplying('NutrientMitigationNitrogen', 'NutrientMitigationPhosphorous')
    expect(besides(setOffer, { offer: 1000 }, both).offer).toContain('several types')
  })

  it('the price of a unit stands beside each of the costs too, while they are typed', () => {
    const known = facts({
      supply: [
        {
          creditType: 'NutrientMitigationNitrogen',
          periods: [{ start: '2027-01-01', end: null, units: 40_000 }],
        },
      ],
    })
    expect(besides(setCosts, { maintenance: 1000, marketOperator: 0 }, known)).toEqual({
      maintenance: '£250.00 per unit',
    })
  })
})
