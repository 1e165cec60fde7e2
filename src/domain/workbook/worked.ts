import { baselineUnits, creationUnits, enhancementUnits } from '@credit-market/habitat-metric/units'
import type { UnitsResult } from '@credit-market/habitat-metric/factors'
import type { Significance } from '@credit-market/habitat-metric/significance'
import { unitsToNumber, toUnits, type Units } from '@credit-market/values/units'
import type { MetricLine } from './reading.ts'

/** Labels of strategic significance in the workbook (sheet G-3). */
const significanceOf = (said: string | null): Significance | null => {
  const words = said?.toLowerCase() ?? ''
  if (words.includes('formally identified')) return 'High'
  return words.includes('ecologically desirable') ? 'Medium' : null
}

const parcelOf = ({ habitatType, size, condition, significance, advance, delay }: MetricLine) => ({
  habitat: habitatType ?? '',
  ...{ size, condition },
  significance: significanceOf(significance),
  ...{ yearsInAdvance: advance, yearsOfDelay: delay },
})

/** The parcel of the baseline that a row enhances; undefined if the workbook has none. */
export const parcelBefore = (line: MetricLine, lines: readonly MetricLine[]): MetricLine | undefined =>
  lines.find(
    ({ part, module, isOnSite, ref }) =>
      part === 'baseline' && module === line.module && isOnSite === line.isOnSite && ref === line.ref,
  )

/**
 * Units of a row by our own tables of the metric, with the working; null for watercourses, which need encroachment and which the
 * market does not trade.
 */
export const recalculatedUnits = (line: MetricLine, lines: readonly MetricLine[]): UnitsResult | null => {
  if (line.module === 'River') return null
  if (line.part === 'baseline') return baselineUnits(parcelOf(line))
  if (line.part === 'creation') return creationUnits(parcelOf(line))
  const before = parcelBefore(line, lines)
  return before
    ? enhancementUnits({ habitat: before.habitatType ?? '', condition: before.condition }, parcelOf(line))
    : null
}

/** Units of a row: from the workbook, otherwise from our tables; null if neither has them. */
export const unitsOfMetricLine = (line: MetricLine, lines: readonly MetricLine[]): Units | null => {
  if (line.units !== null) return line.units
  const worked = recalculatedUnits(line, lines)
  return worked && 'units' in worked ? worked.units : null
}

/** Units of a part of a baseline, by its share of the size. */
const shareOf = (units: Units, part: Units, size: Units): Units =>
  size === 0 ? 0 : toUnits((unitsToNumber(units) * part) / size)

/** Lost units of a baseline: from the workbook, otherwise those of the part that is neither retained nor enhanced. */
export const lostBaselineUnits = (line: MetricLine, lines: readonly MetricLine[]): Units => {
  if (line.unitsLost !== null) return line.unitsLost
  const lost = Math.max(0, line.size - (line.retained ?? 0) - (line.enhanced ?? 0))
  return shareOf(unitsOfMetricLine(line, lines) ?? 0, lost, line.size)
}

/** Baseline units of an enhanced habitat. */
export const enhancedBaselineUnits = (line: MetricLine, lines: readonly MetricLine[]): Units => {
  if (line.unitsEnhanced !== null) return line.unitsEnhanced
  const before = parcelBefore(line, lines)
  return before ? shareOf(unitsOfMetricLine(before, lines) ?? 0, line.size, before.size) : 0
}
