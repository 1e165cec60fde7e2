import type { Actor } from '#domain/people/actor'
import { isInDayWindow, type Day, type DayWindow } from '@credit-market/values/dates'
import { checkRoundFit, type RoundFitCandidate, type RoundFitResult } from '#domain/project/fits-round'
import { isRegistrationOpen, registrationWindow, type RoundStatus } from '#domain/round/round'
import { addRemark, type Change, type Read } from '../kit/changes.ts'
import { oneOfGiven, notStored, type Choice } from '../kit/fields.ts'
import { readRoundsToRegisterIn } from '../fields/places.ts'

/** An open round to move to, with its window for projects or requirements and how well the item fits. */
interface RoundAhead extends Choice, RoundFitResult {
  status: RoundStatus
  window: DayWindow
}

/** The round in which an unmatched project or requirement is registered again. */
export const nextRoundField = { marketRoundId: notStored(oneOfGiven('Market round', 'rounds')) }

/** Other open rounds in which the owner of an unmatched item takes part and the actor may act for it. */
export const readNextRounds = async (
  read: Read,
  actor: Actor,
  { ownerId, roundId }: { ownerId: string; roundId: string },
  candidate: RoundFitCandidate,
): Promise<{ rounds: RoundAhead[] }> => {
  const { rounds: choices } = await readRoundsToRegisterIn(read, actor, [candidate.capacity], { id: ownerId })
  const ahead = choices.filter(({ id }) => id !== roundId)
  const rounds = await read.list('round', { id: ahead.map(({ id }) => id) })
  return {
    rounds: rounds.map(round => ({
      id: round.id,
      name: ahead.find(({ id }) => id === round.id)?.name ?? round.name,
      status: round.status,
      window: registrationWindow(round, candidate.capacity === 'Supplier' ? 'projects' : 'requirements'),
      ...checkRoundFit(candidate, round),
    })),
  }
}

interface Known {
  rounds: RoundAhead[]
  today: Day
  actorIsOperator: boolean
}

/**
 * Refuses a round that the item does not fit, with the reason; outside the registration window, only the operator may
 * move it.
 */
export const checkNextRound = (
  { marketRoundId }: { marketRoundId?: string | null },
  { rounds, today, actorIsOperator }: Known,
): { marketRoundId?: string } => {
  const round = rounds.find(({ id }) => id === marketRoundId)
  if (!round) return {}
  if (round.against.length > 0)
    return { marketRoundId: `${round.against.join('. ')}. Choose another market round` }
  return isRegistrationOpen(round.status, round.window, today, actorIsOperator)
    ? {}
    : { marketRoundId: 'The registration window of this market round is not open' }
}

/** Warns about the chosen round; if there is no round to choose, says what is missing. */
export const warnNextRound = (
  { marketRoundId }: { marketRoundId?: string | null },
  { rounds }: Known,
  none: string,
): { marketRoundId?: string } => {
  const { doubts = [] } = rounds.find(({ id }) => id === marketRoundId) ?? {}
  const said = rounds.length === 0 ? [none] : doubts
  return said.length > 0 ? { marketRoundId: said.join('. ') } : {}
}

/** Notes in the audit trail that the operator acted outside the registration window. */
export const remarkOutsideWindow = (
  kind: 'project' | 'requirement',
  subject: { id: string },
  marketRoundId: string,
  { rounds, today }: Known,
): Change[] =>
  rounds.some(({ id, window }) => id === marketRoundId && !isInDayWindow(today, window))
    ? [addRemark(kind, subject, 'outside the registration window')]
    : []
