import {
  type BroadHabitat,
  type Condition,
  DISTINCTIVENESS,
  type Distinctiveness,
  type Module,
  moduleOf,
  servesDistinctiveness,
} from './habitat.ts'
import { HABITAT_TYPES, type HabitatType } from './habitat-types.ts'
import { type MetricCondition, metricHabitat } from './habitats.ts'
import {
  conditionRequired,
  conditionNotAssessed,
  wrongDistinctiveness,
  possibleConditionsMessage,
  unservedBroadHabitat,
  unservedBroadHabitatOrBetter,
  unservedModule,
} from './messages.ts'

type Maybe<T> = T | null | undefined

const BY_ID: ReadonlyMap<string, HabitatType> = new Map(HABITAT_TYPES.map(type => [type.id, type]))

/** A habitat type of the statutory metric by id; undefined if the market does not trade it. */
export const habitatTypeOf = (id: Maybe<string>): HabitatType | undefined => (id ? BY_ID.get(id) : undefined)

/** Error if the distinctiveness is not that of the habitat type, naming the right one; undefined if they match or either is unknown. */
export const distinctivenessError = (
  id: Maybe<string>,
  distinctiveness: Maybe<Distinctiveness>,
): string | undefined => {
  const type = habitatTypeOf(id)
  return type && distinctiveness && type.distinctiveness !== distinctiveness
    ? wrongDistinctiveness(type.label, type.distinctiveness, distinctiveness)
    : undefined
}

/** Conditions that a habitat type can have in the metric, the best last; only NA if it is not assessed. */
export const conditionsOf = (id: Maybe<string>): readonly MetricCondition[] => [
  ...(metricHabitat(id)?.years.keys() ?? []),
]

/** True if the condition of this habitat type is not assessed. */
export const isNotAssessed = (id: Maybe<string>): boolean => conditionsOf(id)[0] === 'NA'

/** Error if the habitat type cannot have this condition, listing those it can have; undefined if it can, or if either is unknown. */
export const conditionError = (id: Maybe<string>, condition: Maybe<Condition | 'NA'>): string | undefined => {
  const [possible, habitat] = [conditionsOf(id), metricHabitat(id)]
  if (!habitat || !condition || possible.includes(condition)) return undefined
  if (possible[0] === 'NA') return conditionNotAssessed(habitat.label)

  return condition === 'NA'
    ? conditionRequired(habitat.label, possible)
    : possibleConditionsMessage(habitat.label, condition, possible)
}

/** Habitat types that could serve an investor's requirement; each belongs to one module only. */
const serving = (module: Maybe<Module>, broad: Maybe<BroadHabitat>, level: Distinctiveness) =>
  HABITAT_TYPES.filter(
    ({ broadHabitat, distinctiveness }) =>
      (!module || moduleOf(broadHabitat) === module) &&
      (!broad || broadHabitat === broad) &&
      servesDistinctiveness(distinctiveness, level),
  )

/** True if a habitat that the market trades is measured in this module. */
export const isTraded = (module: Module): boolean =>
  HABITAT_TYPES.some(({ broadHabitat }) => moduleOf(broadHabitat) === module)

/** The reason why no habitat of any project could serve an investor's requirement; undefined if one could. */
export const investorNeedError = (
  module: Maybe<Module>,
  broad: Maybe<BroadHabitat>,
  level: Maybe<Distinctiveness>,
): string | undefined => {
  if (!level || serving(module, broad, level).length > 0) return undefined
  const levels = DISTINCTIVENESS.filter(one => serving(module, broad, one).length > 0)
  return broad ? unservedBroadHabitatOrBetter(broad, level, levels) : unservedModule(level, levels)
}

/**
 * Levels of a buyer's requirement that a habitat could serve: from high on it must be the same habitat type (market
 * rules 2.5).
 */
export const servableDistinctivenessLevels = (broad: Maybe<BroadHabitat>): readonly Distinctiveness[] =>
  DISTINCTIVENESS.filter(
    level =>
      level === 'Low' ||
      level === 'Medium' ||
      HABITAT_TYPES.some(type => (!broad || type.broadHabitat === broad) && type.distinctiveness === level),
  )

/** The reason why no habitat could serve a buyer's requirement; undefined if one could. */
export const buyerNeedError = (
  broad: Maybe<BroadHabitat>,
  level: Maybe<Distinctiveness>,
): string | undefined =>
  !broad || !level || servableDistinctivenessLevels(broad).includes(level)
    ? undefined
    : unservedBroadHabitat(broad, level, servableDistinctivenessLevels(broad))
