import { addDays, type Day, showDay } from '@credit-market/values/dates'
import { halfYearOf, type LateInterestRate, lateInterestRateOn } from './late-interest.ts'
import type { VatRate } from './vat.ts'

/** Days before a rate ends from which the market operator is asked to add the next one. */
const NOTICE_DAYS = 30

/** A rate that the reference data does not have from a day on. */
export interface RateGap {
  of: 'interest' | 'vat'
  from: Day
}

/**
 * Finds the rates that are missing on a day, or from one of the next 30 days on. Rates of interest are of one half-year each, a rate of
 * VAT is valid until the next one. `interest` is null where no one is charged interest.
 */
export const findRateGaps = (
  { interest, vat }: { interest: readonly LateInterestRate[] | null; vat: readonly VatRate[] },
  today: Day,
): RateGap[] => {
  const halfYears = [halfYearOf(today), halfYearOf(addDays(today, NOTICE_DAYS))]
  const without = halfYears.find(from => interest !== null && lateInterestRateOn(interest, from) === null)
  return [
    ...(without === undefined ? [] : [{ of: 'interest', from: without } as const]),
    ...(vat.some(({ from }) => from <= today) ? [] : [{ of: 'vat', from: today } as const]),
  ]
}

/** Says what a missing rate means today, and the remedy. */
export const rateGapText = ({ of, from }: RateGap, today: Day): string => {
  if (of === 'vat')
    return 'The standard rate of VAT is missing, so no invoice with VAT can be issued. Add it to refdata/vat_rates.csv and restart the server'
  const add = `add the row ${from} to refdata/late_interest_rates.csv and restart the server`
  return from <= today
    ? `The statutory rate of interest from ${showDay(from)} is missing. If a market charges interest on late payments, it cannot be charged on invoices that became overdue since then. To charge it, ${add}`
    : `The statutory rate of interest from ${showDay(from)} is missing. If a market charges interest on late payments, interest on invoices that become overdue from that day on will wait. Once the Bank of England’s rate of the day before is known, ${add}`
}

/** Says on an invoice why its interest is not charged yet. */
export const interestWaitsText = (halfYear: Day): string =>
  `This invoice was paid late. Interest is not charged yet, because the statutory rate from ${showDay(halfYear)} is missing here. It is charged once the market operator has added that rate.`
