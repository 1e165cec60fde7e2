import type { Condition } from '../habitat.ts'
import { minus, plus, product, times } from './decimal.ts'
import {
  bandFactor,
  conditionFactor,
  type Delivered,
  finalYears,
  type Parcel,
  possibleCondition,
  riskFactors,
  riverFactors,
  significanceFactor,
  sizeFactor,
  valueOf,
  type Worked,
  working,
} from './factors.ts'
import { isAbove, type MetricCondition, type MetricHabitat, metricHabitat } from './habitats.ts'

const unknown = (id: string): { refused: string } => ({
  refused: `The statutory metric has no habitat ${id}`,
})

/**
 * Units of a habitat that is there: size x distinctiveness x condition x strategic significance, of a watercourse also x
 * encroachment (statutory metric user guide, calculating units; workbook 4.1, sheets A-1, B-1 and C-1).
 */
export const baselineUnits = (parcel: Parcel): Worked => {
  const habitat = metricHabitat(parcel.habitat)
  if (!habitat) return unknown(parcel.habitat)
  const found = possibleCondition(habitat, parcel.condition)
  if ('refused' in found) return found
  return working(
    'Size × distinctiveness × condition × strategic significance',
    [
      sizeFactor(habitat, parcel.size),
      bandFactor(habitat),
      conditionFactor(habitat, found.condition),
      significanceFactor(parcel.significance),
      ...riverFactors(habitat, parcel),
    ],
    null,
  )
}

const BOTH = 'It cannot be begun both before and after the loss'

/**
 * Units of a habitat that is created: those of what will be there x difficulty of creation x time to target condition, and
 * off site x spatial risk (statutory metric user guide; workbook 4.1, sheets A-2, B-2 and C-2).
 */
export const creationUnits = (parcel: Delivered): Worked => {
  const habitat = metricHabitat(parcel.habitat)
  if (!habitat) return unknown(parcel.habitat)
  const found = possibleCondition(habitat, parcel.condition)
  if ('refused' in found) return found
  const standard = habitat.years.get(found.condition) ?? 0
  const years = finalYears(standard, parcel)
  if (years === null) return { refused: BOTH }
  return working(
    'Size × distinctiveness × condition × strategic significance × difficulty × time × spatial risk',
    [
      sizeFactor(habitat, parcel.size),
      bandFactor(habitat),
      conditionFactor(habitat, found.condition),
      significanceFactor(parcel.significance),
      ...riverFactors(habitat, parcel),
      ...riskFactors(habitat, [standard, years], 'creation', parcel),
    ],
    years,
  )
}

/** What a habitat was before it is enhanced. */
export interface Before {
  habitat: string
  condition: Condition | null
}

/** The years of an enhancement, or why the metric knows none (workbook 4.1, sheets G-5, G-6 and G-7). */
const yearsToEnhance = (
  from: { habitat: MetricHabitat; condition: MetricCondition },
  to: { habitat: MetricHabitat; condition: MetricCondition },
): number | { refused: string } => {
  const isOther = from.habitat.id !== to.habitat.id
  const scores = [from, to].map(({ habitat, condition }) => Number(conditionFactor(habitat, condition).value))
  const [before = 0, after = 0] = scores
  if (from.habitat.module !== to.habitat.module)
    return { refused: 'Area, hedgerow and watercourse habitats are never turned into each other' }
  if (to.habitat.label.startsWith('Individual trees'))
    return { refused: 'Individual trees cannot be enhanced' }
  if (isAbove(from.habitat.band, to.habitat.band))
    return { refused: 'The habitat would be less distinctive than before' }
  if (before > after) return { refused: 'The condition would be worse than before' }
  if (
    isOther &&
    (from.habitat.band === 'High' || from.habitat.band === 'VeryHigh') &&
    from.habitat.module !== 'Linear'
  )
    return { refused: `${from.habitat.label} must stay the same habitat` }
  const isRaised = isAbove(to.habitat.band, from.habitat.band)
  if (!isRaised && before === after)
    return { refused: 'Nothing is enhanced: distinctiveness and condition stay' }
  const { enhanced, fromHedgerows } = to.habitat
  const years =
    to.habitat.module === 'Linear' && isOther
      ? fromHedgerows.get(from.habitat.id)
      : isOther && isRaised
        ? enhanced.lower.get(to.condition)
        : from.condition === 'NAOther' || from.condition === 'Good'
          ? undefined
          : enhanced[from.condition].get(to.condition)
  return years ?? { refused: 'The metric has no years for this enhancement: it is not possible' }
}

/**
 * Units of a habitat once it is enhanced, those that were there among them: ((what will be - what was) x difficulty of
 * enhancement x time to target condition + what was) x strategic significance, and off site x spatial risk; what was and
 * what will be are size x distinctiveness x condition (statutory metric user guide; workbook 4.1, sheets A-3, B-3 and C-3).
 */
export const enhancementUnits = (before: Before, parcel: Delivered): Worked => {
  const [was, will] = [metricHabitat(before.habitat), metricHabitat(parcel.habitat)]
  if (!was) return unknown(before.habitat)
  if (!will) return unknown(parcel.habitat)
  const from = possibleCondition(was, before.condition)
  const to = possibleCondition(will, parcel.condition)
  if ('refused' in from) return from
  if ('refused' in to) return to
  const standard = yearsToEnhance(
    { habitat: was, condition: from.condition },
    { habitat: will, condition: to.condition },
  )
  if (typeof standard !== 'number') return standard
  const years = finalYears(standard, parcel)
  if (years === null) return { refused: BOTH }
  const size = sizeFactor(will, parcel.size)
  const then = [bandFactor(was, ' before'), conditionFactor(was, from.condition, ' before')]
  const later = [bandFactor(will, ' after'), conditionFactor(will, to.condition, ' after')]
  const [difficulty, time, spatial] = riskFactors(will, [standard, years], 'enhancement', parcel)
  const rest = [significanceFactor(parcel.significance), ...riverFactors(will, parcel), spatial]
  const wasThere = product([size, ...then].map(valueOf))
  const gained = minus(product([size, ...later].map(valueOf)), wasThere)
  const exact = times(
    plus(product([gained, valueOf(difficulty), valueOf(time)]), wasThere),
    product(rest.map(valueOf)),
  )
  return working(
    '((Size × after) − (size × before)) × difficulty × time, and size × before; all × strategic significance × spatial risk',
    [size, ...then, ...later, difficulty, time, ...rest],
    years,
    exact,
  )
}
