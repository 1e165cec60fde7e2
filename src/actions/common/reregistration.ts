import type { Actor } from '#domain/actor'
import { within, type Day, type DayWindow } from '#domain/dates'
import type { Capacity } from '#domain/capacity'
import { isRegistrationOpen, windowOf, type RoundStatus, type WindowName } from '#domain/round'
import { remark, type Change, type Read } from '../kit/changes.ts'
import { oneOfGiven, notStored, type Choice } from '../kit/fields.ts'
import { placesFor } from './places.ts'

/** An open round to move to, and the days on which it takes projects or requirements. */
interface RoundAhead extends Choice {
  status: RoundStatus
  window: DayWindow
}

/** The round in which a losing project or requirement tries again. */
export const roundAhead = { marketRoundId: notStored(oneOfGiven('Market round', 'rounds')) }

/** The open rounds, other than its own, in which the owner of a losing thing takes part and the actor may act for it. */
export const roundsAhead = async (
  read: Read,
  actor: Actor,
  { ownerId, roundId }: { ownerId: string; roundId: string },
  capacity: Capacity,
  window: WindowName,
): Promise<{ rounds: RoundAhead[] }> => {
  const { rounds: choices } = await placesFor(read, actor, [capacity], { id: ownerId })
  const ahead = choices.filter(({ id }) => id !== roundId)
  const rounds = await read.list('round', { id: ahead.map(({ id }) => id) })
  return {
    rounds: rounds.map(round => ({
      id: round.id,
      name: ahead.find(({ id }) => id === round.id)?.name ?? round.name,
      status: round.status,
      window: windowOf(round, window),
    })),
  }
}

interface Known {
  rounds: RoundAhead[]
  today: Day
  actorIsOperator: boolean
}

/** Only the operator may move a thing into a round outside its registration window. */
export const checkRoundAhead = (
  { marketRoundId }: { marketRoundId?: string | null },
  { rounds, today, actorIsOperator }: Known,
): { marketRoundId?: string } => {
  const round = rounds.find(({ id }) => id === marketRoundId)
  return !round || isRegistrationOpen(round.status, round.window, today, actorIsOperator)
    ? {}
    : { marketRoundId: 'The registration window of this market round is not open' }
}

/** What the operator does outside the registration window is told in the trail. */
export const toldOutside = (
  kind: 'project' | 'requirement',
  subject: { id: string },
  marketRoundId: string,
  { rounds, today }: Known,
): Change[] =>
  rounds.some(({ id, window }) => id === marketRoundId && !within(today, window))
    ? [remark(kind, subject, 'outside the registration window')]
    : []
