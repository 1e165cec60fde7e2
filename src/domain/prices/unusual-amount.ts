import { showMoney, type Pence } from '@credit-market/values/money'

/** An amount more than this many times another, or less than one such part, is usually a mistake. */
const UNUSUAL_FACTOR = 5

/** An amount or range to compare with, in pence, and its name in a sentence. */
export interface AmountComparison {
  low: Pence
  high: Pence
  called: string
}

/** Warns that an amount is more than five times the comparison, or less than a fifth, with both figures; undefined otherwise. */
export const unusualAmountWarning = (amount: Pence, comparison: AmountComparison): string | undefined => {
  const { low, high, called } = comparison
  // All amounts show pence if one of them has any.
  const havePence = [amount, low, high].some(pence => pence % 100 !== 0)
  const money = (pence: Pence): string => showMoney(pence, havePence)
  const range = low === high ? money(low) : `${money(low)} to ${money(high)}`
  if (amount > high * UNUSUAL_FACTOR) return `${money(amount)} is more than five times ${called}, ${range}`
  if (amount * UNUSUAL_FACTOR < low) return `${money(amount)} is less than a fifth of ${called}, ${range}`
  return undefined
}
