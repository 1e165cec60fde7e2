import { type Condition, CONDITION_LABELS, type Distinctiveness, DISTINCTIVENESS_LABELS } from './habitat.ts'
import { METRIC_HABITAT_ROWS } from './tables.ts'

/** Bands of distinctiveness of the statutory metric: those of the market, and very low. */
export type DistinctivenessBand = Distinctiveness | 'VeryLow'
const BANDS = [
  'VeryLow',
  'Low',
  'Medium',
  'High',
  'VeryHigh',
] as const satisfies readonly DistinctivenessBand[]
export const DISTINCTIVENESS_BAND_LABELS: Record<DistinctivenessBand, string> = {
  VeryLow: 'Very low',
  ...DISTINCTIVENESS_LABELS,
}

/** Conditions of the statutory metric: those of the market, and two for habitats that are not assessed. */
export const METRIC_CONDITIONS = [
  ...(['NAOther', 'NA', 'Poor', 'FairlyPoor', 'Moderate', 'FairlyGood', 'Good'] as const),
] as const
export type MetricCondition = (typeof METRIC_CONDITIONS)[number]
export const METRIC_CONDITION_LABELS: Record<MetricCondition, string> = {
  NAOther: 'Not applicable',
  NA: 'Not assessed',
  ...CONDITION_LABELS,
}

export const METRIC_MODULES = ['Area', 'Linear', 'River'] as const
export type MetricModule = (typeof METRIC_MODULES)[number]

const DIFFICULTIES = ['Low', 'Medium', 'High', 'VeryHigh'] as const
export type Difficulty = (typeof DIFFICULTIES)[number]

/** More than thirty years, as the metric counts them: with the multiplier of 32. */
export const OVER_THIRTY_YEARS = 32

/** The start of an enhancement: the habitat's own condition, or another habitat of lower distinctiveness. */
type From = 'lower' | 'NA' | Exclude<Condition, 'Good'>

/** A habitat with its figures in the statutory metric (workbook 4.1, sheets G-1, G-4, G-5, G-6, G-7 and G-8). */
export interface MetricHabitat {
  id: string
  label: string
  module: MetricModule
  band: DistinctivenessBand
  creation: Difficulty
  enhancement: Difficulty
  /** Every condition that it can have, with the years until a created habitat has it. */
  years: ReadonlyMap<MetricCondition, number>
  /** Years of an enhancement, by start and target condition; missing if it is not possible. */
  enhanced: Readonly<Record<From, ReadonlyMap<MetricCondition, number>>>
  /** For other hedgerow types, by id: years until they become this one. */
  fromHedgerows: ReadonlyMap<string, number>
}

const word = <const T extends string>(words: readonly T[], said: string | undefined): T => {
  const known = words.find(one => one === said)
  if (known === undefined) throw new Error(`${said} is not one of ${words.join(', ')}`)
  return known
}

const yearsIn = (said: string): number => (said === '30+' ? OVER_THIRTY_YEARS : Number(said))

/** Parses years for the last conditions, as many as are given; a dash means not possible. */
const towards = (said = ''): ReadonlyMap<MetricCondition, number> => {
  const all = said === '' ? [] : said.split(',')
  const conditions = METRIC_CONDITIONS.slice(METRIC_CONDITIONS.length - all.length)
  return new Map(
    conditions.flatMap((condition, at) => {
      const years = all[at] ?? '-'
      return years === '-' ? [] : [[condition, yearsIn(years)] as const]
    }),
  )
}

const pairsIn = (said = ''): [string, string][] =>
  said === ''
    ? []
    : said.split(',').map(pair => {
        const [name = '', years = ''] = pair.split(':')
        return [name, years]
      })

const habitatIn = (line: string): MetricHabitat => {
  const [id = '', label = '', module, band, creation, enhancement, years, ...from] = line.split('|')
  const [lower, notAssessed, poor, fairlyPoor, moderate, fairlyGood, hedgerows] = from
  return {
    id,
    label,
    module: word(METRIC_MODULES, module),
    band: word(BANDS, band),
    creation: word(DIFFICULTIES, creation),
    enhancement: word(DIFFICULTIES, enhancement),
    years: new Map(pairsIn(years).map(([name, said]) => [word(METRIC_CONDITIONS, name), yearsIn(said)])),
    enhanced: {
      lower: towards(lower),
      NA: towards(notAssessed),
      Poor: towards(poor),
      FairlyPoor: towards(fairlyPoor),
      Moderate: towards(moderate),
      FairlyGood: towards(fairlyGood),
    },
    fromHedgerows: new Map(pairsIn(hedgerows).map(([name, said]) => [name, yearsIn(said)])),
  }
}

/** All habitats of the statutory metric, including those that the market does not trade. */
export const METRIC_HABITATS: readonly MetricHabitat[] = METRIC_HABITAT_ROWS.split('\n').map(habitatIn)

const BY_ID = new Map(METRIC_HABITATS.map(habitat => [habitat.id, habitat]))

/** A habitat of the statutory metric by id. */
export const metricHabitat = (id: string | null | undefined): MetricHabitat | undefined =>
  id ? BY_ID.get(id) : undefined

/** The condition of a habitat for the metric: the given one, or the only one if it is not assessed. */
export const conditionOf = (
  habitat: MetricHabitat,
  said: Condition | null | undefined,
): MetricCondition | undefined => {
  if (said) return said
  return habitat.years.has('NA') ? 'NA' : habitat.years.has('NAOther') ? 'NAOther' : undefined
}

/** True if a band of distinctiveness is above another. */
export const isHigherBand = (band: DistinctivenessBand, other: DistinctivenessBand): boolean =>
  BANDS.indexOf(band) > BANDS.indexOf(other)
