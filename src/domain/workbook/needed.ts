import { netGainMultiplier } from '@credit-market/habitat-metric/worked-out'
import type { Units } from '@credit-market/values/units'
import type { MetricLine, WorkbookContent } from './reading.ts'
import { readNutrientNeeds } from './nutrients.ts'
import { proposeNeeds } from './proposals.ts'
import { enhancedBaselineUnits, lostBaselineUnits, unitsOfMetricLine } from './worked.ts'

/** What a development has to buy, by its workbook: units in ten-thousandths, kilogrammes a year in ten-thousandths. */
export interface NeededCredits {
  biodiversity: Units
  nitrogen: Units
  phosphorous: Units
  /** The habitat of which the site loses most units; null for a calculator, or without a loss. */
  habitat: string | null
}

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
  return Math.max(0, Math.ceil(sum(baseline.map(unitsOf)) * netGainMultiplier() - kept - sum(gained)))
}

/**
 * What a development has to buy, by its workbook. Area and hedgerow units are each made up for on site, and then added
 * together; watercourses are left out, since this market does not trade their units.
 */
export const findNeededCredits = (content: WorkbookContent): NeededCredits => {
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
  const modules = (['Area', 'Hedgerow'] as const).map(module =>
    missingOnSite(
      content.lines.filter(line => line.isOnSite && line.module === module),
      content.lines,
    ),
  )
  const biodiversity = sum(modules)
  const habitat = biodiversity > 0 ? (proposeNeeds(content.lines)[0]?.name ?? null) : null
  return { biodiversity, nitrogen: 0, phosphorous: 0, habitat }
}
