import { netGainPercent } from '@credit-market/habitat-metric/worked-out'
import type { Units } from '@credit-market/values/units'
import type { SheetLayout } from './layouts.ts'
import type { MetricLine, WorkbookContent } from './reading.ts'
import { readNutrientNeeds } from './nutrients.ts'
import { proposeNeeds } from './proposals.ts'
import { enhancedBaselineUnits, lostBaselineUnits, parcelBefore, unitsOfMetricLine } from './worked.ts'

/** Credits that a development has to buy, in ten-thousandths: of a unit, or of a kilogram a year. */
export interface NeededCredits {
  biodiversity: Units
  nitrogen: Units
  phosphorous: Units
  /** The habitat of which the site loses most units; null for a calculator, or without a loss. */
  habitat: string | null
}

/** Units that this market trades; watercourses are not. */
const TRADED_MODULES = ['Area', 'Linear'] as const satisfies readonly SheetLayout['module'][]

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/**
 * Units that the site itself does not make up for: its baseline with the net gain that the law requires, less what it
 * keeps, creates and enhances (Environment Act 2021, schedule 7A to the Town and Country Planning Act 1990).
 */
const missingOnSite = (lines: readonly MetricLine[], all: readonly MetricLine[]): Units => {
  const unitsOf = (line: MetricLine): Units => unitsOfMetricLine(line, all) ?? 0
  const baseline = lines.filter(({ part }) => part === 'baseline')
  const gained = lines
    .filter(({ part }) => part !== 'baseline')
    .map(line => unitsOf(line) - (line.part === 'enhancement' ? enhancedBaselineUnits(line, all) : 0))
  const kept = sum(baseline.map(line => unitsOf(line) - lostBaselineUnits(line, all)))
  const owed = Math.ceil((sum(baseline.map(unitsOf)) * (100 + netGainPercent())) / 100)
  return Math.max(0, owed - kept - sum(gained))
}

/** Rows on the site whose units no one knows, because the workbook was saved without results and the row is incomplete. */
const findUnknownRows = (lines: readonly MetricLine[], all: readonly MetricLine[]): MetricLine[] =>
  lines.filter(
    line =>
      unitsOfMetricLine(line, all) === null ||
      (line.part === 'enhancement' && line.unitsEnhanced === null && !parcelBefore(line, all)),
  )

/**
 * Reads from a workbook which credits its development has to buy. Area and hedgerow units are calculated separately and then added; watercourses are left out, since this market does not trade their units. Returns the rows whose units are
 * not known, if any: a figure without them would be wrong.
 */
export const findNeededCredits = (
  content: WorkbookContent,
): NeededCredits | { unknownRows: readonly string[] } => {
  if (content.kind === 'nutrients') {
    const needs = readNutrientNeeds(content.lines)
    const kilogrammes = (wanted: (typeof needs)[number]['nutrient']): Units =>
      sum(
        needs
          .filter(({ nutrient }) => nutrient === wanted)
          .map(({ ongoing, additional }) => ongoing + additional),
      )
    return {
      biodiversity: 0,
      nitrogen: kilogrammes('NutrientMitigationNitrogen'),
      phosphorous: kilogrammes('NutrientMitigationPhosphorous'),
      habitat: null,
    }
  }
  const { lines } = content
  const modules = TRADED_MODULES.map(module => lines.filter(line => line.isOnSite && line.module === module))
  const unknown = findUnknownRows(modules.flat(), lines)
  if (unknown.length > 0) return { unknownRows: unknown.map(({ id }) => id.replace('!', ' row ')) }
  const biodiversity = sum(modules.map(its => missingOnSite(its, lines)))
  const habitat = biodiversity > 0 ? (proposeNeeds(lines)[0]?.name ?? null) : null
  return { biodiversity, nitrogen: 0, phosphorous: 0, habitat }
}
