import { PROJECT_COLUMNS } from '#contract/columns/project'
import { UNTIL_SETTLED } from '#domain/round'
import { DURATION_LABELS, FIXED_DURATIONS } from '#domain/project'
import { isTypeFor } from '#domain/suitability'
import { roundOf } from '../common/areas.ts'
import { choiceOf } from '../common/choice-of.ts'
import { action } from '../kit/action.ts'
import { remove, update as put } from '../kit/changes.ts'
import { date, manyOf, name, oneOfGiven, optional, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'

/** Corrects the details of a project; a new type takes away the services that it cannot yield. */
export const update = action({
  name: 'Update',
  on: 'project',
  title: 'Update details',
  description:
    'What the project is called, of which type it is, and when and for how long it delivers. Buyers and the market operator know it by this.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  during: UNTIL_SETTLED,
  given: async (read, project) => {
    const round = await roundOf(read, project)
    const types = await read.list('projectType', {})
    const services = await read.list('service', { projectId: project.id })
    return {
      types: types
        .filter(type => type.id === project.typeId || (type.active && isTypeFor(round, type)))
        .map(type => ({ ...choiceOf(type), serviceTypes: type.serviceTypes })),
      services: services.map(({ id, type }) => ({ id, type })),
    }
  },
  fields: {
    name: name('Name'),
    typeId: optional(oneOfGiven('Project type', 'types')),
    isFixedTerm: yesNo('Is this a fixed term project?'),
    mitigationDurations: manyOf(PROJECT_COLUMNS.mitigationDurations.label, FIXED_DURATIONS, DURATION_LABELS),
    start: optional(date(PROJECT_COLUMNS.start.label)),
  },
  show: { mitigationDurations: ({ isFixedTerm }) => isFixedTerm === true },
  warn: ({ typeId }, _project, { types, services }) => {
    const chosen = types.find(({ id }) => id === typeId)
    return chosen && services.some(({ type }) => !chosen.serviceTypes.includes(type))
      ? { typeId: 'Not compatible with the current project service, choosing this will remove the service' }
      : {}
  },
  effect: ({ subject, values, given: { types, services } }) => {
    const yields = types.find(({ id }) => id === values.typeId)?.serviceTypes
    return [
      put('project', subject, {
        ...values,
        mitigationDurations: values.mitigationDurations ?? [],
        creditTypes: subject.creditTypes.filter(type => !yields || yields.includes(type)),
      }),
      ...services
        .filter(({ type }) => yields && !yields.includes(type))
        .map(service => remove('service', service)),
    ]
  },
})
