import { describe, expect, it } from 'vitest'
import { besides, firstAnswers, isShown, judge } from '../kit/judge.ts'
import { needOf } from '#domain/requirement'
import { available } from '../kit/available.ts'
import { act, facts } from '#test/builders/act'
import type { Read } from '../kit/changes.ts'
import { anActor, aParticipation, aRequirement, aRound } from '#test/builders/market'
import { setBid } from './set-bid.ts'

const given = { obstacles: [], mayAcceptOngoingOnly: true }
const accepting = { bid: 100, acceptOngoingOnly: true }

describe('a bid', () => {
  it('a bid is greater than 0', () => {
    const plain = facts({ ...given, mayAcceptOngoingOnly: false })
    expect(judge(setBid, { bid: 0 }, plain)).toEqual({ bid: 'Value must be greater than 0' })
    expect(judge(setBid, { bid: 0.01 }, plain)).toEqual({})
  })

  it('a bid for ongoing units only is required when they are accepted, above 0 and not above the bid', () => {
    const message = (bidOngoingOnly?: number) =>
      judge(setBid, { ...accepting, bidOngoingOnly }, facts(given)).bidOngoingOnly
    expect(message()).toBe('Field required')
    expect(message(0)).toBe('Value must be greater than 0')
    expect(message(100.01)).toBe('Cannot be more than the bid')
    expect(message(100)).toBeUndefined()
  })

  it('the price of a unit stands beside a bid as it is typed: of all units, or of the ongoing ones alone', async () => {
    const both = aRequirement({
      nutrientType: 'both',
      nutrientOngoingUnits: 30_000,
      nutrientAdditionalUnits: 10_000,
      nutrientAcceptOngoingOnly: true,
    })
    const known = facts({ ...given, need: needOf(both) })
    expect(besides(setBid, {}, known)).toEqual({})
    expect(besides(setBid, { bid: 1000, acceptOngoingOnly: true, bidOngoingOnly: 600 }, known)).toEqual({
      bid: '£250.00 per unit',
      bidOngoingOnly: '£200.00 per unit',
    })
  })

  it('no bid is made for additional units that are over by the redemption date', async () => {
    const additional = aRequirement({
      nutrientType: 'additional',
      nutrientOngoingUnits: null,
      nutrientAdditionalUnits: 10_000,
      redemptionDate: '2030-03-31',
    })
    const inRound = async (ampEnd: string) => {
      const read: Read = {
        one: async kind =>
          (kind === 'round' ? aRound({ ampEnd }) : aParticipation({ capacity: 'Buyer' })) as never,
        list: async () => [aParticipation({ capacity: 'Buyer' })] as never,
        latest: async () => undefined,
        clock: async () => '2025-06-01T12:00:00.000Z',
        priceRange: async () => null,
      }
      const known = facts(await setBid.given?.(read, additional, anActor(), '2025-06-01'))
      return judge(setBid, { bid: 5_000 }, known)
    }
    expect(await inRound('2030-03-31')).toEqual({
      form: 'The additional units end with the AMP, before the redemption date',
    })
    expect(await inRound('2030-04-01')).toEqual({})
  })

  it('a bid asks about ongoing units only where both kinds are needed and ongoing alone would do', () => {
    const plain = facts({ ...given, mayAcceptOngoingOnly: false })
    expect(isShown(setBid, 'acceptOngoingOnly', {}, plain)).toBe(false)
    expect(isShown(setBid, 'acceptOngoingOnly', {}, facts(given))).toBe(true)
  })

  it('a bid forgets the lower one when ongoing units alone are not accepted after all', () => {
    const answers = { bid: 100, acceptOngoingOnly: false, bidOngoingOnly: 60 }
    expect(act(setBid, aRequirement(), answers, { given })).toMatchObject([
      {
        patch: {
          bid: 10_000,
          acceptOngoingOnly: false,
          bidOngoingOnly: null,
          bidAt: '2025-06-01T12:00:00.000Z',
        },
      },
    ])
  })

  it('a bid is sealed: its owner sees it in the form, the operator does not', () => {
    const requirement = aRequirement({ bid: 500_000 })
    expect(firstAnswers(setBid, requirement, facts({ actorIsOperator: false }))).toMatchObject({ bid: 5000 })
    expect(firstAnswers(setBid, requirement, facts())).toEqual({
      bid: null,
      bidOngoingOnly: null,
      acceptOngoingOnly: null,
    })
  })

  it('a bid is made on a registered requirement of known need, while the round is open for bids and offers', () => {
    const buyer = anActor({ organisationId: 'brook-homes' })
    const bidding = { round: aRound({ status: 'OpenForBidsAndOffers' }), today: '2025-07-01' }
    const registered = aRequirement({ status: 'Registered', bid: null, bidAt: null })
    expect(available(setBid, buyer, registered, bidding)).toBe(true)
    expect(available(setBid, buyer, { ...registered, creditType: null }, bidding)).toMatchObject({
      gate: 'when',
    })
    expect(available(setBid, buyer, { ...registered, status: 'Provisional' }, bidding)).toMatchObject({
      gate: 'from',
    })
    expect(available(setBid, anActor(), registered, bidding)).toMatchObject({ gate: 'who' })
  })
})
