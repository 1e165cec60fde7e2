import type { Condition } from './habitat.ts'
import { minus, plus, product, times } from './decimal.ts'
import {
  distinctivenessFactor,
  conditionFactor,
  type DeliveredParcel,
  yearsToTarget,
  type Parcel,
  validateCondition,
  riskFactors,
  riverFactors,
  significanceFactor,
  sizeFactor,
  multiplierOf,
  type UnitsResult,
  calculateUnits,
} from './factors.ts'
import { isHigherBand, type MetricCondition, type MetricHabitat, metricHabitat } from './habitats.ts'
import {
  WORK_BEFORE_AND_AFTER_LOSS,
  ENHANCEMENT_IMPOSSIBLE,
  LESS_DISTINCTIVE,
  mustStay,
  NOTHING_ENHANCED,
  WRONG_MODULE,
  TREES_NOT_ENHANCED,
  unknownHabitat,
  WORSE_CONDITION,
} from './messages.ts'

const unknown = (id: string): { refused: string } => ({ refused: unknownHabitat(id) })

/**
 * Units of an existing habitat: size x distinctiveness x condition x strategic significance, for a watercourse also x
 * encroachment (statutory metric user guide, calculating units; workbook 4.1, sheets A-1, B-1 and C-1).
 */
export const baselineUnits = (parcel: Parcel): UnitsResult => {
  const habitat = metricHabitat(parcel.habitat)
  if (!habitat) return unknown(parcel.habitat)
  const found = validateCondition(habitat, parcel.condition)
  if ('refused' in found) return found
  return calculateUnits(
    'Size × distinctiveness × condition × strategic significance',
    [
      sizeFactor(habitat, parcel.size),
      distinctivenessFactor(habitat),
      conditionFactor(habitat, found.condition),
      significanceFactor(parcel.significance),
      ...riverFactors(habitat, parcel),
    ],
    null,
  )
}

/**
 * Units of a created habitat: its units as above x difficulty of creation x time to target condition, and off site x
 * spatial risk (statutory metric user guide; workbook 4.1, sheets A-2, B-2 and C-2).
 */
export const creationUnits = (parcel: DeliveredParcel): UnitsResult => {
  const habitat = metricHabitat(parcel.habitat)
  if (!habitat) return unknown(parcel.habitat)
  const found = validateCondition(habitat, parcel.condition)
  if ('refused' in found) return found
  const standard = habitat.years.get(found.condition) ?? 0
  const years = yearsToTarget(standard, parcel)
  if (years === null) return { refused: WORK_BEFORE_AND_AFTER_LOSS }
  return calculateUnits(
    'Size × distinctiveness × condition × strategic significance × difficulty × time × spatial risk',
    [
      sizeFactor(habitat, parcel.size),
      distinctivenessFactor(habitat),
      conditionFactor(habitat, found.condition),
      significanceFactor(parcel.significance),
      ...riverFactors(habitat, parcel),
      ...riskFactors(habitat, [standard, years], 'creation', parcel),
    ],
    years,
  )
}

/** A habitat before its enhancement. */
export interface HabitatBefore {
  habitat: string
  condition: Condition | null
}

/** Years of an enhancement, or the reason why the metric has none (workbook 4.1, sheets G-5, G-6 and G-7). */
const yearsToEnhance = (
  from: { habitat: MetricHabitat; condition: MetricCondition },
  to: { habitat: MetricHabitat; condition: MetricCondition },
): number | { refused: string } => {
  const isOther = from.habitat.id !== to.habitat.id
  const scores = [from, to].map(({ habitat, condition }) => Number(conditionFactor(habitat, condition).value))
  const [before = 0, after = 0] = scores
  if (from.habitat.module !== to.habitat.module) return { refused: WRONG_MODULE }
  if (to.habitat.label.startsWith('Individual trees')) return { refused: TREES_NOT_ENHANCED }
  if (isHigherBand(from.habitat.band, to.habitat.band)) return { refused: LESS_DISTINCTIVE }
  if (before > after) return { refused: WORSE_CONDITION }
  if (
    isOther &&
    (from.habitat.band === 'High' || from.habitat.band === 'VeryHigh') &&
    from.habitat.module !== 'Linear'
  )
    return { refused: mustStay(from.habitat.label) }
  const isRaised = isHigherBand(to.habitat.band, from.habitat.band)
  if (!isRaised && before === after) return { refused: NOTHING_ENHANCED }
  const { enhanced, fromHedgerows } = to.habitat
  const years =
    to.habitat.module === 'Linear' && isOther
      ? fromHedgerows.get(from.habitat.id)
      : isOther && isRaised
        ? enhanced.lower.get(to.condition)
        : from.condition === 'NAOther' || from.condition === 'Good'
          ? undefined
          : enhanced[from.condition].get(to.condition)
  return years ?? { refused: ENHANCEMENT_IMPOSSIBLE }
}

/**
 * Units of an enhanced habitat, including the original ones: ((after - before) x difficulty of enhancement x time to
 * target condition + before) x strategic significance, and off site x spatial risk; before and after are size x
 * distinctiveness x condition (statutory metric user guide; workbook 4.1, sheets A-3, B-3 and C-3).
 */
export const enhancementUnits = (before: HabitatBefore, parcel: DeliveredParcel): UnitsResult => {
  const [was, will] = [metricHabitat(before.habitat), metricHabitat(parcel.habitat)]
  if (!was) return unknown(before.habitat)
  if (!will) return unknown(parcel.habitat)
  const from = validateCondition(was, before.condition)
  const to = validateCondition(will, parcel.condition)
  if ('refused' in from) return from
  if ('refused' in to) return to
  const standard = yearsToEnhance(
    { habitat: was, condition: from.condition },
    { habitat: will, condition: to.condition },
  )
  if (typeof standard !== 'number') return standard
  const years = yearsToTarget(standard, parcel)
  if (years === null) return { refused: WORK_BEFORE_AND_AFTER_LOSS }
  const size = sizeFactor(will, parcel.size)
  const then = [distinctivenessFactor(was, ' before'), conditionFactor(was, from.condition, ' before')]
  const later = [distinctivenessFactor(will, ' after'), conditionFactor(will, to.condition, ' after')]
  const [difficulty, time, spatial] = riskFactors(will, [standard, years], 'enhancement', parcel)
  const rest = [significanceFactor(parcel.significance), ...riverFactors(will, parcel), spatial]
  const wasThere = product([size, ...then].map(multiplierOf))
  const gained = minus(product([size, ...later].map(multiplierOf)), wasThere)
  const exact = times(
    plus(product([gained, multiplierOf(difficulty), multiplierOf(time)]), wasThere),
    product(rest.map(multiplierOf)),
  )
  return calculateUnits(
    '((Size × after − size × before) × difficulty × time + size × before) × strategic significance × spatial risk',
    [size, ...then, ...later, difficulty, time, ...rest],
    years,
    exact,
  )
}
