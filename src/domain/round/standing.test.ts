import { expect, it } from 'vitest'
import { roundPositionSentence, type RoundPosition } from './standing.ts'

const round = (more: Partial<RoundPosition>): RoundPosition => ({
  name: 'Somerset, Round 2',
  status: 'Open',
  projectsEnd: '2026-11-27',
  requirementsEnd: '2026-12-04',
  bidsClose: null,
  projects: {},
  requirements: {},
  ...more,
})

const said = (rounds: readonly RoundPosition[], openRounds = 0, takesPart: readonly string[] = []) =>
  roundPositionSentence(rounds, '2026-11-22', { openRounds, takesPart })

it('one sentence says what an organisation has in a round and how far that is', () => {
  expect(said([round({ status: 'OpenForBidsAndOffers', projects: { Offered: 2, ApprovedRound: 1 } })])).toBe(
    'Two offers sealed, one offer still to be made in Somerset, Round 2; the round is open for bids and offers.',
  )
  expect(said([round({ projects: { Draft: 1 }, requirements: { Registered: 1 } })])).toBe(
    'One credit requirement registered, one project in preparation in Somerset, Round 2; registration closes on 27 Nov 2026.',
  )
  expect(said([round({ projectsEnd: '2026-11-20', projects: { Draft: 1 } })])).toMatch(
    /the round is open for registration\.$/,
  )
})

it('the most urgent round comes first, and the others are counted', () => {
  expect(
    said([
      round({ name: 'A', status: 'ClosedForBidsAndOffers', projects: { Offered: 1 } }),
      round({ name: 'B', status: 'OpenForBidsAndOffers', requirements: { Registered: 12 } }),
    ]),
  ).toBe('12 bids still to be made in B; the round is open for bids and offers; also in one more round.')
})

it('without an active round the sentence says what was won, or that nothing has begun', () => {
  const settled = round({ status: 'Settled', projects: { Matched: 2, Unmatched: 1 } })
  expect(said([settled])).toBe(
    'Two projects won so far; no market round is open for registration, and the next one has not been announced yet.',
  )
  expect(said([], 2)).toBe('Not in a market round yet; two market rounds are open for registration.')
  const opensNext = { name: 'Solent, Round 2', on: '2027-02-21' }
  expect(roundPositionSentence([], '2026-11-22', { openRounds: 0, opensNext, takesPart: [] })).toBe(
    'Not in a market round yet; registration in Solent, Round 2 begins on 21 Feb 2027.',
  )
  const planned = { name: 'Solent, Round 3', from: '2027-03-01' }
  expect(roundPositionSentence([], '2026-11-22', { openRounds: 0, planned, takesPart: [] })).toBe(
    'Not in a market round yet; Solent, Round 3 is expected to open in spring 2027.',
  )
  expect(said([settled], 1, ['Solent, Round 2'])).toBe(
    'Taking part in Solent, Round 2, without projects or requirements yet.',
  )
})
