import type { BroadHabitat, Condition, Distinctiveness } from '../habitat.ts'
import { showExactUnits, type Units } from '../units.ts'
import type { MetricLine } from './reading.ts'
import { lostIn, unitsBefore, unitsIn, workedUnits } from './worked.ts'

/** A service as a row of the metric describes it: what is made, and what it costs of what was there. */
export interface ProposedService {
  line: MetricLine
  broadHabitat: BroadHabitat
  habitatType: string
  distinctiveness: Distinctiveness
  condition: Condition | null
  size: Units
  /** All units that there are once its condition is reached. */
  units: Units
  baselineUnitsLost: Units
  /** Whole years, from 1 to 30. */
  years: number
}

const MOST_YEARS = 30

/**
 * The services that the rows of creation and enhancement describe, of habitats that the market trades. What is made better
 * costs the units that it had. What is lost of a module's baseline is shared out among what is created in it by size, to
 * the last ten-thousandth, since the workbook does not say what is created where: no unit that was there is sold as new.
 */
export const servicesIn = (lines: readonly MetricLine[]): ProposedService[] =>
  lines.flatMap((line): ProposedService[] => {
    const { broadHabitat, habitatType, distinctiveness, condition, size, part } = line
    const units = unitsIn(line, lines)
    if (part === 'baseline' || !broadHabitat || !habitatType || !distinctiveness || units === null) return []
    const worked = workedUnits(line, lines)
    const years = line.years ?? (worked && 'years' in worked ? worked.years : null) ?? 1
    return [
      {
        ...{ line, broadHabitat, habitatType, distinctiveness, condition, size, units },
        baselineUnitsLost: part === 'enhancement' ? unitsBefore(line, lines) : lostFor(line, lines),
        years: Math.min(MOST_YEARS, Math.max(1, years)),
      },
    ]
  })

const isBeside = (line: MetricLine) => (other: MetricLine) =>
  other.module === line.module && other.isOnSite === line.isOnSite

/** Its share of what is lost: the last row takes what rounding left. */
const lostFor = (line: MetricLine, lines: readonly MetricLine[]): Units => {
  const beside = lines.filter(isBeside(line))
  const lost = beside
    .filter(({ part }) => part === 'baseline')
    .reduce((sum, one) => sum + lostIn(one, lines), 0)
  const created = beside.filter(({ part }) => part === 'creation')
  const size = created.reduce((sum, one) => sum + one.size, 0)
  const upTo = (count: number): number =>
    Math.round((lost * created.slice(0, count).reduce((sum, one) => sum + one.size, 0)) / (size || 1))
  const at = created.indexOf(line)
  return upTo(at + 1) - upTo(at)
}

/** How a row is named where one is to be chosen. */
export const lineName = ({ habitat, size, module, sheet, row }: MetricLine): string =>
  `${habitat}, ${showExactUnits(size)} ${module === 'Area' ? 'ha' : 'km'} (${sheet.slice(0, 3)}, row ${row})`

/** What a development loses of one habitat, by the rows of the baseline. */
export interface ProposedNeed {
  id: string
  lines: readonly MetricLine[]
  broadHabitat: BroadHabitat
  habitatType: string
  distinctiveness: Distinctiveness
  units: Units
}

/** What a development loses on its site, habitat by habitat; the most first. */
export const needsIn = (lines: readonly MetricLine[]): ProposedNeed[] => {
  const needs = new Map<string, ProposedNeed>()
  for (const line of lines) {
    const { broadHabitat, habitatType, distinctiveness, part, isOnSite } = line
    const units = part === 'baseline' && isOnSite ? lostIn(line, lines) : 0
    if (units === 0 || !broadHabitat || !habitatType || !distinctiveness) continue
    const before = needs.get(habitatType)
    needs.set(habitatType, {
      ...{ id: habitatType, broadHabitat, habitatType, distinctiveness },
      lines: [...(before?.lines ?? []), line],
      units: (before?.units ?? 0) + units,
    })
  }
  return [...needs.values()].toSorted((one, other) => other.units - one.units)
}
