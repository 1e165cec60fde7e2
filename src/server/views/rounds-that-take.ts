import { candidateOfProject } from '#actions/common/fit'
import type { Read } from '#actions/kit/changes'
import type { Day, DayWindow } from '#domain/dates'
import { fitsRound, requirementCandidate } from '#domain/fits-round'
import { takesPart, windowFor } from '#domain/participation'
import type { Project } from '#domain/project'
import type { Requirement } from '#domain/requirement'
import { windowOf } from '#domain/round'

/** A round in which a project or requirement could be put forward, now or later. */
export interface RoundThatTakes {
  id: string
  name: string
  market: { id: string; name: string }
  /** The days on which it takes such things; an end may still be unset. */
  window: DayWindow
  /** Is its owner registered there already, as what it has to be? */
  takesPart: boolean
}

/** A project or a requirement that looks for another round. */
export type Looking = { kind: 'project'; subject: Project } | { kind: 'requirement'; subject: Requirement }

/** The project or requirement of an id, as one that looks for another round. */
export const lookingOf = async (
  read: Read,
  kind: Looking['kind'],
  id: string,
): Promise<Looking | undefined> => {
  if (kind === 'project') {
    const subject = await read.one('project', id)
    return subject && { kind, subject }
  }
  const subject = await read.one('requirement', id)
  return subject && { kind, subject }
}

/**
 * The rounds, other than its own, that are open for registration, whose days for such things are not over, and that
 * really take this one: its credit types, its place, its owner's part and its dates (`domain/fits-round`).
 */
export const roundsThatTake = async (read: Read, looking: Looking, today: Day): Promise<RoundThatTakes[]> => {
  const { subject } = looking
  const candidate =
    looking.kind === 'project'
      ? await candidateOfProject(read, looking.subject)
      : requirementCandidate(looking.subject)
  const rounds = (await read.list('round', { status: 'Open' })).flatMap(round => {
    const window = windowOf(round, candidate.capacity === 'Supplier' ? 'projects' : 'requirements')
    const isOver = window.end !== null && window.end < today
    const isTaken = !isOver && fitsRound(candidate, round).against.length === 0
    return isTaken && round.id !== subject.roundId ? [{ round, window }] : []
  })
  const markets = await read.list('market', { id: rounds.map(({ round }) => round.marketId) })
  const present = await read.list('participation', {
    organisationId: looking.kind === 'project' ? looking.subject.supplierId : looking.subject.buyerId,
    roundId: rounds.map(({ round }) => round.id),
    capacity: candidate.capacity,
  })
  return rounds.flatMap(({ round, window }) => {
    const isPresent = present.some(one => one.roundId === round.id && takesPart(one))
    const { end } = windowOf(round, windowFor(candidate.capacity))
    // Who does not take part in time cannot put anything forward.
    if (!isPresent && end !== null && end < today) return []
    const market = markets.find(({ id }) => id === round.marketId)?.name ?? ''
    return [
      {
        id: round.id,
        name: round.name,
        market: { id: round.marketId, name: market },
        window,
        takesPart: isPresent,
      },
    ]
  })
}
