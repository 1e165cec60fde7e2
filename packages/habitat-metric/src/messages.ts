import { showUnits, type Units } from '@credit-market/values/units'
import type { BroadHabitat, Distinctiveness } from './habitat.ts'
import { type MetricCondition, OVER_THIRTY_YEARS } from './habitats.ts'

const LEVELS: Readonly<Record<Distinctiveness, string>> = {
  Low: 'low',
  Medium: 'medium',
  High: 'high',
  VeryHigh: 'very high',
}

const CONDITIONS: Readonly<Record<MetricCondition, string>> = {
  NAOther: 'not applicable',
  NA: 'not assessed',
  Poor: 'poor',
  FairlyPoor: 'fairly poor',
  Moderate: 'moderate',
  FairlyGood: 'fairly good',
  Good: 'good',
}

const BROAD_HABITATS: Readonly<Record<BroadHabitat, string>> = {
  CropLand: 'cropland',
  Grassland: 'grassland',
  HeathlandScrub: 'heathland and scrub',
  Hedgerow: 'hedgerow',
  IndividualTrees: 'individual trees',
  Lakes: 'lakes',
  Wetland: 'wetland',
  WoodlandAndForest: 'woodland and forest',
  WoodPasture: 'wood-pasture',
  NA: 'not applicable',
}

const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const choose = (levels: readonly Distinctiveness[]): string =>
  `Choose ${either(levels.map(level => LEVELS[level]))}`

export const wrongDistinctiveness = (
  habitat: string,
  right: Distinctiveness,
  wrong: Distinctiveness,
): string => `${habitat} has ${LEVELS[right]} distinctiveness in the statutory metric, not ${LEVELS[wrong]}`

export const conditionNotAssessed = (habitat: string): string =>
  `The statutory metric does not assess the condition of ${habitat}`

export const conditionRequired = (habitat: string, possible: readonly MetricCondition[]): string =>
  `The statutory metric assesses the condition of ${habitat}. Choose ${either(possible.map(one => CONDITIONS[one]))}`

export const possibleConditionsMessage = (
  habitat: string,
  wrong: MetricCondition,
  possible: readonly MetricCondition[],
): string =>
  `${habitat} cannot be in ${CONDITIONS[wrong]} condition in the statutory metric: it can be in ${either(possible.map(one => CONDITIONS[one]))} condition`

export const impossibleCondition = (habitat: string, condition: MetricCondition): string =>
  `${habitat} cannot be in ${CONDITIONS[condition]} condition`

export const unservedBroadHabitat = (
  broad: BroadHabitat,
  level: Distinctiveness,
  levels: readonly Distinctiveness[],
): string =>
  `No project can supply this: no ${BROAD_HABITATS[broad]} habitat has ${LEVELS[level]} distinctiveness. ${choose(levels)}`

export const unservedBroadHabitatOrBetter = (
  broad: BroadHabitat,
  level: Distinctiveness,
  levels: readonly Distinctiveness[],
): string =>
  `No project can supply this: no ${BROAD_HABITATS[broad]} habitat has ${LEVELS[level]} distinctiveness or higher. ${choose(levels)}`

export const unservedModule = (level: Distinctiveness, levels: readonly Distinctiveness[]): string =>
  `No project can supply this: no habitat in this module has ${LEVELS[level]} distinctiveness or higher. ${choose(levels)}`

export const CONDITION_MISSING = 'Choose a condition'
export const WORK_BEFORE_AND_AFTER_LOSS = 'Work cannot start both before and after the loss'
export const WRONG_MODULE = 'Area, hedgerow and watercourse habitats cannot be turned into each other'
export const TREES_NOT_ENHANCED = 'Individual trees cannot be enhanced'
export const LESS_DISTINCTIVE = 'The habitat would be less distinctive than before'
export const WORSE_CONDITION = 'The condition would be worse than before'
export const NOTHING_ENHANCED = 'Nothing is enhanced: distinctiveness and condition stay the same'
export const ENHANCEMENT_IMPOSSIBLE = 'The metric does not allow this enhancement'
export const BASELINE_MISSING = 'Enter the habitat that will be enhanced'

export const unknownHabitat = (id: string): string => `The statutory metric has no habitat ${id}`

export const mustStay = (habitat: string): string =>
  `The enhancement cannot turn ${habitat} into another habitat`

export const noUnits = (reason: string): string => `The statutory metric gives no units: ${reason}`

export const suppliedUnitsMessage = (units: Units, years: number | null): string => {
  const shown = showUnits(units)
  if (years === null || years === 0) return `The statutory metric gives ${shown} units`
  if (years >= OVER_THIRTY_YEARS) return `The statutory metric gives ${shown} units, in more than 30 years`
  if (years === 1) return `The statutory metric gives ${shown} units, in 1 year`
  return `The statutory metric gives ${shown} units, in ${years} years`
}

export const supplyInconsistentWithBaseline = (units: Units, years: number | null, baseline: Units): string =>
  `${suppliedUnitsMessage(units, years)}, and ${showUnits(baseline)} units for the existing habitat`

export const lossUnitsMessage = (units: Units): string =>
  `The statutory metric gives ${showUnits(units)} units for this loss with its net gain`

export const needDiffersFromLoss = (needed: Units, units: Units): string =>
  `You need ${showUnits(needed)} units, but the statutory metric gives ${showUnits(units)} for the loss with its net gain. Your number is right if you make up for part of the loss on site`
