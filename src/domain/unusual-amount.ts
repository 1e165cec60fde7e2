import { showMoney, type Pence } from './money.ts'

/** An amount this many times another, or less than one part in so many of it, is more often a slip than a wish. */
const UNUSUAL_FACTOR = 5

/** What an amount is compared with: one amount or a range, in pence, and what it is called in a sentence. */
export interface Comparison {
  low: Pence
  high: Pence
  called: string
}

const money = (amount: Pence): string => showMoney(amount, amount % 100 !== 0)

const shown = ({ low, high }: Comparison): string =>
  low === high ? money(low) : `${money(low)} to ${money(high)}`

/**
 * Says that an amount is more than five times what it is compared with, or less than a fifth of it; nothing where it is
 * neither. Both figures are in the sentence.
 */
export const whyUnusual = (amount: Pence, comparison: Comparison): string | undefined => {
  const { low, high, called } = comparison
  const is = `${money(amount)} is`
  if (amount > high * UNUSUAL_FACTOR) return `${is} more than five times ${called}, ${shown(comparison)}`
  if (amount * UNUSUAL_FACTOR < low) return `${is} less than a fifth of ${called}, ${shown(comparison)}`
  return undefined
}
