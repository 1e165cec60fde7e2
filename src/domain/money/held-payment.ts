import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'

/** Units that a project has sold, and how many of them a confirmed failure fails. */
export interface FailedShare {
  failed: Units
  sold: Units
}

/**
 * Part of what is open of a supplier's invoice that is not paid because a share of its sold units has failed, in pence: that share of
 * the whole invoice, rounded up, so that paying the rest does not make it smaller.
 */
export const heldAmount = (
  { open, total }: Readonly<{ open: Pence; total: Pence }>,
  { failed, sold }: FailedShare,
): Pence =>
  sold <= 0 ? 0 : Math.min(open, Number((BigInt(total) * BigInt(failed) + BigInt(sold) - 1n) / BigInt(sold)))
