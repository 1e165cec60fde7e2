import { expect, it } from 'vitest'
import { joining, nextDayOf, type RoundDays, roundState, windowState } from './round-days.ts'

const round: RoundDays = {
  status: 'Open',
  bidderType: 'Buyers',
  suppliersStart: '2026-11-01',
  suppliersEnd: '2026-12-04',
  buyersStart: '2026-11-01',
  buyersEnd: '2026-12-10',
  projectsStart: '2026-12-01',
  projectsEnd: '2027-01-15',
  requirementsStart: null,
  requirementsEnd: null,
  bidsOpen: null,
  bidsClose: null,
}

it('says in words when a window opens and closes', () => {
  const window = { start: '2026-11-24', end: '2026-12-04' }
  expect(windowState(window, '2026-11-22')).toBe('opens in 2 days, on Tuesday 24 November 2026')
  expect(windowState(window, '2026-11-23')).toBe('opens tomorrow, on Tuesday 24 November 2026')
  expect(windowState(window, '2026-11-24')).toBe('closes in 10 days, on Friday 4 December 2026')
  expect(windowState(window, '2026-12-04')).toBe('closes today, on Friday 4 December 2026')
  expect(windowState(window, '2026-12-05')).toBe('closed on 4 Dec 2026')
})

it('says where a round stands by what closes next, or opens', () => {
  expect(roundState(round, '2026-11-22')).toBe(
    'Open for registration: suppliers register, and that closes in 12 days, on Friday 4 December 2026.',
  )
  expect(roundState(round, '2026-10-20')).toBe(
    'Announced: suppliers register, and that opens in 12 days, on Sunday 1 November 2026.',
  )
  expect(roundState(round, '2027-02-01')).toMatch(/^Registration is over/)
  expect(roundState({ ...round, status: 'Settled' }, '2027-02-01')).toBe('Settled.')
})

it('says when bids and offers open and close, by clocks in London', () => {
  const times = { bidsOpen: '2027-03-28T00:59:00.000Z', bidsClose: '2027-04-02T11:00:00.000Z' }
  expect(roundState({ ...round, ...times, status: 'Closed' }, '2027-03-25')).toBe(
    'Registration has closed. Bids and offers open in 3 days, on Sunday 28 March 2027 at 00:59.',
  )
  expect(roundState({ ...round, ...times }, '2027-03-27')).toBe(
    'Registration is over. Bids and offers open tomorrow, on Sunday 28 March 2027 at 00:59.',
  )
  const bidding = { ...round, ...times, status: 'OpenForBidsAndOffers' } as const
  expect(roundState(bidding, '2027-04-02')).toBe(
    'Taking bids and offers from whoever is registered; they close today, on Friday 2 April 2027 at 12:00.',
  )
  expect(nextDayOf(bidding, '2027-03-30')).toBe('2027-04-02')
  expect(nextDayOf({ ...round, ...times, status: 'Closed' }, '2027-03-25')).toBe('2027-03-28')
  expect(nextDayOf({ ...bidding, status: 'ClosedForBidsAndOffers' }, '2027-04-02')).toBeUndefined()
})

it('finds the next day of a round that is open, and none of others', () => {
  expect(nextDayOf(round, '2026-11-22')).toBe('2026-12-01')
  expect(nextDayOf(round, '2027-01-15')).toBe('2027-01-15')
  expect(nextDayOf(round, '2027-01-16')).toBeUndefined()
  expect(nextDayOf({ ...round, status: 'Closed' }, '2026-11-22')).toBeUndefined()
})

it('can be joined while suppliers or bidders register, and from the next window on', () => {
  expect(joining(round, '2026-10-20')).toEqual({ from: '2026-11-01' })
  expect(joining(round, '2026-11-01')).toBe('now')
  expect(joining(round, '2026-12-10')).toBe('now')
  // Who has joined may still register projects.
  expect(joining(round, '2026-12-11')).toBe('over')
  expect(joining({ ...round, status: 'OpenForBidsAndOffers' }, '2026-11-24')).toBe('over')
  const undated = { ...round, suppliersStart: null, suppliersEnd: null, buyersStart: null, buyersEnd: null }
  expect(joining(undated, '2026-11-24')).toBe('now')
})
