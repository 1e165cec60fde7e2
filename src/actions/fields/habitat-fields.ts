import {
  BROAD_HABITAT_LABELS,
  BROAD_HABITATS,
  CONDITION_LABELS,
  CONDITIONS,
  DISTINCTIVENESS,
  DISTINCTIVENESS_LABELS,
  type BroadHabitat,
} from '@credit-market/habitat-metric/habitat'
import { HABITAT_TYPES, habitatTypesOf } from '@credit-market/habitat-metric/habitat-types'
import { SIGNIFICANCE_LABELS, SIGNIFICANCES } from '@credit-market/habitat-metric/significance'
import { METRIC_HABITATS } from '@credit-market/habitat-metric/habitats'
import { habitatTypeOf, isNotAssessed, conditionsOf } from '@credit-market/habitat-metric/habitat-rules'
import { oneOf } from '../kit/fields.ts'

/** Field for the broad habitat of a service or requirement. */
export const broadHabitatField = oneOf<BroadHabitat>(
  'Broad habitat',
  BROAD_HABITATS.filter(habitat => habitat !== 'NA'),
  BROAD_HABITAT_LABELS,
)

/** Field for the distinctiveness of a service or requirement. */
export const distinctivenessField = oneOf('Distinctiveness', DISTINCTIVENESS, DISTINCTIVENESS_LABELS)

/** Field for the habitat type, limited to those of the broad habitat. */
export const habitatTypeField = {
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

/** True if the habitat type belongs to the broad habitat, or if one of them is not known. */
export const isHabitatTypeOf = (
  habitat: BroadHabitat | null | undefined,
  type: string | null | undefined,
): boolean => !habitat || !type || habitatTypesOf(habitat).some(({ id }) => id === type)

/** Message for a habitat type that does not belong to the broad habitat. */
export const HABITAT_TYPE_MISMATCH = 'Must belong to the broad habitat that you chose'

/** Field for the condition of a habitat; some habitats have none in the metric. */
export const habitatConditionField = (label: string) =>
  oneOf(label, [...CONDITIONS, 'NA'], { ...CONDITION_LABELS, NA: 'Not assessed' })

/** True if the habitat type can have this condition, or is not known. */
export const isConditionOf = (type: string | null | undefined, asked: string): boolean =>
  conditionsOf(type).length === 0 ? asked !== 'NA' : conditionsOf(type).some(one => one === asked)

/** Values that follow from a habitat type: its distinctiveness, and its condition if that is not assessed. */
export const valuesImpliedByHabitat = (type: string | null | undefined) => {
  const known = habitatTypeOf(type)
  return {
    ...(known && { distinctiveness: known.distinctiveness }),
    ...(isNotAssessed(type) && { condition: 'NA' as const }),
  }
}

/** Field for the strategic significance of a place, by the local strategy. */
export const strategicSignificanceField = () =>
  oneOf('Strategic significance', SIGNIFICANCES, SIGNIFICANCE_LABELS)

/** Field for an existing or former habitat: any of the statutory metric, including those that are not traded. */
export const anyHabitatField = (label: string) =>
  oneOf(
    label,
    METRIC_HABITATS.map(({ id }) => id),
    Object.fromEntries(METRIC_HABITATS.map(({ id, label: name }) => [id, name])),
  )

/** Field for the condition of an assessed habitat; to be shown only for these. */
export const assessedConditionField = (label: string) => oneOf(label, CONDITIONS, CONDITION_LABELS)

/** True if the condition of the chosen habitat is assessed in the metric. */
export const isConditionAssessed = (type: string | null | undefined): boolean =>
  CONDITIONS.some(one => conditionsOf(type).includes(one))
