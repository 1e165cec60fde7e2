import { describe, expect, it } from 'vitest'
import { liveFieldFeedback, initialAnswers, isFieldVisible, validateAnswers } from '../kit/judge.ts'
import { needOf } from '#domain/project/requirement'
import { checkAvailability } from '../kit/available.ts'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
import type { Read } from '../kit/changes.ts'
import { anActor, aParticipation, aRequirement, aRound } from '#test/builders/market'
import { setBid } from './set-bid.ts'

const given = { obstacles: [], mayAcceptOngoingOnly: true }
const accepting = { bid: 100, acceptOngoingOnly: true }

describe('a bid', () => {
  it('must be greater than 0', () => {
    const plain = createFormFacts({ ...given, mayAcceptOngoingOnly: false })
    expect(validateAnswers(setBid, { bid: 0 }, plain)).toEqual({ bid: 'Value must be greater than 0' })
    expect(validateAnswers(setBid, { bid: 0.01 }, plain)).toEqual({})
  })

  it('needs a bid for ongoing units when those alone are accepted, above 0 and not above the full bid', () => {
    const message = (bidOngoingOnly?: number) =>
      validateAnswers(setBid, { ...accepting, bidOngoingOnly }, createFormFacts(given)).bidOngoingOnly
    expect(message()).toBe('Field required')
    expect(message(0)).toBe('Value must be greater than 0')
    expect(message(100.01)).toBe('Cannot be more than the bid')
    expect(message(100)).toBeUndefined()
  })

  it('shows its price per unit while it is typed: for all units, or for ongoing ones alone', async () => {
    const both = aRequirement({
      nutrientType: 'both',
      nutrientOngoingUnits: 30_000,
      nutrientAdditionalUnits: 10_000,
      nutrientAcceptOngoingOnly: true,
    })
    const known = createFormFacts({ ...given, need: needOf(both) })
    expect(liveFieldFeedback(setBid, {}, known)).toEqual({})
    expect(
      liveFieldFeedback(setBid, { bid: 1000, acceptOngoingOnly: true, bidOngoingOnly: 600 }, known),
    ).toEqual({
      bid: '£250.00 per unit',
      bidOngoingOnly: '£200.00 per unit',
    })
  })

  it('is not possible for additional units that end by the redemption date', async () => {
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
        payableInvoices: async () => [],
        bidsWithoutDeposit: async () => [],
        heldShares: async () => new Map(),
        checkFunds: async () => ({ compliance: 0, performance: 0 }),
        returnedPayments: async () => [],
      }
      const known = createFormFacts(await setBid.given?.(read, additional, anActor(), '2025-06-01'))
      return validateAnswers(setBid, { bid: 5_000 }, known)
    }
    expect(await inRound('2030-03-31')).toEqual({
      form: 'The additional units are needed only until the AMP end, which is before the redemption date',
    })
    expect(await inRound('2030-04-01')).toEqual({})
  })

  it('asks about ongoing units alone only where both kinds are needed and ongoing alone would do', () => {
    const plain = createFormFacts({ ...given, mayAcceptOngoingOnly: false })
    expect(isFieldVisible(setBid, 'acceptOngoingOnly', {}, plain)).toBe(false)
    expect(isFieldVisible(setBid, 'acceptOngoingOnly', {}, createFormFacts(given))).toBe(true)
  })

  it('drops the lower bid when ongoing units alone are no longer accepted', () => {
    const answers = { bid: 100, acceptOngoingOnly: false, bidOngoingOnly: 60 }
    expect(runActionForChanges(setBid, aRequirement(), answers, { given })).toMatchObject([
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

  it('is sealed: its owner sees it in the form, the operator does not', () => {
    const requirement = aRequirement({ bid: 500_000 })
    expect(initialAnswers(setBid, requirement, createFormFacts({ actorIsOperator: false }))).toMatchObject({
      bid: 5000,
    })
    expect(initialAnswers(setBid, requirement, createFormFacts())).toEqual({
      bid: null,
      bidOngoingOnly: null,
      acceptOngoingOnly: null,
    })
  })

  it('needs a registered requirement of known need in a round that is open for bids and offers', () => {
    const buyer = anActor({ organisationId: 'brook-homes' })
    const bidding = { round: aRound({ status: 'OpenForBidsAndOffers' }), today: '2025-07-01' }
    const registered = aRequirement({ status: 'Registered', bid: null, bidAt: null })
    expect(checkAvailability(setBid, buyer, registered, bidding)).toBe(true)
    expect(checkAvailability(setBid, buyer, { ...registered, creditType: null }, bidding)).toMatchObject({
      gate: 'when',
    })
    expect(checkAvailability(setBid, buyer, { ...registered, status: 'Provisional' }, bidding)).toMatchObject(
      {
        gate: 'from',
      },
    )
    expect(checkAvailability(setBid, anActor(), registered, bidding)).toMatchObject({ gate: 'who' })
  })
})
