import {
  BROAD_HABITAT_LABELS,
  type BroadHabitat,
  type Condition,
  DISTINCTIVENESS,
  type Distinctiveness,
  DISTINCTIVENESS_LABELS,
  type Module,
  moduleOf,
  servesLevel,
} from '../habitat.ts'
import { HABITAT_TYPES, type HabitatType } from '../habitat-types.ts'
import { type MetricCondition, METRIC_CONDITION_LABELS, metricHabitat } from './habitats.ts'

type Maybe<T> = T | null | undefined

const BY_ID: ReadonlyMap<string, HabitatType> = new Map(HABITAT_TYPES.map(type => [type.id, type]))

/** A habitat type by its id, as the statutory metric lists it; nothing of one that the market does not know. */
export const habitatTypeOf = (id: Maybe<string>): HabitatType | undefined => (id ? BY_ID.get(id) : undefined)

const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** What is wrong with a level of distinctiveness for a habitat type, with what the table says; nothing where one is unknown. */
export const wrongBand = (id: Maybe<string>, distinctiveness: Maybe<Distinctiveness>): string | undefined => {
  const type = habitatTypeOf(id)
  return type && distinctiveness && type.distinctiveness !== distinctiveness
    ? `${type.label} is of ${DISTINCTIVENESS_LABELS[type.distinctiveness].toLowerCase()} distinctiveness in the statutory metric, not ${DISTINCTIVENESS_LABELS[distinctiveness].toLowerCase()}`
    : undefined
}

/** The conditions that a habitat type can have in the metric, best last; NA alone where it is not assessed. */
export const conditionsOf = (id: Maybe<string>): readonly MetricCondition[] => [
  ...(metricHabitat(id)?.years.keys() ?? []),
]

/** Is the condition of this habitat type not assessed? */
export const isNotAssessed = (id: Maybe<string>): boolean => conditionsOf(id)[0] === 'NA'

/** What is wrong with a condition of a habitat type, with what the table says; nothing where one is unknown. */
export const wrongCondition = (id: Maybe<string>, condition: Maybe<Condition | 'NA'>): string | undefined => {
  const [possible, habitat] = [conditionsOf(id), metricHabitat(id)]
  if (!habitat || !condition || possible.includes(condition)) return undefined
  if (possible[0] === 'NA') return `The condition of ${habitat.label} is not assessed in the statutory metric`
  const words = either(possible.map(one => METRIC_CONDITION_LABELS[one].toLowerCase()))
  return condition === 'NA'
    ? `The condition of ${habitat.label} is assessed in the statutory metric: ${words}`
    : `${habitat.label} cannot be in ${METRIC_CONDITION_LABELS[condition].toLowerCase()} condition in the statutory metric: it can be in ${words} condition`
}

/** The habitat types that could serve an investor's need; each can only be in its own module. */
const serving = (module: Maybe<Module>, broad: Maybe<BroadHabitat>, level: Distinctiveness) =>
  HABITAT_TYPES.filter(
    ({ broadHabitat, distinctiveness }) =>
      (!module || moduleOf(broadHabitat) === module) &&
      (!broad || broadHabitat === broad) &&
      servesLevel(distinctiveness, level),
  )

/** Can any habitat that the market trades be measured in this module? */
export const isTraded = (module: Module): boolean =>
  HABITAT_TYPES.some(({ broadHabitat }) => moduleOf(broadHabitat) === module)

const none = (what: string, levels: readonly Distinctiveness[]): string =>
  `Nothing can serve this: ${what}. Choose ${either(levels.map(one => DISTINCTIVENESS_LABELS[one].toLowerCase()))}`

/** Why no habitat could ever serve an investor's need, of whatever project; nothing where one could. */
export const unservedInvestor = (
  module: Maybe<Module>,
  broad: Maybe<BroadHabitat>,
  level: Maybe<Distinctiveness>,
): string | undefined => {
  if (!level || serving(module, broad, level).length > 0) return undefined
  const what = broad ? BROAD_HABITAT_LABELS[broad].toLowerCase() : 'this module'
  const words = `no habitat of ${what} is of ${DISTINCTIVENESS_LABELS[level].toLowerCase()} distinctiveness or higher`
  return none(
    words,
    DISTINCTIVENESS.filter(one => serving(module, broad, one).length > 0),
  )
}

/** The levels of a buyer's need that a habitat could serve: from high on it must be the same habitat type (market rules 2.5). */
export const levelsServed = (broad: Maybe<BroadHabitat>): readonly Distinctiveness[] =>
  DISTINCTIVENESS.filter(
    level =>
      level === 'Low' ||
      level === 'Medium' ||
      HABITAT_TYPES.some(type => (!broad || type.broadHabitat === broad) && type.distinctiveness === level),
  )

/** Why no habitat could ever serve a buyer's need; nothing where one could. */
export const unservedBuyer = (
  broad: Maybe<BroadHabitat>,
  level: Maybe<Distinctiveness>,
): string | undefined =>
  !broad || !level || levelsServed(broad).includes(level)
    ? undefined
    : none(
        `no habitat of ${BROAD_HABITAT_LABELS[broad].toLowerCase()} is of ${DISTINCTIVENESS_LABELS[level].toLowerCase()} distinctiveness`,
        levelsServed(broad),
      )
