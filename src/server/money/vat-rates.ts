import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { VatRate } from '#domain/money/vat'
import { refdataDir } from '../process/places.ts'

let rates: readonly VatRate[] | undefined

/** Standard rates of VAT in the United Kingdom, the earliest first, from the reference data. */
export const readVatRates = (): readonly VatRate[] => {
  rates ??= parse<{ from: string; standardPercent: string }>(
    readFileSync(join(refdataDir, 'vat_rates.csv')),
    {
      columns: true,
      bom: true,
    },
  ).map(({ from, standardPercent }) => ({ from, tenths: Math.round(Number(standardPercent) * 10) }))
  return rates
}
