import type { ActionName } from '#actions/index'
import type { ActivityTable } from '../store/tables/log-tables.ts'

const PROMISED: readonly string[] = [
  'SetOffer',
  'SetBid',
  'ConfirmOffer',
  'ConfirmBid',
  'WithdrawOffer',
  'WithdrawBid',
] satisfies ActionName[]

/** Returns the entry for which a promise is given: that of an offer or bid that was made, confirmed or withdrawn. */
export const findEntryToPromise = (entries: readonly ActivityTable[]): ActivityTable | undefined =>
  entries.find(({ action }) => PROMISED.includes(action))
