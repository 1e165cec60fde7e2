import { CONDITION_LABELS, CONDITIONS, moduleOf, sizeUnitOf } from '#domain/habitat'
import type { Project } from '#domain/project'
import { serviceName, type Service } from '#domain/service'
import { creditTypesFor } from '#domain/suitability'
import { quantityOf } from '#domain/units'
import { roundOf } from '../common/areas.ts'
import {
  broadHabitat,
  distinctiveness,
  habitatType,
  isHabitatTypeOf,
  WRONG_HABITAT_TYPE,
} from '../common/habitat-fields.ts'
import type { Draft, Values } from '../kit/action.ts'
import type { Patch, Read } from '../kit/changes.ts'
import { date, hinted, oneOf, optional, positiveUnits, notStored, type Choice } from '../kit/fields.ts'

/** What is asked of a biodiversity service, new or edited. */
export const biodiversityFields = {
  broadHabitat: notStored(broadHabitat),
  habitatType: notStored(habitatType),
  distinctiveness: notStored(distinctiveness),
  condition: notStored(oneOf('Predicted habitat condition', CONDITIONS, CONDITION_LABELS)),
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

/** A habitat type of another broad habitat is forgotten. */
export const tidyHabitat = <A extends BiodiversityDraft>(answers: A): A =>
  isHabitatTypeOf(answers.broadHabitat, answers.habitatType) ? answers : { ...answers, habitatType: null }

/** The habitat type belongs to the broad habitat. */
export const checkHabitat = (answers: BiodiversityDraft): { habitatType?: string } =>
  isHabitatTypeOf(answers.broadHabitat, answers.habitatType) ? {} : { habitatType: WRONG_HABITAT_TYPE }

/** Does the project, by its type and round, yield biodiversity units? */
export const yieldsBiodiversity = async (read: Read, project: Project): Promise<boolean> => {
  const type = project.typeId === null ? undefined : await read.one('projectType', project.typeId)
  return creditTypesFor(await roundOf(read, project), type).includes('Biodiversity')
}

/** The answers as the columns of a service; what is measured how follows from the habitat. */
export const biodiversityColumns = (values: Values<typeof biodiversityFields, never>) => {
  const module = moduleOf(values.broadHabitat)
  return { ...values, module, sizeUnit: sizeUnitOf(module) } satisfies Patch<'service'>
}

/** A service to choose from, with the answers that edit it. */
export const biodiversityAnswers = (service: Service): Choice & { answers: BiodiversityDraft } => ({
  id: service.id,
  name: serviceName(service),
  answers: {
    broadHabitat: service.broadHabitat,
    habitatType: service.habitatType,
    distinctiveness: service.distinctiveness,
    condition: service.condition,
    size: quantityOf(service.size),
    mitigationBegins: service.mitigationBegins,
    creationDate: service.creationDate,
  },
})
