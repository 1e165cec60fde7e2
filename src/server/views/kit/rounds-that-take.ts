import { readProjectRoundCandidate } from '#actions/common/fit'
import type { Read } from '#actions/kit/changes'
import type { Day, DayWindow } from '@credit-market/values/dates'
import { checkRoundFit, requirementRoundCandidate } from '#domain/project/fits-round'
import { takesPartInCapacity, registrationWindowOf } from '#domain/round/participation'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import { registrationWindow } from '#domain/round/round'

/** A round that a project or requirement could enter, now or later. */
export interface RoundForItem {
  id: string
  name: string
  market: { id: string; name: string }
  /** The period in which the round accepts such items; its end may be unset. */
  window: DayWindow
  /** True if the owner is registered in the round in the capacity that the item needs. */
  takesPart: boolean
}

/** A project or requirement whose owner looks for another round. */
export type ItemLookingForRound =
  | { kind: 'project'; subject: Project }
  | { kind: 'requirement'; subject: Requirement }

/** The project or requirement with an id, as one whose owner looks for another round. */
export const readItemLookingForRound = async (
  read: Read,
  kind: ItemLookingForRound['kind'],
  id: string,
): Promise<ItemLookingForRound | undefined> => {
  if (kind === 'project') {
    const subject = await read.one('project', id)
    return subject && { kind, subject }
  }
  const subject = await read.one('requirement', id)
  return subject && { kind, subject }
}

/**
 * Other rounds that are open for registration, whose period for such items is not over, and that the item fits:
 * credit types, place, its owner's participation and its dates (`domain/project/fits-round.ts`).
 */
export const findRoundsForItem = async (
  read: Read,
  looking: ItemLookingForRound,
  today: Day,
): Promise<RoundForItem[]> => {
  const { subject } = looking
  const candidate =
    looking.kind === 'project'
      ? await readProjectRoundCandidate(read, looking.subject)
      : requirementRoundCandidate(looking.subject)
  const rounds = (await read.list('round', { status: 'Open' })).flatMap(round => {
    const window = registrationWindow(round, candidate.capacity === 'Supplier' ? 'projects' : 'requirements')
    const isOver = window.end !== null && window.end < today
    const isTaken = !isOver && checkRoundFit(candidate, round).against.length === 0
    return isTaken && round.id !== subject.roundId ? [{ round, window }] : []
  })
  const markets = await read.list('market', { id: rounds.map(({ round }) => round.marketId) })
  const present = await read.list('participation', {
    organisationId: looking.kind === 'project' ? looking.subject.supplierId : looking.subject.buyerId,
    roundId: rounds.map(({ round }) => round.id),
    capacity: candidate.capacity,
  })
  return rounds.flatMap(({ round, window }) => {
    const isPresent = present.some(one => one.roundId === round.id && takesPartInCapacity(one))
    const { end } = registrationWindow(round, registrationWindowOf(candidate.capacity))
    // An owner who does not take part in time cannot enter anything.
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
