import { z } from 'zod'
import { type BroadHabitat, moduleOf, sizeUnitOf } from '@credit-market/habitat-metric/habitat'
import { DELIVERY_METHODS, DELIVERY_METHOD_LABELS } from '@credit-market/habitat-metric/delivery'
import { metricHabitat } from '@credit-market/habitat-metric/habitats'
import {
  type SuppliedHabitat,
  supplyCalculation,
  calculateSupply,
  type MetricCalculation,
} from '@credit-market/habitat-metric/worked-out'
import {
  habitatTypeOf,
  isNotAssessed,
  distinctivenessError,
  conditionError,
} from '@credit-market/habitat-metric/habitat-rules'
import { FIELD_REQUIRED } from '#domain/values/messages'
import type { Project } from '#domain/project/project'
import { serviceName, type Service } from '#domain/project/service'
import { unitsToNumber, toUnits } from '@credit-market/values/units'
import {
  anyHabitatField,
  assessedConditionField,
  broadHabitatField,
  habitatConditionField,
  distinctivenessField,
  valuesImpliedByHabitat,
  habitatTypeField,
  isConditionAssessed,
  isConditionOf,
  isHabitatTypeOf,
  strategicSignificanceField,
  HABITAT_TYPE_MISMATCH,
} from '../../fields/habitat-fields.ts'
import type { Draft, FieldGroup, AcceptedValues } from '../../kit/action.ts'
import type { Patch, Read } from '../../kit/changes.ts'
import {
  date,
  withHint,
  notStored,
  numberWith,
  oneOf,
  optional,
  positiveUnits,
  limitToAvailable,
  type Choice,
} from '../../kit/fields.ts'
import { readSupplyTypes } from './yielded-types.ts'

const same = (years: number): number => years

const someYears = (label: string) =>
  numberWith(
    label,
    z
      .number({ error: FIELD_REQUIRED })
      .int('Must be a whole number of years')
      .min(0, 'Value must be 0 or more')
      .max(30, 'Cannot exceed 30 years'),
    same,
    same,
  )

interface OfHabitat extends Record<string, unknown> {
  habitatType?: string | null
}

/** Questions about a biodiversity service, new or edited. */
export const biodiversityFields = {
  broadHabitat: notStored(broadHabitatField),
  habitatType: limitToAvailable(
    notStored(habitatTypeField),
    (type, answers: { broadHabitat?: BroadHabitat | null }) => isHabitatTypeOf(answers.broadHabitat, type),
  ),
  distinctiveness: limitToAvailable(
    withHint(notStored(distinctivenessField), 'The habitat type decides this.'),
    (level, { habitatType: type }: OfHabitat) => (habitatTypeOf(type)?.distinctiveness ?? level) === level,
  ),
  condition: limitToAvailable(
    notStored(habitatConditionField('Predicted habitat condition')),
    (asked, { habitatType: type }: OfHabitat) => isConditionOf(type, asked),
  ),
  size: withHint(
    notStored(positiveUnits('Size')),
    'Area in hectares (ha); length in kilometres (km) for hedgerows.',
  ),
  mitigationBegins: notStored(date('Mitigation begins')),
  creationDate: optional(
    notStored(date('Creation date', { hint: 'The day on which the habitat is created.' })),
  ),
  strategicSignificance: withHint(
    optional(notStored(strategicSignificanceField())),
    'How important the location is in the local nature recovery strategy. Low if you leave this empty.',
  ),
  delivery: withHint(
    optional(notStored(oneOf('How the habitat is made', DELIVERY_METHODS, DELIVERY_METHOD_LABELS))),
    'We assume a new habitat if you leave this empty.',
  ),
  baselineHabitat: limitToAvailable(
    withHint(
      optional(notStored(anyHabitatField('Habitat before'))),
      'The current habitat, as the metric lists it.',
    ),
    (before, { habitatType: type }: OfHabitat) =>
      !type || metricHabitat(before)?.module === metricHabitat(type)?.module,
  ),
  baselineCondition: limitToAvailable(
    optional(notStored(assessedConditionField('Condition before'))),
    (asked, answers: { baselineHabitat?: string | null }) => isConditionOf(answers.baselineHabitat, asked),
  ),
  yearsInAdvance: withHint(
    optional(notStored(someYears('Years in advance'))),
    'The number of years from the start of the work to the loss.',
  ),
  yearsOfDelay: withHint(
    optional(notStored(someYears('Years of delay'))),
    'The number of years from the loss to the start of the work.',
  ),
}

