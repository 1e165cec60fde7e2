import { expect, it } from 'vitest'
import {
  roundJoiningState,
  nextRoundDate,
  type RoundDays,
  roundStateText,
  windowStateText,
} from './round-days.ts'

const round: RoundDays = {
  status: 'Open',
  bidderType: 'Buyers',
  expectedFrom: null,
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
  expect(windowStateText(window, '2026-11-22')).toBe('opens in 2 days, on Tuesday 24 November 2026')
  expect(windowStateText(window, '2026-11-23')).toBe('opens tomorrow, on Tuesday 24 November 2026')
  expect(windowStateText(window, '2026-11-24')).toBe('closes in 10 days, on Friday 4 December 2026')
  expect(windowStateText(window, '2026-12-04')).toBe('closes today, on Friday 4 December 2026')
  expect(windowStateText(window, '2026-12-05')).toBe('closed on 4 Dec 2026')
})

it('describes a planned round by its season, also once that has passed', () => {
  const planned: RoundDays = { ...round, status: 'Draft', expectedFrom: '2027-03-01' }
  expect(roundStateText(planned, '2026-11-22')).toBe(
    'Planned. Registration is expected to open in spring 2027.',
  )
  expect(roundStateText(planned, '2027-06-01')).toBe(
    'Planned. Registration was expected to open in spring 2027. A new time has not been announced yet.',
  )
  expect(nextRoundDate(planned, '2026-11-22')).toBe('2027-03-01')
})

it('describes the state of a round, with the next opening or closing', () => {
  expect(roundStateText(round, '2026-11-22')).toBe(
    'Open for registration. Supplier registration closes in 12 days, on Friday 4 December 2026.',
  )
  expect(roundStateText(round, '2026-10-20')).toBe(
    'Announced. Supplier registration opens in 12 days, on Sunday 1 November 2026.',
  )
  expect(roundStateText(round, '2026-11-22', 'buyers')).toMatch(
    /^Open for registration\. Buyer[ a-z]* registration closes/,
  )
  expect(roundStateText(round, '2027-02-01')).toMatch(/^Registration has closed/)
  expect(roundStateText({ ...round, status: 'Settled' }, '2027-02-01')).toBe('Settled.')
})

it('says when bids and offers open and close in London time', () => {
  const times = { bidsOpen: '2027-03-28T00:59:00.000Z', bidsClose: '2027-04-02T11:00:00.000Z' }
  expect(roundStateText({ ...round, ...times, status: 'Closed' }, '2027-03-25')).toBe(
    'Registration has closed. Bids and offers open in 3 days, on Sunday 28 March 2027 at 00:59.',
  )
  expect(roundStateText({ ...round, ...times }, '2027-03-27')).toBe(
    'Registration has closed. Bids and offers open tomorrow, on Sunday 28 March 2027 at 00:59.',
  )
  const bidding = { ...round, ...times, status: 'OpenForBidsAndOffers' } as const
  expect(roundStateText(bidding, '2027-04-02')).toBe(
    'Registered participants can make bids and offers now. Bids and offers close today, on Friday 2 April 2027 at 12:00.',
  )
  expect(nextRoundDate(bidding, '2027-03-30')).toBe('2027-04-02')
  expect(nextRoundDate({ ...round, ...times, status: 'Closed' }, '2027-03-25')).toBe('2027-03-28')
  expect(nextRoundDate({ ...bidding, status: 'ClosedForBidsAndOffers' }, '2027-04-02')).toBeUndefined()
})

it('finds the next date of an open round only', () => {
  expect(nextRoundDate(round, '2026-11-22')).toBe('2026-12-01')
  expect(nextRoundDate(round, '2027-01-15')).toBe('2027-01-15')
  expect(nextRoundDate(round, '2027-01-16')).toBeUndefined()
  expect(nextRoundDate({ ...round, status: 'Closed' }, '2026-11-22')).toBeUndefined()
})

it('can be joined while suppliers or bidders register, and from the next window on', () => {
  expect(roundJoiningState(round, '2026-10-20')).toEqual({ from: '2026-11-01' })
  expect(roundJoiningState(round, '2026-11-01')).toBe('now')
  expect(roundJoiningState(round, '2026-12-10')).toBe('now')
  // An organisation that has joined may still register projects.
  expect(roundJoiningState(round, '2026-12-11')).toBe('over')
  expect(roundJoiningState({ ...round, status: 'OpenForBidsAndOffers' }, '2026-11-24')).toBe('over')
  const undated = { ...round, suppliersStart: null, suppliersEnd: null, buyersStart: null, buyersEnd: null }
  expect(roundJoiningState(undated, '2026-11-24')).toBe('now')
})
