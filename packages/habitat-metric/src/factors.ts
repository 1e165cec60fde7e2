import type { Condition } from './habitat.ts'
import { showExactUnits, type Units } from '@credit-market/values/units'
import { type Decimal, decimal, product, tenThousandths } from './decimal.ts'
import {
  DISTINCTIVENESS_BAND_LABELS,
  conditionOf,
  type Difficulty,
  METRIC_CONDITION_LABELS,
  type MetricCondition,
  type MetricHabitat,
  OVER_THIRTY_YEARS,
} from './habitats.ts'
import { CONDITION_MISSING, impossibleCondition } from './messages.ts'
import { type Significance, SIGNIFICANCE_LABELS } from './significance.ts'
import { METRIC_MULTIPLIER_ROWS } from './tables.ts'

/** An existing habitat: its size, condition and significance. */
export interface Parcel {
  habitat: string
  /** Ten-thousandths of a hectare, or of a kilometre. */
  size: Units
  /** Null if the habitat's condition is not assessed. */
  condition: Condition | null
  /** Null counts as low. */
  significance: Significance | null
  /**
   * For watercourses: keys of the tables of encroachment into the watercourse, and on both banks; none if missing.
   */
  encroachment?: string
  riparian?: string
}

/** A created or enhanced parcel, off the site of the loss. */
export interface DeliveredParcel extends Parcel {
  /** Years from the start of work to the loss, or from the loss to the start. */
  yearsInAdvance?: number
  yearsOfDelay?: number
  /** A key of the table of spatial risk; if missing, a provider without a known buyer, whose multiplier is 1. */
  spatialRisk?: string
}

/** One figure of the calculation. */
export interface Factor {
  name: string
  /** The multiplier, to the last digit. */
  value: string
  /** The input that gives the figure. */
  from: string
  /** The table that contains the figure. */
  source: string
}

/** Calculated units, with every figure used. */
export interface UnitsCalculation {
  units: Units
  /** Years to target condition; null for an existing habitat. */
  years: number | null
  formula: string
  factors: Factor[]
}

/** Calculated units, or the reason why the metric gives none. */
export type UnitsResult = UnitsCalculation | { refused: string }

const FIGURES: ReadonlyMap<string, string> = new Map(
  METRIC_MULTIPLIER_ROWS.split('\n').map(line => {
    const [group, key, value = ''] = line.split('|')
    return [`${group}|${key}`, value]
  }),
)

/** A figure of the metric's tables, to the last digit. */
export const roundedMetricUnits = (group: string, key: string): string => {
  const value = FIGURES.get(`${group}|${key}`)
  if (value === undefined) throw new Error(`The metric has no ${group} for ${key}`)
  return value
}

const SHEETS = {
  Area: { band: 'G-1', condition: 'G-8', years: 'G-4', enhanced: 'G-5', difficulty: 'G-3' },
  Linear: { band: 'G-6', condition: 'G-6', years: 'G-6', enhanced: 'G-6', difficulty: 'G-6' },
  River: { band: 'G-7', condition: 'G-7', years: 'G-7', enhanced: 'G-7', difficulty: 'G-7' },
} as const

const sheet = (name: string): string => `Metric 4.1, sheet ${name}`

const typed = (size: Units): string => String(size / 10_000)

/** The size of a habitat as a factor. */
export const sizeFactor = ({ module }: MetricHabitat, size: Units): Factor => ({
  name: module === 'Area' ? 'Area' : 'Length',
  value: typed(size),
  from: `${showExactUnits(size)} ${module === 'Area' ? 'ha' : 'km'}`,
  source: 'Entered',
})

/** The distinctiveness of a habitat as a factor. */
export const distinctivenessFactor = ({ module, band, label }: MetricHabitat, when = ''): Factor => ({
  name: `Distinctiveness${when}`,
  value:
    module === 'Linear' && band === 'VeryLow'
      ? roundedMetricUnits('distinctivenessScoreHedgerow', band)
      : roundedMetricUnits('distinctivenessScore', band),
  from: `${DISTINCTIVENESS_BAND_LABELS[band]}: ${label}`,
  source: sheet(SHEETS[module].band),
})

const CONDITION_KEYS: Partial<Record<MetricCondition, string>> = { NA: 'ConditionAssessmentNA' }

/** The condition of a habitat as a factor. */
export const conditionFactor = (
  { module }: MetricHabitat,
  condition: MetricCondition,
  when = '',
): Factor => ({
  name: `Condition${when}`,
  value: roundedMetricUnits('conditionScore', CONDITION_KEYS[condition] ?? condition),
  from: METRIC_CONDITION_LABELS[condition],
  source: sheet(SHEETS[module].condition),
})

/** The strategic significance as a factor; low if missing. */
export const significanceFactor = (said: Significance | null): Factor => ({
  name: 'Strategic significance',
  value: roundedMetricUnits('strategicSignificance', said ?? 'Low'),
  from: said ? SIGNIFICANCE_LABELS[said] : 'Low, because no significance was entered',
  source: sheet('G-3'),
})

