import { z } from 'zod'
import { type BroadHabitat, moduleOf, sizeUnitOf } from '#domain/habitat'
import { DELIVERIES, DELIVERY_LABELS } from '#domain/metric/delivery'
import { metricHabitat } from '#domain/metric/habitats'
import { type Supplied, supplyWorkedOut, workedSupply, type WorkedOut } from '#domain/metric/worked-out'
import { habitatTypeOf, isNotAssessed, wrongBand, wrongCondition } from '#domain/metric/habitat-rules'
import { FIELD_REQUIRED } from '#domain/messages'
import type { Project } from '#domain/project'
import { serviceName, type Service } from '#domain/service'
import { quantityOf, unitsOf } from '#domain/units'
import {
  anyHabitat,
  assessedCondition,
  broadHabitat,
  condition,
  distinctiveness,
  followsFrom,
  habitatType,
  isAssessed,
  isConditionOf,
  isHabitatTypeOf,
  significance,
  WRONG_HABITAT_TYPE,
} from '../common/habitat-fields.ts'
import type { Draft, FieldGroup, Values } from '../kit/action.ts'
import type { Patch, Read } from '../kit/changes.ts'
import {
  date,
  hinted,
  notStored,
  numberBy,
  oneOf,
  optional,
  positiveUnits,
  whereAvailable,
  type Choice,
} from '../kit/fields.ts'
import { yieldedTypes } from './yielded-types.ts'

const same = (years: number): number => years

const someYears = (label: string) =>
  numberBy(
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

/** What is asked of a biodiversity service, new or edited. */
export const biodiversityFields = {
  broadHabitat: notStored(broadHabitat),
  habitatType: whereAvailable(
    notStored(habitatType),
    (type, answers: { broadHabitat?: BroadHabitat | null }) => isHabitatTypeOf(answers.broadHabitat, type),
  ),
  distinctiveness: whereAvailable(
    hinted(notStored(distinctiveness), 'It follows from the habitat type.'),
    (level, { habitatType: type }: OfHabitat) => (habitatTypeOf(type)?.distinctiveness ?? level) === level,
  ),
  condition: whereAvailable(
    notStored(condition('Predicted habitat condition')),
    (asked, { habitatType: type }: OfHabitat) => isConditionOf(type, asked),
  ),
  size: hinted(
    notStored(positiveUnits('Size')),
    'Area in hectares (ha); length in kilometres (km) for hedgerows.',
  ),
  mitigationBegins: notStored(date('Mitigation begins')),
  creationDate: optional(
    notStored(date('Creation date', { hint: 'The day on which the habitat is created.' })),
  ),
  strategicSignificance: hinted(
    optional(notStored(significance())),
    'How much the place matters to the local nature recovery strategy. Low where nothing is said.',
  ),
  delivery: hinted(
    optional(notStored(oneOf('How it comes about', DELIVERIES, DELIVERY_LABELS))),
    'Created anew where nothing is said.',
  ),
  baselineHabitat: whereAvailable(
    hinted(optional(notStored(anyHabitat('Habitat before'))), 'What is there now, as the metric lists it.'),
    (before, { habitatType: type }: OfHabitat) =>
      !type || metricHabitat(before)?.module === metricHabitat(type)?.module,
  ),
  baselineCondition: whereAvailable(
    optional(notStored(assessedCondition('Condition before'))),
    (asked, answers: { baselineHabitat?: string | null }) => isConditionOf(answers.baselineHabitat, asked),
  ),
  yearsInAdvance: hinted(
    optional(notStored(someYears('Years in advance'))),
    'How many years before the loss the work is begun.',
  ),
  yearsOfDelay: hinted(
    optional(notStored(someYears('Years of delay'))),
    'How many years after the loss the work is begun.',
  ),
}

/** What the metric must know besides, asked under a heading of its own. */
export const METRIC_GROUP: readonly FieldGroup<keyof typeof biodiversityFields>[] = [
  {
    id: 'metric',
    label: 'For the units of the statutory metric',
    description: 'With these the units are worked out more exactly. All of them may be left out.',
    fieldIds: [
      ...(['strategicSignificance', 'delivery', 'baselineHabitat'] as const),
      ...(['baselineCondition', 'yearsInAdvance', 'yearsOfDelay'] as const),
    ],
    defaultOpen: false,
  },
]

/** Whose condition is not assessed is not asked for it. */
export const showBefore = {
  baselineCondition: ({ baselineHabitat }: BiodiversityDraft) => isAssessed(baselineHabitat),
}

type BiodiversityDraft = Draft<typeof biodiversityFields>

/** A habitat type of another broad habitat is forgotten; what follows from one is filled in, and a condition it cannot have forgotten. */
export const tidyHabitat = <A extends BiodiversityDraft>(answers: A): A => {
  const { broadHabitat: broad, habitatType: type, condition: said } = answers
  if (!isHabitatTypeOf(broad, type)) return { ...answers, habitatType: null }
  const isPossible = !type || !said || isConditionOf(type, said)
  return { ...answers, ...(isPossible ? {} : { condition: null }), ...followsFrom(type) }
}

/** The habitat type belongs to the broad habitat; distinctiveness and condition are as the statutory metric knows them. */
export const checkHabitat = ({
  broadHabitat: broad,
  habitatType: type,
  distinctiveness: level,
  condition: said,
  baselineHabitat,
  baselineCondition,
}: BiodiversityDraft) => ({
  ...(isHabitatTypeOf(broad, type) ? {} : { habitatType: WRONG_HABITAT_TYPE }),
  distinctiveness: wrongBand(type, level),
  condition: wrongCondition(type, said),
  baselineCondition: wrongCondition(baselineHabitat, baselineCondition),
})

/** Does the project, by its type and round, yield biodiversity units? */
export const yieldsBiodiversity = async (read: Read, project: Project): Promise<boolean> => {
  const types = await yieldedTypes(read, project)
  return types.includes('Biodiversity')
}

/** What the metric gives for the answers so far. */
export const workedSoFar = (answers: BiodiversityDraft): { size?: WorkedOut } => {
  const supplied: Supplied = {
    habitatType: answers.habitatType ?? null,
    condition: answers.condition && answers.condition !== 'NA' ? answers.condition : null,
    size: unitsOf(answers.size ?? 0),
    strategicSignificance: answers.strategicSignificance ?? null,
    delivery: answers.delivery ?? null,
    baselineHabitat: answers.baselineHabitat ?? null,
    baselineCondition: answers.baselineCondition ?? null,
    yearsInAdvance: answers.yearsInAdvance ?? null,
    yearsOfDelay: answers.yearsOfDelay ?? null,
  }
  const worked = answers.condition ? workedSupply(supplied) : null
  return worked ? { size: supplyWorkedOut(worked) } : {}
}

/** The answers as the columns of a service; what is measured how follows from the habitat. */
export const biodiversityColumns = (values: Values<typeof biodiversityFields, keyof typeof showBefore>) => {
  const module = moduleOf(values.broadHabitat)
  const assessed = values.condition === 'NA' ? null : values.condition
  return { ...values, condition: assessed, module, sizeUnit: sizeUnitOf(module) } satisfies Patch<'service'>
}

/** A service to choose from, with the answers that edit it. */
export const biodiversityAnswers = (service: Service): Choice & { answers: BiodiversityDraft } => ({
  id: service.id,
  name: serviceName(service),
  answers: {
    broadHabitat: service.broadHabitat,
    habitatType: service.habitatType,
    distinctiveness: service.distinctiveness,
    condition: service.condition ?? (isNotAssessed(service.habitatType) ? 'NA' : null),
    size: quantityOf(service.size),
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
