import type { Condition } from '../habitat.ts'
import { showExactUnits, type Units } from '../units.ts'
import { type Decimal, decimal, product, tenThousandths } from './decimal.ts'
import {
  BAND_LABELS,
  conditionOf,
  type Difficulty,
  METRIC_CONDITION_LABELS,
  type MetricCondition,
  type MetricHabitat,
  OVER_THIRTY,
} from './habitats.ts'
import { type Significance, SIGNIFICANCE_LABELS } from './significance.ts'
import { MULTIPLIERS_OF_THE_METRIC } from './tables.ts'

/** A habitat as it is: how much of it, in which condition, and how it matters to the place. */
export interface Parcel {
  habitat: string
  /** Ten-thousandths of a hectare, or of a kilometre. */
  size: Units
  /** Null where the habitat is not assessed. */
  condition: Condition | null
  /** Taken to be low where nothing is said. */
  significance: Significance | null
  /** Of a watercourse: a key of the table of encroachment into it, and of that on both banks; none unless told. */
  encroachment?: string
  riparian?: string
}

/** What is done to a parcel, off the site of the loss. */
export interface Delivered extends Parcel {
  /** Years by which it is begun before the loss, or after it. */
  yearsInAdvance?: number
  yearsOfDelay?: number
  /** A key of the table of spatial risk; a provider without a known buyer unless told, whose multiplier is 1. */
  spatialRisk?: string
}

/** One figure of the working. */
export interface Factor {
  name: string
  /** As it is multiplied, to the last digit. */
  value: string
  /** What it follows from. */
  from: string
  /** Where it stands. */
  source: string
}

/** Units worked out, with every figure that goes into them. */
export interface Working {
  units: Units
  /** Years until the habitat has its condition; null of what is there. */
  years: number | null
  formula: string
  factors: Factor[]
}

/** Units worked out, or why the metric gives none. */
export type Worked = Working | { refused: string }

const FIGURES: ReadonlyMap<string, string> = new Map(
  MULTIPLIERS_OF_THE_METRIC.split('\n').map(line => {
    const [group, key, value = ''] = line.split('|')
    return [`${group}|${key}`, value]
  }),
)

/** A figure of the tables of the metric, to the last digit. */
export const figure = (group: string, key: string): string => {
  const value = FIGURES.get(`${group}|${key}`)
  if (value === undefined) throw new Error(`The metric has no ${group} of ${key}`)
  return value
}

const SHEETS = {
  Area: { band: 'G-1', condition: 'G-8', years: 'G-4', enhanced: 'G-5', difficulty: 'G-3' },
  Linear: { band: 'G-6', condition: 'G-6', years: 'G-6', enhanced: 'G-6', difficulty: 'G-6' },
  River: { band: 'G-7', condition: 'G-7', years: 'G-7', enhanced: 'G-7', difficulty: 'G-7' },
} as const

const sheet = (name: string): string => `Metric 4.1, sheet ${name}`

const typed = (size: Units): string => String(size / 10_000)

/** How much there is of a habitat. */
export const sizeFactor = ({ module }: MetricHabitat, size: Units): Factor => ({
  name: module === 'Area' ? 'Area' : 'Length',
  value: typed(size),
  from: `${showExactUnits(size)} ${module === 'Area' ? 'ha' : 'km'}`,
  source: 'Given',
})

/** How distinctive a habitat is. */
export const bandFactor = ({ module, band, label }: MetricHabitat, when = ''): Factor => ({
  name: `Distinctiveness${when}`,
  value:
    module === 'Linear' && band === 'VeryLow'
      ? figure('distinctivenessScoreHedgerow', band)
      : figure('distinctivenessScore', band),
  from: `${BAND_LABELS[band]}: ${label}`,
  source: sheet(SHEETS[module].band),
})

const CONDITION_KEYS: Partial<Record<MetricCondition, string>> = { NA: 'ConditionAssessmentNA' }

/** In which condition it is. */
export const conditionFactor = (
  { module }: MetricHabitat,
  condition: MetricCondition,
  when = '',
): Factor => ({
  name: `Condition${when}`,
  value: figure('conditionScore', CONDITION_KEYS[condition] ?? condition),
  from: METRIC_CONDITION_LABELS[condition],
  source: sheet(SHEETS[module].condition),
})

/** How much it matters to the place; low where nothing is said. */
export const significanceFactor = (said: Significance | null): Factor => ({
  name: 'Strategic significance',
  value: figure('strategicSignificance', said ?? 'Low'),
  from: said ? SIGNIFICANCE_LABELS[said] : 'Low, since nothing is said',
  source: sheet('G-3'),
})

/** Of a watercourse, what encroaches on it; of others none. */
export const riverFactors = (habitat: MetricHabitat, { encroachment, riparian }: Parcel): Factor[] => {
  if (habitat.module !== 'River') return []
  const isCulvert = habitat.id === 'Culvert'
  const into = encroachment ?? (isCulvert ? 'Culvert' : 'None')
  const banks = riparian ?? (isCulvert ? 'Culvert' : 'NoneNone')
  return [
    {
      name: 'Encroachment into the watercourse',
      value: figure('watercourseEncroachment', into),
      from: into,
      source: sheet('G-7'),
    },
    {
      name: 'Encroachment on both banks',
      value: figure('riparianEncroachment', banks),
      from: banks,
      source: sheet('G-7'),
    },
  ]
}

