import { expect, it } from 'vitest'
import { aRound } from '#test/builders/market'
import type { Participation } from '#domain/round/participation'
import type { RoundStatus } from '#domain/round/round'
import { waitingSentence } from '#server/next/waits'

const LATE =
  'It is too late for this market round; you can register for another round once this round has ended'

const waits = (
  kind: 'project' | 'requirement',
  status: string,
  round: RoundStatus,
  today = '2025-06-01',
  participation?: Participation['status'],
) =>
  waitingSentence(kind, status, 'The usual', {
    round: aRound({ status: round }),
    today,
    participation: participation && { status: participation },
  })

it('a subject shows what it waits for as long as that can still happen in its round', () => {
  expect(waits('project', 'Registered', 'Open')).toBe('The usual')
  expect(waits('project', 'Registered', 'Closed')).toBe('The usual')
  expect(waits('project', 'Registered', 'OpenForBidsAndOffers')).toBe(LATE)
  expect(waits('project', 'Certified', 'OpenForBidsAndOffers')).toBe('The usual')
  expect(waits('project', 'Offered', 'Matched')).toBe('The usual')
  expect(waits('project', 'Matched', 'Settled')).toBe('The usual')
})

it('it is too late without an offer or bid once they have closed, unless they open again', () => {
  for (const [kind, status] of [
    ['project', 'ApprovedRound'],
    ['requirement', 'Registered'],
  ] as const) {
    expect(waits(kind, status, 'Open')).toBe('The usual')
    expect(waits(kind, status, 'ClosedForBidsAndOffers')).toMatch(
      /^It is too late for this market round, unless bids and offers are reopened/,
    )
  }
})

it('a draft waits for its window, then for the operator, then for another round', () => {
  expect(waits('project', 'Draft', 'Open', '2025-04-01')).toBe(
    'You can register the project while registration is open (from 1 May 2025)',
  )
  const over = 'Registration has closed; the market operator can still register it until bids and offers open'
  expect(waits('requirement', 'Draft', 'Open', '2025-07-01')).toBe(over)
  expect(waits('project', 'Draft', 'Closed', '2025-06-01')).toBe(over)
  expect(waits('project', 'Draft', 'OpenForBidsAndOffers')).toBe(LATE)
})

it('a withdrawn owner’s things wait for reinstatement while that is possible', () => {
  expect(waits('project', 'Certified', 'Closed', '2025-06-01', 'Withdrawn')).toMatch(
    /can reinstate the owner/,
  )
  expect(waits('project', 'Certified', 'Matched', '2025-06-01', 'Withdrawn')).toMatch(
    /withdrawn from this market round; you can register for another round once this round has ended/,
  )
})
