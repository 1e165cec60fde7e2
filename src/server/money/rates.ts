import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { LateInterestRate } from '#domain/money/late-interest'
import { findRateGaps, type RateGap, rateGapText } from '#domain/money/rate-gaps'
import type { VatRate } from '#domain/money/vat'
import type { Day } from '@credit-market/values/dates'
import { refdataDir } from '../process/places.ts'

const readTable = <Column extends string>(file: string): Record<Column, string>[] =>
  parse<Record<Column, string>>(readFileSync(join(refdataDir, file)), { columns: true, bom: true })

let vat: readonly VatRate[] | undefined
let interest: readonly LateInterestRate[] | undefined

/** Standard rates of VAT in the United Kingdom, the earliest first, from the reference data. */
export const readVatRates = (): readonly VatRate[] => {
  vat ??= readTable<'from' | 'standardPercent'>('vat_rates.csv').map(({ from, standardPercent }) => ({
    ...{ from, tenths: Math.round(Number(standardPercent) * 10) },
  }))
  return vat
}

/** Statutory rates of interest on late payments by half-year, from the reference data. */
export const readLateInterestRates = (): readonly LateInterestRate[] => {
  interest ??= readTable<'from' | 'percent'>('late_interest_rates.csv').map(({ from, percent }) => ({
    ...{ from, hundredths: Math.round(Number(percent) * 100) },
  }))
  return interest
}

/** Says which rates of the reference data are missing on a day, or soon will be, each with the remedy. */
export const listRateGaps = (
  today: Day,
  { chargesInterest }: { chargesInterest: boolean },
): { of: RateGap['of']; text: string }[] =>
  findRateGaps(
    { interest: chargesInterest ? readLateInterestRates() : null, vat: readVatRates() },
    today,
  ).map(gap => ({ of: gap.of, text: rateGapText(gap, today) }))
