import type { ActionName } from '#actions/index'
import type { HomeView } from '#contract/desk/home'
import type { AvailableAction } from '#contract/kit/resource'
import { takesPartInCapacity } from '#domain/round/participation'

/** Ids of the most common actions, which come before those that administer an organisation. */
const FIRST: readonly string[] = [
  'RegisterNewProject',
  'RegisterNewCreditRequirement',
  'RegisterAsParticipant',
  'AddProjectsFromSheet',
  'AddParticipantClient',
] satisfies ActionName<'organisation'>[]

/**
 * Returns true if the action is highlighted for an organisation with these participations. Joining a round
 * is, only until someone has joined a round that is still open.
 */
const standsOut = ({ id }: AvailableAction, rows: HomeView['participations']): boolean => {
  if (id === 'RegisterAsParticipant')
    return !rows.some(({ status, round }) => takesPartInCapacity({ status }) && round.status !== 'Settled')
  const capacities = rows.map(({ capacity }) => capacity)
  if (id === 'RegisterNewProject') return capacities.length === 0 || capacities.includes('Supplier')
  return (
    id !== 'RegisterNewCreditRequirement' ||
    capacities.length === 0 ||
    capacities.some(one => one !== 'Supplier')
  )
}

const rankOf = (action: AvailableAction, rows: HomeView['participations']): number => {
  const at = FIRST.indexOf(action.id)
  return at < 0 || !standsOut(action, rows) ? FIRST.length : at
}

/**
 * Orders the available actions of an organisation with these participations, and counts how many of them are
 * buttons.
 */
export const prioritiseActions = (
  offered: readonly AvailableAction[],
  rows: HomeView['participations'],
): { actions: AvailableAction[]; buttons: number } => {
  const rank = (action: AvailableAction) => rankOf(action, rows)
  const actions = offered.toSorted((a, b) => rank(a) - rank(b))
  const toPress = actions.filter(action => action.missing === undefined && rank(action) < FIRST.length)
  return { actions, buttons: Math.min(toPress.length, 2) }
}
