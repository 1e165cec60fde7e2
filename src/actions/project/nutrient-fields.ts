import { z } from 'zod'
import { CREDIT_TYPE_LABELS, NUTRIENT_TYPES } from '#domain/credit-type'
import { DURATION_LABELS, DURATIONS, type Duration, type Project } from '#domain/project'
import { serviceName, type Service } from '#domain/service'
import { quantityOf } from '#domain/units'
import type { Draft, Values } from '../kit/action.ts'
import type { Patch, Read } from '../kit/changes.ts'
import { amongGiven, type Choice, date, hinted, notStored, oneOf, positiveUnits } from '../kit/fields.ts'
import { yieldedTypes } from './yielded-types.ts'

/** What is asked of a nutrient service, new or edited. */
export const nutrientFields = {
  service: notStored(
    amongGiven(
      {
        ...oneOf('Service', NUTRIENT_TYPES, CREDIT_TYPE_LABELS),
        rule: z.enum(NUTRIENT_TYPES, { error: 'Only Nitrogen or Phosphorous allowed' }),
      },
      'nutrients',
    ),
  ),
  mitigationBegins: notStored(date('Mitigation begins')),
  mitigationDuration: notStored(
    amongGiven(oneOf('Mitigation duration', DURATIONS, DURATION_LABELS), 'durations'),
  ),
  area: hinted(notStored(positiveUnits('Area', 'ha')), 'The land that is changed, in hectares (ha).'),
  units: notStored(positiveUnits('Supplied credits', 'kg a year')),
}

/** The nutrients that the project's type and round know, and the project's own durations. */
export const nutrientChoices = async (read: Read, project: Project) => {
  const types = await yieldedTypes(read, project)
  const durations: readonly Duration[] = project.isFixedTerm ? project.mitigationDurations : ['Permanent']
  return {
    nutrients: NUTRIENT_TYPES.filter(id => types.includes(id)).map(id => ({
      id,
      name: CREDIT_TYPE_LABELS[id],
    })),
    durations: durations.map(id => ({ id, name: DURATION_LABELS[id] })),
  }
}

/** The answers as the columns of a service. */
export const nutrientColumns = (values: Values<typeof nutrientFields, never>) =>
  ({
    type: values.service,
    duration: values.mitigationDuration,
    mitigationBegins: values.mitigationBegins,
    size: values.area,
    units: values.units,
  }) satisfies Patch<'service'>

/** A service to choose from, with the answers that edit it. */
export const nutrientAnswers = (service: Service): Choice & { answers: Draft<typeof nutrientFields> } => ({
  id: service.id,
  name: serviceName(service),
  answers: {
    service: NUTRIENT_TYPES.find(type => type === service.type),
    mitigationBegins: service.mitigationBegins,
    mitigationDuration: service.duration,
    area: quantityOf(service.size),
    units: service.units === null ? undefined : quantityOf(service.units),
  },
})
