import { findAction } from '#actions/index'
import { forOperator } from '#actions/kit/available'
import { awaitedStep } from '#actions/steps'
import { type Day, showDay } from '#domain/dates'
import type { Participation } from '#domain/participation'
import { isRegistrationOpen, type Round, ROUND_STATUSES, type RoundStatus, windowOf } from '#domain/round'

type Waiting = 'project' | 'requirement'

const AGAIN = 'once the market round has ended, it can be registered again in another'
const TOO_LATE = `It is too late for this market round; ${AGAIN}`

const at = (status: RoundStatus): number => ROUND_STATUSES.indexOf(status)

/** Is the step still possible, now or later, however often bids and offers may be opened again? */
export const canStillCome = (during: readonly RoundStatus[], status: RoundStatus): boolean =>
  during.some(one => at(one) >= at(status))

/** What a draft waits for: its window, the operator once that is over, or another round. */
const draftWait = (called: string, window: 'projects' | 'requirements', round: Round, today: Day): string => {
  const { start, end } = windowOf(round, window)
  if (!isRegistrationOpen(round.status, { start, end }, today, true)) return TOO_LATE
  if (round.status !== 'Closed' && (end === null || today <= end))
    return `The ${called} can be registered while the registration window is open${start ? ` (from ${showDay(start)})` : ''}`
  return 'The registration window is over; until bids and offers open, the market operator can still register it'
}

interface Around {
  round: Round | undefined
  today: Day
  participation: Pick<Participation, 'status'> | undefined
}

/** What a project or requirement waits for, in a sentence that is true in its round on this day; nothing where it waits for nothing. */
export const waitOf = (
  kind: Waiting,
  status: string,
  usual: string | undefined,
  { round, today, participation }: Around,
): string | undefined => {
  if (!round || round.status === 'Settled') return usual
  const awaited = awaitedStep(kind, status)
  if (status !== 'Draft' && awaited === undefined) return usual
  if (participation?.status === 'Withdrawn')
    return canStillCome(['OpenForBidsAndOffers'], round.status)
      ? 'Its owner has withdrawn from this market round; the market operator can reinstate it until bids and offers close'
      : `Its owner has withdrawn from this market round; ${AGAIN}`
  if (status === 'Draft')
    return draftWait(kind, kind === 'project' ? 'projects' : 'requirements', round, today)
  const during = awaited && findAction(kind, awaited.action)?.during
  const statuses = during ? forOperator(during) : ROUND_STATUSES
  if (canStillCome(statuses, round.status)) return usual
  return statuses.includes('OpenForBidsAndOffers')
    ? `Unless bids and offers are opened again, it is too late for this market round; ${AGAIN}`
    : TOO_LATE
}
