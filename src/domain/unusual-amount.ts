import { showMoney, type Pence } from './money.ts'

/** An amount this many times another, or less than one part in so many of it, is more often a slip than a wish. */
const UNUSUAL_FACTOR = 5

/** What an amount is compared with: one amount or a range, in pence, and what it is called in a sentence. */
export interface Comparison {
  low: Pence
  high: Pence
  called: string
}

/**
 * Says that an amount is more than five times what it is compared with, or less than a fifth of it; nothing where it is
 * neither. Both figures are in the sentence.
 */
export const whyUnusual = (amount: Pence, comparison: Comparison): string | undefined => {
  const { low, high, called } = comparison
  // All with pence where one of them has any.
  const havePence = [amount, low, high].some(pence => pence % 100 !== 0)
  const money = (pence: Pence): string => showMoney(pence, havePence)
  const is = `${money(amount)} is`
  const compared = `${called}, ${low === high ? money(low) : `${money(low)} to ${money(high)}`}`
  if (amount > high * UNUSUAL_FACTOR) return `${is} more than five times ${compared}`
  if (amount * UNUSUAL_FACTOR < low) return `${is} less than a fifth of ${compared}`
  return undefined
}
