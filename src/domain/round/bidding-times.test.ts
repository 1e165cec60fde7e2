import { expect, it } from 'vitest'
import { aRound } from '#test/builders/market'
import { roundAtInstant, earliestTimeAfterNotice, findBiddingTimesErrors } from './bidding-times.ts'

const at = '2026-12-01T09:01:00.000Z'
const none = { bidsOpen: null, bidsClose: null }
const announced = { bidsOpen: '2026-12-04T09:00:00.000Z', bidsClose: '2026-12-18T12:00:00.000Z' }
const before = { ...announced, isAnnounced: true, at }
const moved = (next: Partial<typeof announced>) =>
  findBiddingTimesErrors({ ...announced, ...next }, '2026-11-30', before)

it('a round is closed for bids and offers from its closing time, however late the closing runs', () => {
  const round = aRound({ status: 'OpenForBidsAndOffers', bidsClose: '2026-12-18T12:00:00.000Z' })
  expect(roundAtInstant(round, '2026-12-18T11:59:59.999Z').status).toBe('OpenForBidsAndOffers')
  expect(roundAtInstant(round, '2026-12-18T12:00:00.000Z').status).toBe('ClosedForBidsAndOffers')
  expect(
    roundAtInstant({ ...round, bidsOpen: '2026-12-04T09:00:00.000Z' }, '2026-12-04T08:59:59.999Z').status,
  ).toBe('Closed')
  expect(roundAtInstant({ ...round, bidsClose: null }, '2030-01-01T00:00:00.000Z').status).toBe(
    'OpenForBidsAndOffers',
  )
})

it('bids and offers close after they open, and open after registration has ended', () => {
  const fresh = { ...none, isAnnounced: false, at }
  expect(findBiddingTimesErrors({ ...announced, bidsClose: null }, null, fresh)).toEqual({
    bidsClose: 'Enter the time when bids and offers close',
  })
  expect(findBiddingTimesErrors({ ...announced, bidsClose: announced.bidsOpen }, null, fresh)).toEqual({
    bidsClose: 'Must be after the time when bids and offers open',
  })
  expect(findBiddingTimesErrors(announced, '2026-12-04', fresh)).toEqual({
    bidsOpen: 'Must be after registration ends: Saturday 5 December 2026 at 00:00 or later',
  })
  expect(findBiddingTimesErrors(announced, '2026-12-03', fresh)).toEqual({})
  expect(findBiddingTimesErrors({ ...announced, bidsOpen: '2026-12-01T09:00:00.000Z' }, null, fresh)).toEqual(
    {
      bidsOpen: 'Must be in the future',
    },
  )
})

it('an announced time can move earlier only with a day’s notice, and later at any time', () => {
  expect(earliestTimeAfterNotice(at)).toBe('2026-12-02T09:05:00.000Z')
  expect(moved({ bidsOpen: '2026-12-02T09:00:00.000Z' })).toEqual({
    bidsOpen: 'You must give 24 hours’ notice. Choose Wednesday 2 December 2026 at 09:05 or later',
  })
  expect(moved({ bidsOpen: '2026-12-02T09:05:00.000Z' })).toEqual({})
  expect(moved({ bidsClose: '2027-01-15T12:00:00.000Z' })).toEqual({})
  const near = { ...before, at: '2026-12-04T08:00:00.000Z' }
  expect(findBiddingTimesErrors({ ...announced, bidsOpen: '2026-12-04T08:30:00.000Z' }, null, near)).toEqual({
    bidsOpen: 'The announced time is less than 24 hours away. You can make it later, but not earlier',
  })
  expect(findBiddingTimesErrors({ ...announced, bidsOpen: '2026-12-04T09:30:00.000Z' }, null, near)).toEqual(
    {},
  )
  expect(findBiddingTimesErrors(none, null, before)).toEqual({
    bidsOpen: 'This time has been announced. You can change it, but not remove it',
    bidsClose: 'This time has been announced. You can change it, but not remove it',
  })
})

it('the first closing time of a round under way is announced a day ahead', () => {
  const known = { ...none, isAnnounced: true, at }
  expect(
    findBiddingTimesErrors({ bidsOpen: null, bidsClose: '2026-12-01T12:00:00.000Z' }, null, known),
  ).toHaveProperty('bidsClose')
  expect(
    findBiddingTimesErrors({ bidsOpen: null, bidsClose: '2026-12-02T12:00:00.000Z' }, null, known),
  ).toEqual({})
})
