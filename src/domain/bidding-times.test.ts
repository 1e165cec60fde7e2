import { expect, it } from 'vitest'
import { aRound } from '#test/builders/market'
import { asOf, earliestAfterNotice, wrongWithTimes } from './bidding-times.ts'

const at = '2026-12-01T09:01:00.000Z'
const none = { bidsOpen: null, bidsClose: null }
const announced = { bidsOpen: '2026-12-04T09:00:00.000Z', bidsClose: '2026-12-18T12:00:00.000Z' }
const before = { ...announced, isAnnounced: true, at }
const moved = (next: Partial<typeof announced>) =>
  wrongWithTimes({ ...announced, ...next }, '2026-11-30', before)

it('a round is closed for bids and offers from its closing time on, however late that is carried out', () => {
  const round = aRound({ status: 'OpenForBidsAndOffers', bidsClose: '2026-12-18T12:00:00.000Z' })
  expect(asOf(round, '2026-12-18T11:59:59.999Z').status).toBe('OpenForBidsAndOffers')
  expect(asOf(round, '2026-12-18T12:00:00.000Z').status).toBe('ClosedForBidsAndOffers')
  expect(asOf({ ...round, bidsOpen: '2026-12-04T09:00:00.000Z' }, '2026-12-04T08:59:59.999Z').status).toBe(
    'Closed',
  )
  expect(asOf({ ...round, bidsClose: null }, '2030-01-01T00:00:00.000Z').status).toBe('OpenForBidsAndOffers')
})

it('bids and offers close after they open, and open after registration has ended', () => {
  const fresh = { ...none, isAnnounced: false, at }
  expect(wrongWithTimes({ ...announced, bidsClose: null }, null, fresh)).toEqual({
    bidsClose: 'Say also when they close',
  })
  expect(wrongWithTimes({ ...announced, bidsClose: announced.bidsOpen }, null, fresh)).toEqual({
    bidsClose: 'Must be after they open',
  })
  expect(wrongWithTimes(announced, '2026-12-04', fresh)).toEqual({
    bidsOpen: 'Must be after registration has ended: from Saturday 5 December 2026 at 00:00 on',
  })
  expect(wrongWithTimes(announced, '2026-12-03', fresh)).toEqual({})
  expect(wrongWithTimes({ ...announced, bidsOpen: '2026-12-01T09:00:00.000Z' }, null, fresh)).toEqual({
    bidsOpen: 'Must be in the future',
  })
})

it('what is announced is moved earlier with a day of notice only, and later at any time', () => {
  expect(earliestAfterNotice(at)).toBe('2026-12-02T09:05:00.000Z')
  expect(moved({ bidsOpen: '2026-12-02T09:00:00.000Z' })).toEqual({
    bidsOpen: "24 hours' notice is due: Wednesday 2 December 2026 at 09:05 at the earliest",
  })
  expect(moved({ bidsOpen: '2026-12-02T09:05:00.000Z' })).toEqual({})
  expect(moved({ bidsClose: '2027-01-15T12:00:00.000Z' })).toEqual({})
  const near = { ...before, at: '2026-12-04T08:00:00.000Z' }
  expect(wrongWithTimes({ ...announced, bidsOpen: '2026-12-04T08:30:00.000Z' }, null, near)).toEqual({
    bidsOpen: 'Announced for less than 24 hours from now: it can be moved later, but not earlier',
  })
  expect(wrongWithTimes({ ...announced, bidsOpen: '2026-12-04T09:30:00.000Z' }, null, near)).toEqual({})
  expect(wrongWithTimes(none, null, before)).toEqual({
    bidsOpen: 'It has been announced: it can be moved, but not taken away',
    bidsClose: 'It has been announced: it can be moved, but not taken away',
  })
})

it('a first closing of a round under way is announced a day ahead', () => {
  const known = { ...none, isAnnounced: true, at }
  expect(
    wrongWithTimes({ bidsOpen: null, bidsClose: '2026-12-01T12:00:00.000Z' }, null, known),
  ).toHaveProperty('bidsClose')
  expect(wrongWithTimes({ bidsOpen: null, bidsClose: '2026-12-02T12:00:00.000Z' }, null, known)).toEqual({})
})
