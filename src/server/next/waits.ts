import { findAction } from '#actions/index'
import { operatorEntries } from '#actions/kit/available'
import { awaitedStep } from '#actions/steps'
import { type Day, showDay } from '@credit-market/values/dates'
import type { Participation } from '#domain/round/participation'
import {
  isRegistrationOpen,
  type Round,
  ROUND_STATUSES,
  type RoundStatus,
  registrationWindow,
} from '#domain/round/round'

type Waiting = 'project' | 'requirement'

const AGAIN = 'you can register for another round once this round has ended'
const TOO_LATE = `It is too late for this market round; ${AGAIN}`

const at = (status: RoundStatus): number => ROUND_STATUSES.indexOf(status)

/** True if the step is possible now or later, considering that bids and offers may be reopened. */
export const isStepStillPossible = (during: readonly RoundStatus[], status: RoundStatus): boolean =>
  during.some(one => at(one) >= at(status))

/** Says that a draft waits for its window, for the operator once the window is over, or for another round. */
const draftWait = (called: string, window: 'projects' | 'requirements', round: Round, today: Day): string => {
  const { start, end } = registrationWindow(round, window)
  if (!isRegistrationOpen(round.status, { start, end }, today, true)) return TOO_LATE
  if (round.status !== 'Closed' && (end === null || today <= end))
    return `You can register the ${called} while registration is open${start ? ` (from ${showDay(start)})` : ''}`
  return 'Registration has closed; the market operator can still register it until bids and offers open'
}

interface Around {
  round: Round | undefined
  today: Day
  participation: Pick<Participation, 'status'> | undefined
}

/**
 * Says what a project or requirement waits for in its round on this date; undefined if it waits
 * for nothing.
 */
export const waitingSentence = (
  kind: Waiting,
  status: string,
  usual: string | undefined,
  { round, today, participation }: Around,
): string | undefined => {
  if (!round || round.status === 'Settled') return usual
  const awaited = awaitedStep(kind, status)
  if (status !== 'Draft' && awaited === undefined) return usual
  if (participation?.status === 'Withdrawn')
    return isStepStillPossible(['OpenForBidsAndOffers'], round.status)
      ? 'Its owner has withdrawn from this market round; the market operator can reinstate the owner until bids and offers close'
      : `Its owner has withdrawn from this market round; ${AGAIN}`
  if (status === 'Draft')
    return draftWait(kind, kind === 'project' ? 'projects' : 'requirements', round, today)
  const during = awaited && findAction(kind, awaited.action)?.during
  const statuses = during ? operatorEntries(during) : ROUND_STATUSES
  if (isStepStillPossible(statuses, round.status)) return usual
  return statuses.includes('OpenForBidsAndOffers')
    ? `It is too late for this market round, unless bids and offers are reopened; ${AGAIN}`
    : TOO_LATE
}
