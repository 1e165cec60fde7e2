import { z } from 'zod'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { NUTRIENT_TYPES } from '@credit-market/matching/problem/credit-type'
import {
  PROJECT_DURATION_LABELS,
  PROJECT_DURATIONS,
  type ProjectDuration,
  type Project,
} from '#domain/project/project'
import { serviceName, type Service } from '#domain/project/service'
import { unitsToNumber } from '@credit-market/values/units'
import type { Draft, AcceptedValues } from '../../kit/action.ts'
import type { Patch, Read } from '../../kit/changes.ts'
import {
  limitToGiven,
  type Choice,
  date,
  withHint,
  notStored,
  oneOf,
  positiveUnits,
} from '../../kit/fields.ts'
import { readSupplyTypes } from './yielded-types.ts'

/** Questions about a nutrient service, new or edited. */
export const nutrientFields = {
  service: notStored(
    limitToGiven(
      {
        ...oneOf('Service', NUTRIENT_TYPES, CREDIT_TYPE_LABELS),
        rule: z.enum(NUTRIENT_TYPES, { error: 'Only Nitrogen or Phosphorous allowed' }),
      },
      'nutrients',
    ),
  ),
  mitigationBegins: notStored(date('Mitigation begins')),
  mitigationDuration: notStored(
    limitToGiven(oneOf('Mitigation duration', PROJECT_DURATIONS, PROJECT_DURATION_LABELS), 'durations'),
  ),
  area: withHint(notStored(positiveUnits('Area', 'ha')), 'The land that changes, in hectares (ha).'),
  units: notStored(positiveUnits('Supplied credits', 'kg a year')),
}

/** Nutrients of the project's type and round, and the project's own durations. */
export const readNutrientChoices = async (read: Read, project: Project) => {
  const types = await readSupplyTypes(read, project)
  const durations: readonly ProjectDuration[] = project.isFixedTerm
    ? project.mitigationDurations
    : ['Permanent']
  return {
    nutrients: NUTRIENT_TYPES.filter(id => types.includes(id)).map(id => ({
      id,
      name: CREDIT_TYPE_LABELS[id],
    })),
    durations: durations.map(id => ({ id, name: PROJECT_DURATION_LABELS[id] })),
  }
}

/** Converts answers to columns of a service. */
export const toNutrientColumns = (values: AcceptedValues<typeof nutrientFields, never>) =>
  ({
    type: values.service,
    duration: values.mitigationDuration,
    mitigationBegins: values.mitigationBegins,
    size: values.area,
    units: values.units,
  }) satisfies Patch<'service'>

/** A service to choose from, with the answers that edit it. */
export const toNutrientAnswers = (service: Service): Choice & { answers: Draft<typeof nutrientFields> } => ({
  id: service.id,
  name: serviceName(service),
  answers: {
    service: NUTRIENT_TYPES.find(type => type === service.type),
    mitigationBegins: service.mitigationBegins,
    mitigationDuration: service.duration,
    area: unitsToNumber(service.size),
    units: service.units === null ? undefined : unitsToNumber(service.units),
  },
})
