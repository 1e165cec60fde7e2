import type { ActionName } from '#actions/index'
import type { HomeView } from '#contract/home'
import type { AvailableAction } from '#contract/resource'
import { takesPart } from '#domain/participation'

/** What people come for, before what keeps an organisation in order. */
const FIRST: readonly string[] = [
  'RegisterNewProject',
  'RegisterNewCreditRequirement',
  'RegisterAsParticipant',
  'AddParticipantClient',
] satisfies ActionName<'organisation'>[]

/** Does it stand out for who takes part like this? Joining does so only until somebody has joined a round that goes on. */
const standsOut = ({ id }: AvailableAction, rows: HomeView['participations']): boolean => {
  if (id === 'RegisterAsParticipant')
    return !rows.some(({ status, round }) => takesPart({ status }) && round.status !== 'Settled')
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

/** What may be done for an organisation that takes part like this: in order, and how many of it stand as buttons. */
export const firstActions = (
  offered: readonly AvailableAction[],
  rows: HomeView['participations'],
): { actions: AvailableAction[]; buttons: number } => {
  const rank = (action: AvailableAction) => rankOf(action, rows)
  const actions = offered.toSorted((a, b) => rank(a) - rank(b))
  const toPress = actions.filter(action => action.missing === undefined && rank(action) < FIRST.length)
  return { actions, buttons: Math.min(toPress.length, 2) }
}
