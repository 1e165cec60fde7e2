import type { Condition } from '../habitat.ts'
import { quantityOf, showUnits, type Units } from '../units.ts'
import { product, tenThousandths } from './decimal.ts'
import { figure, valueOf, type Worked, type Working } from './factors.ts'
import type { Significance } from './significance.ts'
import type { Delivery } from './delivery.ts'
import { metricHabitat, OVER_THIRTY } from './habitats.ts'
import { baselineUnits, creationUnits, enhancementUnits } from './units.ts'

/** What the metric must know of a habitat that is supplied, and of what was there before. */
export interface Supplied {
  habitatType: string | null
  condition: Condition | null
  size: Units
  strategicSignificance: Significance | null
  delivery: Delivery | null
  baselineHabitat: string | null
  baselineCondition: Condition | null
  yearsInAdvance: number | null
  yearsOfDelay: number | null
}

/** What the metric gives for a supplied habitat: what is delivered, and what was there, as far as it is said. */
export interface WorkedSupply {
  delivered: Worked
  baseline: Worked | null
}

/** The units of a supplied habitat; it is taken to be created where nothing else is said. Null while no habitat type is given. */
export const workedSupply = (supplied: Supplied): WorkedSupply | null => {
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
  if (before === null)
    return { delivered: { refused: 'Say which habitat is enhanced: the habitat before' }, baseline: null }
  return {
    delivered: enhancementUnits(before, parcel),
    baseline: baselineUnits({ ...before, size, significance }),
  }
}

/** The units that the metric gives for a supply; null where it gives none. */
export const metricUnitsOf = (supplied: Supplied): { delivered: Units | null; baseline: Units | null } => {
  const worked = workedSupply(supplied)
  const unitsIn = (one: Worked | null | undefined): Units | null => (one && 'units' in one ? one.units : null)
  return { delivered: unitsIn(worked?.delivered), baseline: unitsIn(worked?.baseline) }
}

/** A habitat that a development destroys, as far as it is said. */
export interface Lost {
  lossHabitat: string | null
  lossSize: Units | null
  lossCondition: Condition | null
  lossSignificance: Significance | null
}

/**
 * The units that make up for a lost habitat and the net gain that the law asks for (Environment Act 2021, schedule 7A to the
 * Town and Country Planning Act 1990): what was there x 1.1. Null while nothing is said to be lost.
 */
export const workedLoss = ({
  lossHabitat,
  lossSize,
  lossCondition,
  lossSignificance,
}: Lost): Worked | null => {
  if (lossHabitat === null || lossSize === null || lossSize <= 0) return null
  const lost = baselineUnits({
    ...{ habitat: lossHabitat, size: lossSize },
    ...{ condition: lossCondition, significance: lossSignificance },
  })
  if ('refused' in lost) return lost
  const percent = figure('gain', 'mandatoryNetGainPercent')
  const gain = {
    name: 'Net gain',
    value: `1.${percent}`,
    from: `${percent} percent more than what is lost`,
    source: 'Environment Act 2021',
  }
  const factors = [...lost.factors, gain]
  return {
    ...lost,
    units: tenThousandths(product(factors.map(valueOf))),
    formula: `${lost.formula} × net gain`,
    factors,
  }
}

/** Units are shown with two decimals: up to half a hundredth is no difference. In ten-thousandths. */
const HALF_A_HUNDREDTH = 50

/** Do typed units differ from those worked out, as far as both are shown? */
export const differs = (typed: Units, worked: Units): boolean => Math.abs(typed - worked) > HALF_A_HUNDREDTH

/** Working to be shown beside an answer, with the answers that would take its figures over. */
export interface WorkedOut {
  sentence: string
  workings: readonly { of: string; working: Working }[]
  use: { label: string; answers: Readonly<Record<string, unknown>> } | null
}

const yearsSaid = (years: number | null): string =>
  years === null || years === 0
    ? ''
    : years >= OVER_THIRTY
      ? ', in more than 30 years'
      : `, in ${years} ${years === 1 ? 'year' : 'years'}`

/** The working of a supply, or why there is none, to be shown; without figures to take over. */
export const supplyWorkedOut = ({ delivered, baseline }: WorkedSupply): WorkedOut => {
  const before =
    baseline && 'units' in baseline ? [{ of: 'Units of the habitat before', working: baseline }] : []
  if ('refused' in delivered)
    return {
      sentence: `The statutory metric gives no units: ${delivered.refused}`,
      workings: before,
      use: null,
    }
  const lost = before[0] ? `, and ${showUnits(before[0].working.units)} for what was there` : ''
  return {
    sentence: `The statutory metric gives ${showUnits(delivered.units)} units${yearsSaid(delivered.years)}${lost}`,
    workings: [{ of: 'Units delivered', working: delivered }, ...before],
    use: null,
  }
}

/** The working of what makes up for a loss, with its figure to take over; nothing while no loss is given. */
export const lossWorkedOut = (lost: Lost): WorkedOut | undefined => {
  const worked = workedLoss(lost)
  if (worked === null) return undefined
  if ('refused' in worked)
    return { sentence: `The statutory metric gives no units: ${worked.refused}`, workings: [], use: null }
  return {
    sentence: `The statutory metric gives ${showUnits(worked.units)} units for this loss with its net gain`,
    workings: [{ of: 'Units needed', working: worked }],
    use: { label: 'Use this figure', answers: { bioUnits: quantityOf(worked.units) } },
  }
}

/** What to say of needed units that differ from those of the loss; a part may well be made up for on the site. */
export const unlikeLoss = (lost: Lost, needed: Units): string | undefined => {
  const worked = workedLoss(lost)
  return worked && 'units' in worked && needed > 0 && differs(needed, worked.units)
    ? `The need is ${showUnits(needed)} units, the statutory metric gives ${showUnits(worked.units)} for the loss with its net gain. That is right where a part is made up for on the site`
    : undefined
}
