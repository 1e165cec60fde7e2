import { englishDayOf, type Instant } from '@credit-market/values/dates'
import { listRateGaps } from '../money/rates.ts'
import { advice, fault, fine, type Finding } from './finding.ts'

/** Checks whether the reference data has the rates of VAT and of interest of today and of the next 30 days. */
export const checkRates = (now: Instant): Finding[] => {
  const gaps = listRateGaps(englishDayOf(now), { chargesInterest: true })
  if (gaps.length === 0)
    return [fine('Rates', 'the rates of VAT and interest for today and the next 30 days are there')]
  // Interest waits for its rate, and many markets charge none; an invoice with VAT cannot be issued.
  return gaps.map(({ text, of }) => (of === 'vat' ? fault : advice)('Rates', text))
}