/** The encroachment of a watercourse as factors; empty for other habitats. */
export const riverFactors = (habitat: MetricHabitat, { encroachment, riparian }: Parcel): Factor[] => {
  if (habitat.module !== 'River') return []
  const isCulvert = habitat.id === 'Culvert'
  const into = encroachment ?? (isCulvert ? 'Culvert' : 'None')
  const banks = riparian ?? (isCulvert ? 'Culvert' : 'NoneNone')
  return [
    {
      name: 'Encroachment into the watercourse',
      value: roundedMetricUnits('watercourseEncroachment', into),
      from: into,
      source: sheet('G-7'),
    },
    {
      name: 'Encroachment on both banks',
      value: roundedMetricUnits('riparianEncroachment', banks),
      from: banks,
      source: sheet('G-7'),
    },
  ]
}

/** The smallest number of years that the workbook counts as 30+ years in advance. */
const MORE_THAN_THIRTY = 31

const yearsInWords = (years: number): string =>
  years >= OVER_THIRTY_YEARS ? 'More than 30 years' : years === 1 ? '1 year' : `${years} years`

/**
 * Remaining years to target condition, by the rules of the sheets of creation and enhancement; null if work is both
 * early and late.
 */
export const yearsToTarget = (
  standard: number,
  { yearsInAdvance: early = 0, yearsOfDelay: late = 0 }: DeliveredParcel,
): number | null => {
  if (early > 0 && late > 0) return null
  if (standard >= OVER_THIRTY_YEARS) return early === 0 ? OVER_THIRTY_YEARS : Math.max(0, 30 - early)
  const years = Math.max(0, standard + late - early)
  return years > 30 ? OVER_THIRTY_YEARS : years
}

/**
 * Habitats that keep the difficulty of creation once they are in poor condition (workbook 4.1, sheet A-2, column V).
 */
const ALWAYS_CREATED: ReadonlySet<string> = new Set([
  ...(['TraditionalOrchards', 'OrnamentalLakeOrPond', 'PondsNonPriorityHabitat'] as const),
  ...(['RuderalEphemeral', 'TallForbs', 'DevelopedLandSealedSurface'] as const),
])

/**
 * The difficulty that the workbook applies to a habitat begun some years before the loss: low once it has its target
 * condition, and for a created area habitat that of enhancement once it has had the years to poor condition (workbook
 * 4.1, sheet A-2, columns R, V and W; B-2, C-2 and the sheets of enhancement only have the first rule).
 */
const appliedDifficulty = (
  { id, module, creation, enhancement, years }: MetricHabitat,
  standard: number,
  of: 'creation' | 'enhancement',
  { yearsInAdvance: early = 0, yearsOfDelay: late = 0 }: DeliveredParcel,
): { difficulty: Difficulty; from: string } => {
  if (late === 0 && early >= Math.min(standard, MORE_THAN_THIRTY))
    return { difficulty: 'Low', from: 'Low: the habitat reaches its target condition before the loss' }
  if (of === 'enhancement') return { difficulty: enhancement, from: DISTINCTIVENESS_BAND_LABELS[enhancement] }
  const isPoor = early > 0 && early >= (years.get('Poor') ?? Infinity)
  return module === 'Area' && isPoor && !ALWAYS_CREATED.has(id)
    ? {
        difficulty: enhancement,
        from: `${DISTINCTIVENESS_BAND_LABELS[enhancement]}, as for enhancement: the habitat reaches poor condition before the loss`,
      }
    : { difficulty: creation, from: DISTINCTIVENESS_BAND_LABELS[creation] }
}

/** Difficulty, time to target condition and spatial risk as factors. */
export const riskFactors = (
  habitat: MetricHabitat,
  [standard, years]: readonly [number, number],
  of: 'creation' | 'enhancement',
  parcel: DeliveredParcel,
): [Factor, Factor, Factor] => {
  const { module } = habitat
  const { spatialRisk = 'OffSiteProvider' } = parcel
  const { difficulty, from } = appliedDifficulty(habitat, standard, of, parcel)
  return [
    {
      name: `Difficulty of ${of}`,
      value: roundedMetricUnits('difficulty', difficulty),
      from,
      source: sheet(SHEETS[module].difficulty),
    },
    {
      name: 'Time to target condition',
      value: roundedMetricUnits('temporal', years >= OVER_THIRTY_YEARS ? '30+' : String(years)),
      from: yearsInWords(years),
      source: sheet(
        of === 'creation' ? SHEETS[module].years : `${SHEETS[module].enhanced} and ${SHEETS.Area.years}`,
      ),
    },
    {
      name: 'Spatial risk',
      value: roundedMetricUnits(
        module === 'River' ? 'spatialRiskWatercourse' : 'spatialRiskArea',
        spatialRisk,
      ),
      from: spatialRisk === 'OffSiteProvider' ? 'Provided off site, within the area' : spatialRisk,
      source: sheet(module === 'River' ? 'G-7' : 'G-3'),
    },
  ]
}

/** The multiplier of a factor. */
export const multiplierOf = ({ value }: Factor): Decimal => decimal(value)

/** The result of a calculation: the product of the factors, unless another value is given. */
export const calculateUnits = (
  formula: string,
  factors: Factor[],
  years: number | null,
  exact: Decimal = product(factors.map(multiplierOf)),
): UnitsCalculation => ({ units: tenThousandths(exact), years, formula, factors })

/** The condition of a parcel, or the reason why the table does not allow it. */
export const validateCondition = (
  habitat: MetricHabitat,
  said: Condition | null,
): { condition: MetricCondition } | { refused: string } => {
  const condition = conditionOf(habitat, said)
  if (condition === undefined) return { refused: CONDITION_MISSING }
  return habitat.years.has(condition)
    ? { condition }
    : { refused: impossibleCondition(habitat.label, condition) }
}
