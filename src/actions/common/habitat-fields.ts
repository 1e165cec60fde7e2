import {
  BROAD_HABITAT_LABELS,
  BROAD_HABITATS,
  CONDITION_LABELS,
  CONDITIONS,
  DISTINCTIVENESS,
  DISTINCTIVENESS_LABELS,
  type BroadHabitat,
} from '#domain/habitat'
import { HABITAT_TYPES, habitatTypesOf } from '#domain/habitat-types'
import { SIGNIFICANCE_LABELS, SIGNIFICANCES } from '#domain/metric/significance'
import { METRIC_HABITATS } from '#domain/metric/habitats'
import { habitatTypeOf, isNotAssessed, conditionsOf } from '#domain/metric/habitat-rules'
import { oneOf } from '../kit/fields.ts'

/** The broad habitat of a service or a need. */
export const broadHabitat = oneOf<BroadHabitat>(
  'Broad habitat',
  BROAD_HABITATS.filter(habitat => habitat !== 'NA'),
  BROAD_HABITAT_LABELS,
)

/** The level of distinctiveness of a service or a need. */
export const distinctiveness = oneOf('Distinctiveness', DISTINCTIVENESS, DISTINCTIVENESS_LABELS)

/** The habitat type, of those that belong to the broad habitat. */
export const habitatType = {
  ...oneOf(
    'Habitat type',
    HABITAT_TYPES.map(({ id }) => id),
  ),
  choices: HABITAT_TYPES.map(({ id, label, broadHabitat: habitat }) => ({
    id,
    name: label,
    broadHabitat: habitat,
  })),
}

/** Does the habitat type belong to the broad habitat, as far as both are known? */
export const isHabitatTypeOf = (
  habitat: BroadHabitat | null | undefined,
  type: string | null | undefined,
): boolean => !habitat || !type || habitatTypesOf(habitat).some(({ id }) => id === type)

/** What to say of a habitat type that does not belong to the broad habitat. */
export const WRONG_HABITAT_TYPE = 'Must belong to the broad habitat'

/** The condition of a habitat; of some it is not assessed. */
export const condition = (label: string) =>
  oneOf(label, [...CONDITIONS, 'NA'], { ...CONDITION_LABELS, NA: 'Not assessed' })

/** Can the habitat type have this condition, as far as it is known? */
export const isConditionOf = (type: string | null | undefined, asked: string): boolean =>
  conditionsOf(type).length === 0 ? asked !== 'NA' : conditionsOf(type).some(one => one === asked)

/** What follows from a habitat type: its distinctiveness, and its condition where that is not assessed. */
export const followsFrom = (type: string | null | undefined) => {
  const known = habitatTypeOf(type)
  return {
    ...(known && { distinctiveness: known.distinctiveness }),
    ...(isNotAssessed(type) && { condition: 'NA' as const }),
  }
}

/** How much a place matters to a local strategy. */
export const significance = () => oneOf('Strategic significance', SIGNIFICANCES, SIGNIFICANCE_LABELS)

/** A habitat that is or was there: any of the statutory metric, also those that are not traded. */
export const anyHabitat = (label: string) =>
  oneOf(
    label,
    METRIC_HABITATS.map(({ id }) => id),
    Object.fromEntries(METRIC_HABITATS.map(({ id, label: name }) => [id, name])),
  )

/** The condition of a habitat that is assessed; to be shown only then. */
export const assessedCondition = (label: string) => oneOf(label, CONDITIONS, CONDITION_LABELS)

/** Is a habitat chosen whose condition is assessed in the metric? */
export const isAssessed = (type: string | null | undefined): boolean =>
  CONDITIONS.some(one => conditionsOf(type).includes(one))