/** Further questions of the metric, under their own heading. */
export const METRIC_FIELD_GROUP: readonly FieldGroup<keyof typeof biodiversityFields>[] = [
  {
    id: 'metric',
    label: 'To calculate units by the statutory metric',
    description: 'These answers make the calculated units more exact. All of them are optional.',
    fieldIds: [
      ...(['strategicSignificance', 'delivery', 'baselineHabitat'] as const),
      ...(['baselineCondition', 'yearsInAdvance', 'yearsOfDelay'] as const),
    ],
    defaultOpen: false,
  },
]

/** Hides the question for habitats whose condition is not assessed. */
export const showConditionBefore = {
  baselineCondition: ({ baselineHabitat }: BiodiversityDraft) => isConditionAssessed(baselineHabitat),
}

type BiodiversityDraft = Draft<typeof biodiversityFields>

/** Clears a habitat type of another broad habitat and an impossible condition, and fills in everything that follows from a habitat type. */
export const normaliseHabitat = <A extends BiodiversityDraft>(answers: A): A => {
  const { broadHabitat: broad, habitatType: type, condition: said } = answers
  if (!isHabitatTypeOf(broad, type)) return { ...answers, habitatType: null }
  const isPossible = !type || !said || isConditionOf(type, said)
  return { ...answers, ...(isPossible ? {} : { condition: null }), ...valuesImpliedByHabitat(type) }
}

/** The habitat type belongs to the broad habitat; distinctiveness and condition match the statutory metric. */
export const checkHabitatAnswers = ({
  broadHabitat: broad,
  habitatType: type,
  distinctiveness: level,
  condition: said,
  baselineHabitat,
  baselineCondition,
}: BiodiversityDraft) => ({
  ...(isHabitatTypeOf(broad, type) ? {} : { habitatType: HABITAT_TYPE_MISMATCH }),
  distinctiveness: distinctivenessError(type, level),
  condition: conditionError(type, said),
  baselineCondition: conditionError(baselineHabitat, baselineCondition),
})

/** Says whether the project yields biodiversity units, by its type and round. */
export const canSupplyBiodiversity = async (read: Read, project: Project): Promise<boolean> => {
  const types = await readSupplyTypes(read, project)
  return types.includes('Biodiversity')
}

/** Units by the metric for the answers so far. */
export const calculateUnits = (answers: BiodiversityDraft): { size?: MetricCalculation } => {
  const supplied: SuppliedHabitat = {
    habitatType: answers.habitatType ?? null,
    condition: answers.condition && answers.condition !== 'NA' ? answers.condition : null,
    size: toUnits(answers.size ?? 0),
    strategicSignificance: answers.strategicSignificance ?? null,
    delivery: answers.delivery ?? null,
    baselineHabitat: answers.baselineHabitat ?? null,
    baselineCondition: answers.baselineCondition ?? null,
    yearsInAdvance: answers.yearsInAdvance ?? null,
    yearsOfDelay: answers.yearsOfDelay ?? null,
  }
  const worked = answers.condition ? calculateSupply(supplied) : null
  return worked ? { size: supplyCalculation(worked) } : {}
}

/** Converts answers to columns of a service; the habitat decides how it is measured. */
export const toBiodiversityColumns = (
  values: AcceptedValues<typeof biodiversityFields, keyof typeof showConditionBefore>,
) => {
  const module = moduleOf(values.broadHabitat)
  const assessed = values.condition === 'NA' ? null : values.condition
  return { ...values, condition: assessed, module, sizeUnit: sizeUnitOf(module) } satisfies Patch<'service'>
}

/** A service to choose from, with the answers that edit it. */
export const toBiodiversityAnswers = (service: Service): Choice & { answers: BiodiversityDraft } => ({
  id: service.id,
  name: serviceName(service),
  answers: {
    broadHabitat: service.broadHabitat,
    habitatType: service.habitatType,
    distinctiveness: service.distinctiveness,
    condition: service.condition ?? (isNotAssessed(service.habitatType) ? 'NA' : null),
    size: unitsToNumber(service.size),
    mitigationBegins: service.mitigationBegins,
    creationDate: service.creationDate,
    strategicSignificance: service.strategicSignificance,
    delivery: service.delivery,
    baselineHabitat: service.baselineHabitat,
    baselineCondition: service.baselineCondition,
    yearsInAdvance: service.yearsInAdvance,
    yearsOfDelay: service.yearsOfDelay,
  },
})
