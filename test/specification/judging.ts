import { findAction } from '#actions/index'
import type { Action, Facts } from '#actions/kit/action'
import type { Kind } from '#domain/entities'

/** The day of these cases. */
export const TODAY = '2026-06-15'

/** An action by its kind and name. */
export const actionOf = (of: string): Action => {
  const [kind = '', name = ''] = of.split('.')
  const found = findAction(kind as Kind, name)
  if (!found) throw new Error(`No action ${of}`)
  return found
}

/** Every list that an action may look at is empty unless the case says otherwise. */
export const knowing = (given: Partial<Facts> = {}): Facts => ({
  today: TODAY,
  actorIsOperator: true,
  declarations: [],
  rounds: [],
  issues: [],
  projects: [],
  requirements: [],
  participations: [],
  places: [],
  capacities: ['Buyer', 'Investor'],
  bidderType: 'BuyersAndInvestors',
  invitedOn: [],
  isRegistered: true,
  hasCosts: true,
  ...given,
})
