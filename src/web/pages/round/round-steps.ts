import { showDay } from '#domain/dates'
import { ROUND_STATUS_LABELS, type RoundStatus } from '#domain/round'
import type { RoundView } from '#contract/round'
import type { Step } from '../../parts/steps.tsx'

/** The way of a round as people think of it; a failed or rejected match stands where it went wrong. */
const WAY: RoundStatus[] = [
  'Draft',
  'Open',
  'Closed',
  'OpenForBidsAndOffers',
  'ClosedForBidsAndOffers',
  'Matching',
  'Matched',
  'Settled',
]

const PLACE: Partial<Record<RoundStatus, RoundStatus>> = {
  Pending: 'Matching',
  Failed: 'Matching',
  Rejected: 'Matched',
}

/** The steps of a round, behind and ahead, with the days on which they were last reached. */
export const roundSteps = (round: Pick<RoundView, 'status' | 'history'>): Step[] => {
  const here = WAY.indexOf(PLACE[round.status] ?? round.status)
  const wentWrong = round.status === 'Failed' || round.status === 'Rejected'
  return WAY.map((status, at) => {
    const reached = round.history.findLast(entry => entry.status === status)
    const isHere = at === here
    return {
      id: status,
      label: ROUND_STATUS_LABELS[isHere ? round.status : status],
      state: isHere
        ? wentWrong
          ? 'bad'
          : status === 'Settled'
            ? 'done'
            : 'current'
        : at < here
          ? 'done'
          : 'ahead',
      detail: reached && at <= here ? showDay(reached.at) : undefined,
    }
  })
}
