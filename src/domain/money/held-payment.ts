import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'

/** Units that a project has sold, and how many of them a confirmed failure fails. */
export interface FailedShare {
  failed: Units
  sold: Units
}

/** Part of an amount in pence that is not paid to a supplier because a share of its sold units has failed; rounded up. */
export const heldAmount = (open: Pence, { failed, sold }: FailedShare): Pence =>
  sold <= 0 ? 0 : Math.min(open, Number((BigInt(open) * BigInt(failed) + BigInt(sold) - 1n) / BigInt(sold)))
