import {
  BROAD_HABITAT_LABELS,
  type BroadHabitat,
  type Condition,
  type Distinctiveness,
  DISTINCTIVENESS_WORDS,
} from '@credit-market/habitat-metric/habitat'
import { showExactUnits, type Units } from '@credit-market/values/units'
import type { MetricLine } from './reading.ts'
import { lostBaselineUnits, enhancedBaselineUnits, unitsOfMetricLine, recalculatedUnits } from './worked.ts'

/** A service proposed by a row of the metric: new units, and the baseline units that it costs. */
export interface ProposedService {
  line: MetricLine
  broadHabitat: BroadHabitat
  habitatType: string
  distinctiveness: Distinctiveness
  condition: Condition | null
  size: Units
  /** All units once its condition is reached. */
  units: Units
  baselineUnitsLost: Units
  /** Whole years, from 1 to 30. */
  years: number
}

const MOST_YEARS = 30

/**
 * Services proposed by the rows of creation and enhancement, for habitats that the market trades. An enhancement costs its
 * earlier units. The lost baseline of a module is divided among its created habitats by size, to the last ten-thousandth, because
 * the workbook does not say what is created where: so no existing unit is sold as new.
 */
export const proposeServices = (lines: readonly MetricLine[]): ProposedService[] =>
  lines.flatMap((line): ProposedService[] => {
    const { broadHabitat, habitatType, distinctiveness, condition, size, part } = line
    const units = unitsOfMetricLine(line, lines)
    if (part === 'baseline' || !broadHabitat || !habitatType || !distinctiveness || units === null) return []
    const worked = recalculatedUnits(line, lines)
    const years = line.years ?? (worked && 'years' in worked ? worked.years : null) ?? 1
    return [
      {
        ...{ line, broadHabitat, habitatType, distinctiveness, condition, size, units },
        baselineUnitsLost: part === 'enhancement' ? enhancedBaselineUnits(line, lines) : lostFor(line, lines),
        years: Math.min(MOST_YEARS, Math.max(1, years)),
      },
    ]
  })

const isBeside = (line: MetricLine) => (other: MetricLine) =>
  other.module === line.module && other.isOnSite === line.isOnSite

/** Share of the loss; the last row takes the rounding difference. */
const lostFor = (line: MetricLine, lines: readonly MetricLine[]): Units => {
  const beside = lines.filter(isBeside(line))
  const lost = beside
    .filter(({ part }) => part === 'baseline')
    .reduce((sum, one) => sum + lostBaselineUnits(one, lines), 0)
  const created = beside.filter(({ part }) => part === 'creation')
  const size = created.reduce((sum, one) => sum + one.size, 0)
  const upTo = (count: number): number =>
    Math.round((lost * created.slice(0, count).reduce((sum, one) => sum + one.size, 0)) / (size || 1))
  const at = created.indexOf(line)
  return upTo(at + 1) - upTo(at)
}

/** Label of a row in a choice. */
export const metricLineName = ({ habitat, size, module, sheet, row }: MetricLine): string =>
  `${habitat}, ${showExactUnits(size)} ${module === 'Area' ? 'ha' : 'km'} (${sheet.slice(0, 3)}, row ${row})`

/** A need proposed by rows of the workbook: a loss to compensate, or a creation. */
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

/** Adds up the units of equal rows by key; the largest first. */
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

/** Losses of a development on its site, by habitat; the largest first. */
export const proposeNeeds = (lines: readonly MetricLine[]): ProposedNeed[] =>
  together(
    lines.filter(isLoss),
    line => lostBaselineUnits(line, lines),
    ({ habitat, habitatType }) => ({ id: habitatType ?? '', name: habitat, isMade: false }),
  )

/** Needs that an investor may pay for, by broad habitat and distinctiveness. Losses come first; then gains, minus their baseline. */
export const proposeInvestmentNeeds = (lines: readonly MetricLine[]): ProposedNeed[] => {
  const named = (isMade: boolean) => (line: MetricLine) => {
    const { broadHabitat, distinctiveness } = line
    const words =
      broadHabitat && distinctiveness
        ? `${BROAD_HABITAT_LABELS[broadHabitat]}, ${DISTINCTIVENESS_WORDS[distinctiveness]} distinctiveness`
        : ''
    return { id: `${isMade ? 'Made' : 'Lost'} ${broadHabitat} ${distinctiveness}`, name: words, isMade }
  }
  return [
    ...together(lines.filter(isLoss), line => lostBaselineUnits(line, lines), named(false)),
    ...together(
      lines.filter(({ part }) => part !== 'baseline'),
      line =>
        (unitsOfMetricLine(line, lines) ?? 0) -
        (line.part === 'enhancement' ? enhancedBaselineUnits(line, lines) : 0),
      named(true),
    ),
  ]
}

/** Reason why a row cannot be used, with the remedy; null if it can. */
export const unusableRowReason = ({
  module,
  habitatType,
  broadHabitat,
  distinctiveness,
}: MetricLine): string | null => {
  if (module === 'River')
    return 'This market does not trade watercourse units, so this row cannot be used. Buy or sell them outside this market: developers can get them from another provider, or buy statutory biodiversity credits.'
  if (habitatType === null)
    return 'The metric has no habitat of this name, so this row cannot be used. Choose the habitat from the list in the workbook, save it in Excel and upload it again.'
  return broadHabitat === null || distinctiveness === null
    ? 'This market does not trade this habitat, so this row cannot be used. Buy or sell its units outside this market.'
    : null
}

/** Rows that cannot be used, grouped by reason. */
export const unusableRowsText = (lines: readonly MetricLine[]): string[] => {
  const reasons = new Map<string, string[]>()
  for (const line of lines) {
    const why = unusableRowReason(line)
    if (why !== null) reasons.set(why, [...(reasons.get(why) ?? []), line.id.replace('!', ' row ')])
  }
  return [...reasons].map(([why, rows]) => `${rows.join(', ')}: ${why}`)
}
