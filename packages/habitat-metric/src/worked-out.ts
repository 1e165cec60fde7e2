import type { Condition } from './habitat.ts'
import { unitsToNumber, type Units } from '@credit-market/values/units'
import { product, tenThousandths } from './decimal.ts'
import { roundedMetricUnits, multiplierOf, type UnitsResult, type UnitsCalculation } from './factors.ts'
import type { Significance } from './significance.ts'
import type { DeliveryMethod } from './delivery.ts'
import { metricHabitat } from './habitats.ts'
import {
  BASELINE_MISSING,
  lossUnitsMessage,
  needDiffersFromLoss,
  noUnits,
  supplyInconsistentWithBaseline,
  suppliedUnitsMessage,
} from './messages.ts'
import { baselineUnits, creationUnits, enhancementUnits } from './units.ts'

/** Input of the metric for a supplied habitat, and for the baseline habitat. */
export interface SuppliedHabitat {
  habitatType: string | null
  condition: Condition | null
  size: Units
  strategicSignificance: Significance | null
  delivery: DeliveryMethod | null
  baselineHabitat: string | null
  baselineCondition: Condition | null
  yearsInAdvance: number | null
  yearsOfDelay: number | null
}

/** Result of the metric for a supplied habitat: delivered units, and baseline units if a baseline is given. */
export interface SupplyUnits {
  delivered: UnitsResult
  baseline: UnitsResult | null
}

/** Units of a supplied habitat; counts as created unless stated otherwise. Null while no habitat type is given. */
export const calculateSupply = (supplied: SuppliedHabitat): SupplyUnits | null => {
  const { habitatType, condition, size, strategicSignificance: significance } = supplied
  if (habitatType === null || size <= 0 || !metricHabitat(habitatType)) return null
  const parcel = {
    ...{ habitat: habitatType, size, condition, significance },
    yearsInAdvance: supplied.yearsInAdvance ?? 0,
    yearsOfDelay: supplied.yearsOfDelay ?? 0,
  }
  const before =
    supplied.baselineHabitat === null
      ? null
      : { habitat: supplied.baselineHabitat, condition: supplied.baselineCondition }
  if (supplied.delivery !== 'Enhancement')
    return {
      delivered: creationUnits(parcel),
      baseline: before && baselineUnits({ ...before, size, significance }),
    }
  if (before === null) return { delivered: { refused: BASELINE_MISSING }, baseline: null }
  return {
    delivered: enhancementUnits(before, parcel),
    baseline: baselineUnits({ ...before, size, significance }),
  }
}

/** Units that the metric gives for a supply; null if it gives none. */
export const metricUnits = (
  supplied: SuppliedHabitat,
): { delivered: Units | null; baseline: Units | null } => {
  const worked = calculateSupply(supplied)
  const unitsIn = (one: UnitsResult | null | undefined): Units | null =>
    one && 'units' in one ? one.units : null
  return { delivered: unitsIn(worked?.delivered), baseline: unitsIn(worked?.baseline) }
}

/** The net gain that the law requires, in percent of the baseline units (Environment Act 2021). */
export const netGainPercent = (): number => Number(roundedMetricUnits('gain', 'mandatoryNetGainPercent'))

/** A habitat that a development destroys, as far as it is known. */
export interface LostHabitat {
  lossHabitat: string | null
  lossSize: Units | null
  lossCondition: Condition | null
  lossSignificance: Significance | null
}

/**
 * Units that compensate for a lost habitat with the net gain that the law requires (Environment Act 2021, schedule 7A
 * to the Town and Country Planning Act 1990): baseline units x 1.1. Null while no loss is given.
 */
export const calculateLoss = ({
  lossHabitat,
  lossSize,
  lossCondition,
  lossSignificance,
}: LostHabitat): UnitsResult | null => {
  if (lossHabitat === null || lossSize === null || lossSize <= 0) return null
  const lost = baselineUnits({
    ...{ habitat: lossHabitat, size: lossSize },
    ...{ condition: lossCondition, significance: lossSignificance },
  })
  if ('refused' in lost) return lost
  const percent = roundedMetricUnits('gain', 'mandatoryNetGainPercent')
  const gain = {
    name: 'Net gain',
    value: `1.${percent}`,
    from: `${percent} percent more than the loss`,
    source: 'Environment Act 2021',
  }
  const factors = [...lost.factors, gain]
  return {
    ...lost,
    units: tenThousandths(product(factors.map(multiplierOf))),
    formula: `${lost.formula} × net gain`,
    factors,
  }
}

/** Largest difference that is ignored, in ten-thousandths: units are shown with two decimals, so half a hundredth is invisible. */
const HALF_A_HUNDREDTH = 50

/** True if typed units differ visibly from the calculated ones. */
export const differVisibly = (typed: Units, worked: Units): boolean =>
  Math.abs(typed - worked) > HALF_A_HUNDREDTH

/** A calculation to show next to an answer, and the answers that adopt its figures. */
export interface MetricCalculation {
  sentence: string
  workings: readonly { of: string; working: UnitsCalculation }[]
  use: { label: string; answers: Readonly<Record<string, unknown>> } | null
}

/** The calculation of a supply to show, or the reason why there is none; without figures to adopt. */
export const supplyCalculation = ({ delivered, baseline }: SupplyUnits): MetricCalculation => {
  const before =
    baseline && 'units' in baseline ? [{ of: 'Units of the existing habitat', working: baseline }] : []
  if ('refused' in delivered)
    return {
      sentence: noUnits(delivered.refused),
      workings: before,
      use: null,
    }
  const { units, years } = delivered
  return {
    sentence: before[0]
      ? supplyInconsistentWithBaseline(units, years, before[0].working.units)
      : suppliedUnitsMessage(units, years),
    workings: [{ of: 'Units delivered', working: delivered }, ...before],
    use: null,
  }
}

/** The calculation of a loss, with the figure that the user can adopt; undefined while no loss is given. */
export const lossCalculation = (lost: LostHabitat): MetricCalculation | undefined => {
  const worked = calculateLoss(lost)
  if (worked === null) return undefined
  if ('refused' in worked) return { sentence: noUnits(worked.refused), workings: [], use: null }
  return {
    sentence: lossUnitsMessage(worked.units),
    workings: [{ of: 'Units needed', working: worked }],
    use: { label: 'Use this figure', answers: { bioUnits: unitsToNumber(worked.units) } },
  }
}

/** Notes that the required units differ from those of the loss; part of the loss may be compensated on site. */
export const needDifferenceWarning = (lost: LostHabitat, needed: Units): string | undefined => {
  const worked = calculateLoss(lost)
  return worked && 'units' in worked && needed > 0 && differVisibly(needed, worked.units)
    ? needDiffersFromLoss(needed, worked.units)
    : undefined
}
