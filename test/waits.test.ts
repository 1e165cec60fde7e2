import { expect, it } from 'vitest'
import { aRound } from '#test/builders/market'
import type { Participation } from '#domain/participation'
import type { RoundStatus } from '#domain/round'
import { waitOf } from '#server/views/waits'

const LATE =
  'It is too late for this market round; once the market round has ended, it can be registered again in another'

const waits = (
  kind: 'project' | 'requirement',
  status: string,
  round: RoundStatus,
  today = '2025-06-01',
  participation?: Participation['status'],
) =>
  waitOf(kind, status, 'The usual', {
    round: aRound({ status: round }),
    today,
    participation: participation && { status: participation },
  })

it('what a thing waits for is said as long as it can still come in its round', () => {
  expect(waits('project', 'Registered', 'Open')).toBe('The usual')
  expect(waits('project', 'Registered', 'Closed')).toBe('The usual')
  expect(waits('project', 'Registered', 'OpenForBidsAndOffers')).toBe(LATE)
  expect(waits('project', 'Certified', 'OpenForBidsAndOffers')).toBe('The usual')
  expect(waits('project', 'Offered', 'Matched')).toBe('The usual')
  expect(waits('project', 'Matched', 'Settled')).toBe('The usual')
})

it('without an offer or bid it is too late once they have closed, unless they are opened again', () => {
  for (const [kind, status] of [
    ['project', 'ApprovedRound'],
    ['requirement', 'Registered'],
  ] as const) {
    expect(waits(kind, status, 'Open')).toBe('The usual')
    expect(waits(kind, status, 'ClosedForBidsAndOffers')).toMatch(
      /^Unless bids and offers are opened again, it is too late/,
    )
  }
})

it('a draft waits for its window, then for the operator, then for another round', () => {
  expect(waits('project', 'Draft', 'Open', '2025-04-01')).toBe(
    'The project can be registered while the registration window is open (from 1 May 2025)',
  )
  const over =
    'The registration window is over; until bids and offers open, the market operator can still register it'
  expect(waits('requirement', 'Draft', 'Open', '2025-07-01')).toBe(over)
  expect(waits('project', 'Draft', 'Closed', '2025-06-01')).toBe(over)
  expect(waits('project', 'Draft', 'OpenForBidsAndOffers')).toBe(LATE)
})

it('things of an owner who has withdrawn wait for being reinstated, while that is possible', () => {
  expect(waits('project', 'Certified', 'Closed', '2025-06-01', 'Withdrawn')).toMatch(/can reinstate it/)
  expect(waits('project', 'Certified', 'Matched', '2025-06-01', 'Withdrawn')).toMatch(
    /withdrawn from this market round; once the market round has ended/,
  )
})
