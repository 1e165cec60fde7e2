import { mayActFor } from '#domain/agency'
import { type Actor, isOperator } from '#domain/actor'
import type { Permission } from '#domain/authority'
import type { Day } from '#domain/dates'
import type { Organisation } from '#domain/organisation'
import type { Participation } from '#domain/participation'
import { whyNotTake, whyNotToday } from '#domain/participation-rules'
import { capacitiesOf, type Round, type RoundStatus } from '#domain/round'
import type { Read } from '../kit/changes.ts'
import type { Choice } from '../kit/fields.ts'

/** A round among which somebody chooses, by the names of its market and its own. */
export interface RoundChoice
  extends
    Choice,
    Pick<Round, 'bidderType' | 'suppliersStart' | 'suppliersEnd' | 'buyersStart' | 'buyersEnd'> {}

/** The rounds in these statuses, as a list to choose from. */
export const roundsToChoose = async (
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

/** The rounds in these statuses in which the actor may act for the organisation. */
export const roundsOf = async (
  read: Read,
  organisation: Organisation,
  actor: Actor,
  statuses: readonly RoundStatus[],
  permissions: readonly Permission[],
): Promise<RoundChoice[]> =>
  (await roundsToChoose(read, statuses)).filter(({ id }) =>
    mayActFor(actor, organisation.id, id, permissions),
  )

/** Those of some rounds in which an organisation can still take part in some capacity; with a day, by its windows of that day. */
export const roundsToTake = (
  rounds: readonly RoundChoice[],
  participations: readonly Participation[],
  wish: 'Interested' | 'Provisional',
  today: Day | null,
): RoundChoice[] =>
  rounds.filter(round => {
    const present = participations.filter(one => one.roundId === round.id)
    return capacitiesOf(round.bidderType).some(
      capacity =>
        whyNotTake(present, [capacity], wish) === undefined &&
        (today === null || whyNotToday(round, [capacity], today) === undefined),
    )
  })

/** Where members can be chosen with a new group: for the operator not while bids are open, since its owner agrees to each then. */
export const roundsToGroupIn = async (
  read: Read,
  rounds: readonly RoundChoice[],
  actor: Actor,
): Promise<string[]> => {
  const id = rounds.map(one => one.id)
  if (!isOperator(actor)) return id
  return (await read.list('round', { id, status: ['Draft', 'Open', 'Closed'] })).map(one => one.id)
}

/** Said where there is no round to choose. */
export const NO_ROUNDS = 'There are no market rounds to choose from'
