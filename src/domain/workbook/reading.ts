import type { NUTRIENT_TYPES } from '@credit-market/matching/problem/credit-type'
import type { Instant } from '@credit-market/values/dates'
import type { BroadHabitat, Condition, Distinctiveness } from '@credit-market/habitat-metric/habitat'
import type { StoredRow } from '../values/subject.ts'
import { showExactUnits, type Units } from '@credit-market/values/units'
import type { MetricColumnMeaning, MetricEdition, SheetLayout, WorkbookPart } from './layouts.ts'

/** A row of a metric sheet with figures. */
export interface MetricLine {
  /** Address in the workbook, such as `A-2!14`. */
  id: string
  sheet: string
  row: number
  part: WorkbookPart
  module: SheetLayout['module']
  isOnSite: boolean
  /** Number of the parcel or line in the workbook. */
  ref: string | null
  /** Habitat in the words of the workbook, and its id in the metric's tables; null if unknown. */
  habitat: string
  habitatType: string | null
  /** Null if the market does not trade the habitat. */
  broadHabitat: BroadHabitat | null
  distinctiveness: Distinctiveness | null
  condition: Condition | null
  significance: string | null
  /** Ten-thousandths of a hectare or kilometre. */
  size: Units
  /** Years in advance of the development, or of delay after it. */
  advance: number
  delay: number
  /** Final time to target condition in whole years; null if the workbook has not calculated it. */
  years: number | null
  /** Units that the workbook calculated before its last save; null if none. */
  units: Units | null
  unitsLost: Units | null
  /** Earlier units of the enhanced part of a baseline. */
  unitsEnhanced: Units | null
  /** Retained and enhanced parts of a baseline. */
  retained?: Units
  enhanced?: Units
  /** Cell of each figure. */
  cells: Partial<Record<MetricColumnMeaning, string>>
}

/** A figure of a nutrient budget. */
export interface NutrientLine {
  id: string
  sheet: string
  row: number
  cell: string
  says: string
  nutrient: (typeof NUTRIENT_TYPES)[number]
  /** Kilogrammes a year, in ten-thousandths; 0 if no mitigation is needed. */
  units: Units
  /** True if the change saves this amount: the figure in the workbook is negative. */
  isSaved?: boolean
  /** True if it applies only before treatment works are upgraded. */
  isUntilUpgrade: boolean
}

/** Data from a workbook of the metric. */
interface MetricReading {
  kind: 'metric'
  edition: MetricEdition
  lines: readonly MetricLine[]
}

/** Data from a nutrient budget calculator. */
export interface NutrientCalculatorContent {
  kind: 'nutrients'
  edition: 'budget'
  lines: readonly NutrientLine[]
  /** Land with changed use, in ten-thousandths of a hectare, and its cell; null if the calculator does not say it. */
  area?: { sheet: string; row: number; cell: string; size: Units } | null
}

/** Data from a workbook. */
export type WorkbookContent = MetricReading | NutrientCalculatorContent

/** Labels of the workbooks. */
export const WORKBOOK_LABELS: Record<WorkbookContent['edition'], string> = {
  '4.0': 'Biodiversity metric 4.0',
  '4.1': 'Biodiversity metric 4.1',
  statutory: 'Statutory biodiversity metric',
  budget: 'Nutrient budget calculator',
}

/** Data from a workbook of a project or a credit requirement; the file is stored unchanged. */
export interface StoredWorkbookContent extends StoredRow {
  ownerKind: 'project' | 'requirement'
  ownerId: string
  documentId: string
  sha256: string
  edition: WorkbookContent['edition']
  readAt: Instant
  readBy: string
  reading: WorkbookContent
  /** Differences from the typed figures at the time of reading. */
  differences: readonly WorkbookDifference[]
}

/** A figure of a workbook that differs from the typed one, or is missing on one side. */
export interface WorkbookDifference {
  sheet: string
  row: number | null
  cell: string | null
  what: string
  says: string | null
  typed: string | null
}

/** Formats a figure with its unit; null stays null. */
export const formatWorkbookFigure = (value: Units | null, unit: string): string | null =>
  value === null ? null : `${showExactUnits(value)} ${unit}`

/** Difference of one figure; empty if both sides agree. */
export const compareFigure = (
  where: Omit<WorkbookDifference, 'what' | 'says' | 'typed'>,
  what: string,
  says: string | null,
  typed: string | null,
): WorkbookDifference[] => (says === typed ? [] : [{ ...where, what, says, typed }])
