import type { NUTRIENT_TYPES } from '../credit-type.ts'
import type { Instant } from '../dates.ts'
import type { BroadHabitat, Condition, Distinctiveness } from '../habitat.ts'
import type { Stored } from '../subject.ts'
import { showExactUnits, type Units } from '../units.ts'
import type { Meaning, MetricEdition, SheetLayout, WorkbookPart } from './layouts.ts'

/** One row of a sheet of the metric that has figures. */
export interface MetricLine {
  /** Its address in the workbook, such as `A-2!14`. */
  id: string
  sheet: string
  row: number
  part: WorkbookPart
  module: SheetLayout['module']
  isOnSite: boolean
  /** The parcel or line, by the number that the workbook gives it. */
  ref: string | null
  /** The habitat in the words of the workbook, and as the metric's tables know it; null where they do not. */
  habitat: string
  habitatType: string | null
  /** Null where the market trades no such habitat. */
  broadHabitat: BroadHabitat | null
  distinctiveness: Distinctiveness | null
  condition: Condition | null
  significance: string | null
  /** Ten-thousandths of a hectare or kilometre. */
  size: Units
  /** Years by which it is made in advance of, or after, the development. */
  advance: number
  delay: number
  /** Final time to target condition in whole years; null where the workbook has not worked it out. */
  years: number | null
  /** What the workbook worked out when it was saved last; null where nothing was. */
  units: Units | null
  unitsLost: Units | null
  /** Of the part of a baseline that is made better: its units before. */
  unitsEnhanced: Units | null
  /** Of a baseline: how much of it stays as it is, and how much is made better. */
  retained?: Units
  enhanced?: Units
  /** Where each figure stands. */
  cells: Partial<Record<Meaning, string>>
}

/** One figure of a nutrient budget. */
export interface NutrientLine {
  id: string
  sheet: string
  row: number
  cell: string
  says: string
  nutrient: (typeof NUTRIENT_TYPES)[number]
  /** Kilogrammes a year, in ten-thousandths; 0 where nothing needs mitigation. */
  units: Units
  /** The change saves so much: the figure in the workbook is negative. */
  isSaved?: boolean
  /** For the time before treatment works are upgraded only. */
  isUntilUpgrade: boolean
}

/** What was read in a workbook of the metric. */
interface MetricReading {
  kind: 'metric'
  edition: MetricEdition
  lines: readonly MetricLine[]
}

/** What was read in a nutrient budget calculator. */
export interface NutrientReading {
  kind: 'nutrients'
  edition: 'budget'
  lines: readonly NutrientLine[]
  /** The land whose use changes, in ten-thousandths of a hectare, and where it stands; null where the calculator does not say. */
  area?: { sheet: string; row: number; cell: string; size: Units } | null
}

/** What was read in a workbook. */
export type WorkbookReading = MetricReading | NutrientReading

/** What a workbook is called. */
export const WORKBOOK_LABELS: Record<WorkbookReading['edition'], string> = {
  '4.0': 'Biodiversity metric 4.0',
  '4.1': 'Biodiversity metric 4.1',
  statutory: 'Statutory biodiversity metric',
  budget: 'Nutrient budget calculator',
}

/** A workbook that was read for a project or a credit requirement, and what it said; the file is kept as it was. */
export interface StoredReading extends Stored {
  ownerKind: 'project' | 'requirement'
  ownerId: string
  documentId: string
  sha256: string
  edition: WorkbookReading['edition']
  readAt: Instant
  readBy: string
  reading: WorkbookReading
  /** What differed from what was typed, when it was read. */
  differences: readonly Difference[]
}

/** A figure of a workbook that is another one than what was typed, or stands in only one of the two. */
export interface Difference {
  sheet: string
  row: number | null
  cell: string | null
  what: string
  says: string | null
  typed: string | null
}

/** A figure in its unit, and nothing of nothing. */
export const shown = (value: Units | null, unit: string): string | null =>
  value === null ? null : `${showExactUnits(value)} ${unit}`

/** What is said of one figure by both, unless they say the same. */
export const told = (
  where: Omit<Difference, 'what' | 'says' | 'typed'>,
  what: string,
  says: string | null,
  typed: string | null,
): Difference[] => (says === typed ? [] : [{ ...where, what, says, typed }])
