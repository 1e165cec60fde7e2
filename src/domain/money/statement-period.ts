import type { Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'

/** First and last day of a statement, by the accounting dates of its entries; null if it is open on that side. */
export interface StatementPeriod {
  from: Day | null
  until: Day | null
}

/** A line with its amount in pence, positive for a debit, and the balance after it. */
interface BalancedLine {
  amount: Pence
  balance: Pence
}

/** A statement of some lines, in pence. */
export interface PeriodStatement<L> {
  opening: Pence
  debits: Pence
  credits: Pence
  closing: Pence
  lines: (L & BalancedLine)[]
}

/**
 * Cuts a period out of an account: what stood before its first day is the opening balance, and opening balance, debits and credits add
 * up to the closing balance. Lines are in the order of their days.
 */
export const selectPeriod = <L extends { on: Day; amount: Pence }>(
  lines: readonly L[],
  { from, until }: StatementPeriod,
): PeriodStatement<L> => {
  const statement: PeriodStatement<L> = { opening: 0, debits: 0, credits: 0, closing: 0, lines: [] }
  for (const line of lines) {
    if (until !== null && line.on > until) continue
    statement.closing += line.amount
    if (from !== null && line.on < from) statement.opening += line.amount
    else {
      if (line.amount > 0) statement.debits += line.amount
      else statement.credits -= line.amount
      statement.lines.push({ ...line, balance: statement.closing })
    }
  }
  return statement
}
