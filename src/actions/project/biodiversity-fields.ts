import { type BroadHabitat, moduleOf, sizeUnitOf } from '#domain/habitat'
import { habitatTypeOf, isNotAssessed, wrongBand, wrongCondition } from '#domain/metric/habitat-rules'
import type { Project } from '#domain/project'
import { serviceName, type Service } from '#domain/service'
import { creditTypesFor } from '#domain/suitability'
import { quantityOf } from '#domain/units'
import { roundOf } from '../common/areas.ts'
import {
  broadHabitat,
  condition,
  distinctiveness,
  followsFrom,
  habitatType,
  isConditionOf,
  isHabitatTypeOf,
  WRONG_HABITAT_TYPE,
} from '../common/habitat-fields.ts'
import type { Draft, Values } from '../kit/action.ts'
import type { Patch, Read } from '../kit/changes.ts'
import {
  date,
  hinted,
  notStored,
  optional,
  positiveUnits,
  whereAvailable,
  type Choice,
} from '../kit/fields.ts'

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
}: BiodiversityDraft) => ({
  ...(isHabitatTypeOf(broad, type) ? {} : { habitatType: WRONG_HABITAT_TYPE }),
  distinctiveness: wrongBand(type, level),
  condition: wrongCondition(type, said),
})

/** Does the project, by its type and round, yield biodiversity units? */
export const yieldsBiodiversity = async (read: Read, project: Project): Promise<boolean> => {
  const type = project.typeId === null ? undefined : await read.one('projectType', project.typeId)
  return creditTypesFor(await roundOf(read, project), type).includes('Biodiversity')
}

/** The answers as the columns of a service; what is measured how follows from the habitat. */
export const biodiversityColumns = (values: Values<typeof biodiversityFields, never>) => {
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
  },
})
