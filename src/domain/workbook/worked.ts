import { baselineUnits, creationUnits, enhancementUnits } from '../metric/units.ts'
import type { Worked } from '../metric/factors.ts'
import type { Significance } from '../metric/significance.ts'
import { quantityOf, unitsOf, type Units } from '../units.ts'
import type { MetricLine } from './reading.ts'

/** The words with which the workbook says how much a place matters (sheet G-3). */
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

const parcelBefore = (line: MetricLine, lines: readonly MetricLine[]): MetricLine | undefined =>
  lines.find(
    ({ part, module, isOnSite, ref }) =>
      part === 'baseline' && module === line.module && isOnSite === line.isOnSite && ref === line.ref,
  )

/**
 * The units of a row by our own tables of the metric, with the working; null of watercourses, of which encroachment would
 * have to be known, and which the market does not trade.
 */
export const workedUnits = (line: MetricLine, lines: readonly MetricLine[]): Worked | null => {
  if (line.module === 'River') return null
  if (line.part === 'baseline') return baselineUnits(parcelOf(line))
  if (line.part === 'creation') return creationUnits(parcelOf(line))
  const before = parcelBefore(line, lines)
  return before
    ? enhancementUnits({ habitat: before.habitatType ?? '', condition: before.condition }, parcelOf(line))
    : null
}

/** The units of a row: as the workbook worked them out, else as we do; null where neither can. */
export const unitsIn = (line: MetricLine, lines: readonly MetricLine[]): Units | null => {
  if (line.units !== null) return line.units
  const worked = workedUnits(line, lines)
  return worked && 'units' in worked ? worked.units : null
}

/** Of the units of a baseline, those of a part of its size. */
const shareOf = (units: Units, part: Units, size: Units): Units =>
  size === 0 ? 0 : unitsOf((quantityOf(units) * part) / size)

/** The units that are lost of a baseline: as the workbook says, else those of what neither stays nor is made better. */
export const lostIn = (line: MetricLine, lines: readonly MetricLine[]): Units => {
  if (line.unitsLost !== null) return line.unitsLost
  const lost = Math.max(0, line.size - (line.retained ?? 0) - (line.enhanced ?? 0))
  return shareOf(unitsIn(line, lines) ?? 0, lost, line.size)
}

/** The units that were there of what is made better. */
export const unitsBefore = (line: MetricLine, lines: readonly MetricLine[]): Units => {
  if (line.unitsEnhanced !== null) return line.unitsEnhanced
  const before = parcelBefore(line, lines)
  return before ? shareOf(unitsIn(before, lines) ?? 0, line.size, before.size) : 0
}