/** The least number of years that the workbook counts as 30+ years in advance. */
const MORE_THAN_THIRTY = 31

const yearsInWords = (years: number): string =>
  years >= OVER_THIRTY ? 'More than 30 years' : years === 1 ? '1 year' : `${years} years`

/** The years that remain, by the rules of the sheets of creation and enhancement; null where it is both early and late. */
export const finalYears = (
  standard: number,
  { yearsInAdvance: early = 0, yearsOfDelay: late = 0 }: Delivered,
): number | null => {
  if (early > 0 && late > 0) return null
  if (standard >= OVER_THIRTY) return early === 0 ? OVER_THIRTY : Math.max(0, 30 - early)
  const years = Math.max(0, standard + late - early)
  return years > 30 ? OVER_THIRTY : years
}

/** Habitats that stay at the difficulty of creation once they are in poor condition (workbook 4.1, sheet A-2, column V). */
const ALWAYS_CREATED: ReadonlySet<string> = new Set([
  ...(['TraditionalOrchards', 'OrnamentalLakeOrPond', 'PondsNonPriorityHabitat'] as const),
  ...(['RuderalEphemeral', 'TallForbs', 'DevelopedLandSealedSurface'] as const),
])

/**
 * The difficulty that the workbook applies to a habitat begun some years before the loss: low once it has its target
 * condition, and for a created area habitat that of enhancement once it has had the years to poor condition (workbook 4.1,
 * sheet A-2, columns R, V and W; B-2, C-2 and sheets of enhancement know only the first).
 */
const appliedDifficulty = (
  { id, module, creation, enhancement, years }: MetricHabitat,
  standard: number,
  of: 'creation' | 'enhancement',
  { yearsInAdvance: early = 0, yearsOfDelay: late = 0 }: Delivered,
): { difficulty: Difficulty; from: string } => {
  if (late === 0 && early >= Math.min(standard, MORE_THAN_THIRTY))
    return { difficulty: 'Low', from: 'Low: it has its condition when the loss happens' }
  if (of === 'enhancement') return { difficulty: enhancement, from: BAND_LABELS[enhancement] }
  const isPoor = early > 0 && early >= (years.get('Poor') ?? Infinity)
  return module === 'Area' && isPoor && !ALWAYS_CREATED.has(id)
    ? {
        difficulty: enhancement,
        from: `${BAND_LABELS[enhancement]}, of enhancement: it is in poor condition before the loss`,
      }
    : { difficulty: creation, from: BAND_LABELS[creation] }
}

/** The difficulty and the time until its condition, and where it is. */
export const riskFactors = (
  habitat: MetricHabitat,
  [standard, years]: readonly [number, number],
  of: 'creation' | 'enhancement',
  parcel: Delivered,
): [Factor, Factor, Factor] => {
  const { module } = habitat
  const { spatialRisk = 'OffSiteProvider' } = parcel
  const { difficulty, from } = appliedDifficulty(habitat, standard, of, parcel)
  return [
    {
      name: `Difficulty of ${of}`,
      value: figure('difficulty', difficulty),
      from,
      source: sheet(SHEETS[module].difficulty),
    },
    {
      name: 'Time to target condition',
      value: figure('temporal', years >= OVER_THIRTY ? '30+' : String(years)),
      from: yearsInWords(years),
      source: sheet(
        of === 'creation' ? SHEETS[module].years : `${SHEETS[module].enhanced} and ${SHEETS.Area.years}`,
      ),
    },
    {
      name: 'Spatial risk',
      value: figure(module === 'River' ? 'spatialRiskWatercourse' : 'spatialRiskArea', spatialRisk),
      from: spatialRisk === 'OffSiteProvider' ? 'Provided off site, within the area' : spatialRisk,
      source: sheet(module === 'River' ? 'G-7' : 'G-3'),
    },
  ]
}

/** A figure as it is multiplied. */
export const valueOf = ({ value }: Factor): Decimal => decimal(value)

/** What comes of the factors: their product, unless it is worked out otherwise. */
export const working = (
  formula: string,
  factors: Factor[],
  years: number | null,
  exact: Decimal = product(factors.map(valueOf)),
): Working => ({ units: tenThousandths(exact), years, formula, factors })

/** The condition of a parcel, or what the table says against it. */
export const possibleCondition = (
  habitat: MetricHabitat,
  said: Condition | null,
): { condition: MetricCondition } | { refused: string } => {
  const condition = conditionOf(habitat, said)
  if (condition === undefined) return { refused: 'The condition is not given' }
  return habitat.years.has(condition)
    ? { condition }
    : {
        refused: `${habitat.label} cannot be in ${METRIC_CONDITION_LABELS[condition].toLowerCase()} condition`,
      }
}
