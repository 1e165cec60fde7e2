import type { BankLine, BankLineStatus } from '#domain/money/bank-line'
import { type Pence, showMoney } from '@credit-market/values/money'

/** True for a line that can be booked, or why it cannot. */
export const isInBooks = ({ isInBooks: is }: BankLine) =>
  is || 'The line is in another currency or of another account, so it is not in the books. Set it aside'

/** Prefills the amount of a form with everything that is left of the line, in pounds. */
export const restInPounds = ({ rest }: BankLine): { amount: number } => ({ amount: Math.abs(rest) / 100 })

/** Gives an amount the sign of its line: negative if money left the account. */
export const signedAs = (line: BankLine, amount: Pence): Pence => (line.amount > 0 ? amount : 0 - amount)

/** Refuses an amount above what is left of the line. */
export const aboveRestError = ({ rest }: BankLine, amount: Pence): { amount?: string } =>
  amount > Math.abs(rest) ? { amount: `Only ${showMoney(Math.abs(rest), true)} of the line is left` } : {}

/** Moves a line to *Booked* once nothing is left to book; until then it waits. */
export const BOOKED_OR_WAITING = {
  by: ({ amount }: { amount: Pence }, { rest }: BankLine): BankLineStatus =>
    amount === Math.abs(rest) ? 'Booked' : 'Waiting',
  is: { Booked: 'Booked', Waiting: 'Waiting' },
} as const
