import type { ActionName } from '#actions/index'
import type { ActivityTable } from '../store/tables/log-tables.ts'

const PROMISED: readonly string[] = [
  'SetOffer',
  'SetBid',
  'ConfirmOffer',
  'ConfirmBid',
] satisfies ActionName[]

/** Returns the entry for which a promise is given: that of an offer or bid that was made or confirmed. */
export const findEntryToPromise = (entries: readonly ActivityTable[]): ActivityTable | undefined =>
  entries.find(({ action }) => PROMISED.includes(action))
