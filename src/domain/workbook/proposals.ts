import {
  BROAD_HABITAT_LABELS,
  type BroadHabitat,
  type Condition,
  type Distinctiveness,
  DISTINCTIVENESS_LABELS,
} from '../habitat.ts'
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

/** What a requirement may ask for, by rows of the workbook: a loss to be made up for, or what is made. */
export interface ProposedNeed {
  id: string
  name: string
  lines: readonly MetricLine[]
  module: MetricLine['module']
  broadHabitat: BroadHabitat
  habitatType: string
  distinctiveness: Distinctiveness
  units: Units
  isMade: boolean
}

/** Rows whose units are counted together where they come to the same, by what tells them apart; the most first. */
const together = (
  lines: readonly MetricLine[],
  unitsOf: (line: MetricLine) => Units,
  keyOf: (line: MetricLine) => Pick<ProposedNeed, 'id' | 'name' | 'isMade'>,
): ProposedNeed[] => {
  const needs = new Map<string, ProposedNeed>()
  for (const line of lines) {
    const { module, broadHabitat, habitatType, distinctiveness } = line
    const units = unitsOf(line)
    if (units <= 0 || !broadHabitat || !habitatType || !distinctiveness) continue
    const key = keyOf(line)
    const before = needs.get(key.id)
    needs.set(key.id, {
      ...{ ...key, module, broadHabitat, habitatType, distinctiveness },
      lines: [...(before?.lines ?? []), line],
      units: (before?.units ?? 0) + units,
    })
  }
  return [...needs.values()].toSorted((one, other) => other.units - one.units)
}

const isLoss = ({ part, isOnSite }: MetricLine): boolean => part === 'baseline' && isOnSite

/** What a development loses on its site, habitat by habitat; the most first. */
export const needsIn = (lines: readonly MetricLine[]): ProposedNeed[] =>
  together(
    lines.filter(isLoss),
    line => lostIn(line, lines),
    ({ habitat, habitatType }) => ({ id: habitatType ?? '', name: habitat, isMade: false }),
  )

/**
 * What an investor may pay for, by what such a need can ask for: broad habitat and distinctiveness. What is lost comes
 * first; then what is made, less what was there of it before.
 */
export const investmentsIn = (lines: readonly MetricLine[]): ProposedNeed[] => {
  const named = (isMade: boolean) => (line: MetricLine) => {
    const { broadHabitat, distinctiveness } = line
    const words =
      broadHabitat && distinctiveness
        ? `${BROAD_HABITAT_LABELS[broadHabitat]}, ${DISTINCTIVENESS_LABELS[distinctiveness].toLowerCase()} distinctiveness`
        : ''
    return { id: `${isMade ? 'Made' : 'Lost'} ${broadHabitat} ${distinctiveness}`, name: words, isMade }
  }
  return [
    ...together(lines.filter(isLoss), line => lostIn(line, lines), named(false)),
    ...together(
      lines.filter(({ part }) => part !== 'baseline'),
      line => (unitsIn(line, lines) ?? 0) - (line.part === 'enhancement' ? unitsBefore(line, lines) : 0),
      named(true),
    ),
  ]
}

/** Why a row can fill nothing, and what to do instead; null of one that can. */
export const whyUnfit = ({
  module,
  habitatType,
  broadHabitat,
  distinctiveness,
}: MetricLine): string | null => {
  if (module === 'River')
    return 'This market trades no watercourse units, so the row fills nothing. Buy or sell them outside this market: developers get them from another provider, or as statutory biodiversity credits.'
  if (habitatType === null)
    return 'The metric has no habitat of this name, so the row fills nothing. Choose it from the list in the workbook, save that in Excel and upload it again.'
  return broadHabitat === null || distinctiveness === null
    ? 'This market trades no habitat of this type, so the row fills nothing. Buy or sell its units outside this market.'
    : null
}

/** Rows that can fill nothing, each reason once, with the rows it is about. */
export const unfitInWords = (lines: readonly MetricLine[]): string[] => {
  const reasons = new Map<string, string[]>()
  for (const line of lines) {
    const why = whyUnfit(line)
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), line.id.replace('!', ' row ')])
  }
  return [...reasons].map(([why, rows]) => `${rows.join(', ')}: ${why}`)
}
