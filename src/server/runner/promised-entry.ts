import type { ActionName } from '#actions/index'
import type { ActivityTable } from '../store/log-tables.ts'

const PROMISED: readonly string[] = [
  'SetOffer',
  'SetBid',
  'ConfirmOffer',
  'ConfirmBid',
] satisfies ActionName[]

/** The entry of an action for which a promise is given: an offer or a bid that was made or confirmed. */
export const promisedEntry = (entries: readonly ActivityTable[]): ActivityTable | undefined =>
  entries.find(({ action }) => PROMISED.includes(action))
