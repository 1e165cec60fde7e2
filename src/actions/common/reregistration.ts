import type { Actor } from '#domain/actor'
import { within, type Day, type DayWindow } from '#domain/dates'
import { fitsRound, type Candidate, type Fit } from '#domain/fits-round'
import { isRegistrationOpen, windowOf, type RoundStatus } from '#domain/round'
import { remark, type Change, type Read } from '../kit/changes.ts'
import { oneOfGiven, notStored, type Choice } from '../kit/fields.ts'
import { placesFor } from './places.ts'

/** An open round to move to, the days on which it takes projects or requirements, and what it thinks of this one. */
interface RoundAhead extends Choice, Fit {
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
  candidate: Candidate,
): Promise<{ rounds: RoundAhead[] }> => {
  const { rounds: choices } = await placesFor(read, actor, [candidate.capacity], { id: ownerId })
  const ahead = choices.filter(({ id }) => id !== roundId)
  const rounds = await read.list('round', { id: ahead.map(({ id }) => id) })
  return {
    rounds: rounds.map(round => ({
      id: round.id,
      name: ahead.find(({ id }) => id === round.id)?.name ?? round.name,
      status: round.status,
      window: windowOf(round, candidate.capacity === 'Supplier' ? 'projects' : 'requirements'),
      ...fitsRound(candidate, round),
    })),
  }
}

interface Known {
  rounds: RoundAhead[]
  today: Day
  actorIsOperator: boolean
}

/** A round that cannot take the thing is refused, and says why; only the operator may move it outside the registration window. */
export const checkRoundAhead = (
  { marketRoundId }: { marketRoundId?: string | null },
  { rounds, today, actorIsOperator }: Known,
): { marketRoundId?: string } => {
  const round = rounds.find(({ id }) => id === marketRoundId)
  if (!round) return {}
  if (round.against.length > 0)
    return { marketRoundId: `${round.against.join('. ')}. Choose a market round that takes it` }
  return isRegistrationOpen(round.status, round.window, today, actorIsOperator)
    ? {}
    : { marketRoundId: 'The registration window of this market round is not open' }
}

/** What is doubtful about the chosen round; without any to choose, what is missing for one. */
export const warnRoundAhead = (
  { marketRoundId }: { marketRoundId?: string | null },
  { rounds }: Known,
  none: string,
): { marketRoundId?: string } => {
  const { doubts = [] } = rounds.find(({ id }) => id === marketRoundId) ?? {}
  const said = rounds.length === 0 ? [none] : doubts
  return said.length > 0 ? { marketRoundId: said.join('. ') } : {}
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
