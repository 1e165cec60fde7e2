import { mayUsePermissionFor } from '#domain/people/agency'
import { type Actor, isOperator } from '#domain/people/actor'
import type { Permission } from '#domain/people/authority'
import type { Day } from '@credit-market/values/dates'
import type { Organisation } from '#domain/people/organisation'
import type { Participation } from '#domain/round/participation'
import { findParticipationObstacle, findRegistrationWindowObstacle } from '#domain/round/participation-rules'
import { capacitiesOfBidderType, type Round, type RoundStatus } from '#domain/round/round'
import type { Read } from '../kit/changes.ts'
import type { Choice } from '../kit/fields.ts'

/** A round as a choice, with the names of market and round. */
export interface RoundChoice
  extends
    Choice,
    Pick<Round, 'bidderType' | 'suppliersStart' | 'suppliersEnd' | 'buyersStart' | 'buyersEnd'> {}

/** Rounds in these statuses, as choices. */
export const readRoundChoices = async (
  read: Read,
  statuses: readonly RoundStatus[],
): Promise<RoundChoice[]> => {
  const rounds = await read.list('round', { status: statuses })
  const markets = await read.list('market', { id: rounds.map(({ marketId }) => marketId) })
  return rounds.map(round => ({
    id: round.id,
    name: `${markets.find(({ id }) => id === round.marketId)?.name}: ${round.name}`,
    bidderType: round.bidderType,
    suppliersStart: round.suppliersStart,
    suppliersEnd: round.suppliersEnd,
    buyersStart: round.buyersStart,
    buyersEnd: round.buyersEnd,
  }))
}

/** Rounds in these statuses in which the actor may act for the organisation. */
export const readRoundsForActor = async (
  read: Read,
  organisation: Organisation,
  actor: Actor,
  statuses: readonly RoundStatus[],
  permissions: readonly Permission[],
): Promise<RoundChoice[]> =>
  (await readRoundChoices(read, statuses)).filter(({ id }) =>
    mayUsePermissionFor(actor, organisation.id, id, permissions),
  )

/**
 * Rounds that an organisation can still join in some capacity; if a date is given, only those with a registration
 * window open on it.
 */
export const readJoinableRounds = (
  rounds: readonly RoundChoice[],
  participations: readonly Participation[],
  wish: 'Interested' | 'Provisional',
  today: Day | null,
): RoundChoice[] =>
  rounds.filter(round => {
    const present = participations.filter(one => one.roundId === round.id)
    return capacitiesOfBidderType(round.bidderType).some(
      capacity =>
        findParticipationObstacle(present, [capacity], wish) === undefined &&
        (today === null || findRegistrationWindowObstacle(round, [capacity], today) === undefined),
    )
  })

/**
 * Rounds in which a new group can have members from the start. The operator cannot choose a round while its bids
 * are open, because each owner must approve then.
 */
export const readRoundsForGroups = async (
  read: Read,
  rounds: readonly RoundChoice[],
  actor: Actor,
): Promise<string[]> => {
  const id = rounds.map(one => one.id)
  if (!isOperator(actor)) return id
  return (await read.list('round', { id, status: ['Draft', 'Open', 'Closed'] })).map(one => one.id)
}

/** Message if there is no round to choose. */
export const NO_ROUNDS_MESSAGE = 'There are no market rounds to choose from'
