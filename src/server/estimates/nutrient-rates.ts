import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { refdataDir } from '../process/places.ts'

/** Kilograms of a nutrient a year that a kind of project takes from a hectare. */
export interface NutrientRate {
  name: string
  creditType: CreditType
  low: number
  high: number
}

let rates: readonly NutrientRate[] | undefined

/** Rates of all kinds of projects that reduce nutrients, by name, read once. */
export const nutrientRates = (): readonly NutrientRate[] => {
  if (rates) return rates
  const rows = parse<Record<string, string>>(readFileSync(join(refdataDir, 'projecttypes.csv')), {
    columns: true,
    bom: true,
  })
  const columns = [
    ['NutrientMitigationNitrogen', 'nitrogenKgPerHa'],
    ['NutrientMitigationPhosphorous', 'phosphorousKgPerHa'],
  ] as const
  return (rates = rows
    .filter(({ active }) => active === 'true')
    .flatMap(row =>
      columns.flatMap(([creditType, column]) => {
        const [low, high] = [Number(row[`${column}Low`]), Number(row[`${column}High`])]
        return high > 0 ? [{ name: row.name ?? '', creditType, low, high }] : []
      }),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB')))
}
