import { addDays, type Day, daysBetween } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'

/** Statutory rate of interest on late payments that starts to run in the half-year from a day, in hundredths of a percent. */
export interface LateInterestRate {
  from: Day
  hundredths: number
}

/** A payment of an invoice on the day of the bank; negative if it was taken back. */
export interface DatedPayment {
  on: Day
  amount: Pence
}

/** First day of the half-year of a day. */
export const halfYearOf = (day: Day): Day => `${day.slice(0, 4)}-${day.slice(5, 7) < '07' ? '01' : '07'}-01`

/**
 * Rate by which interest runs that starts on a day: 8 percent over the Bank Rate of the last 30 June or 31 December, for as long as it
 * runs (SI 2002/1675, article 4); null for a half-year that is not in the reference data yet.
 */
export const lateInterestRateOn = (rates: readonly LateInterestRate[], start: Day): number | null =>
  rates.find(({ from }) => from === halfYearOf(start))?.hundredths ?? null

/**
 * Simple interest on what was still open after the due date, in whole pence: a year has 365 days, the day of a payment counts, and
 * half a penny is rounded up. `total` is what was to be paid, with VAT.
 */
export const lateInterest = (
  { total, due }: { total: Pence; due: Day },
  payments: readonly DatedPayment[],
  hundredths: number,
): Pence => {
  let [open, since, penceDays] = [BigInt(total), due, 0n]
  for (const { on, amount } of payments.toSorted((a, b) => a.on.localeCompare(b.on))) {
    if (on > since) {
      penceDays += open * BigInt(daysBetween(since, on))
      since = on
    }
    open -= BigInt(amount)
  }
  const divisor = 365n * 10_000n
  return Number((2n * penceDays * BigInt(hundredths) + divisor) / (2n * divisor))
}

/** First day on which interest runs. */
export const interestStart = (due: Day): Day => addDays(due, 1)
