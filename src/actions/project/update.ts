import { PROJECT_COLUMNS } from '#contract/columns/project'
import { UNSETTLED_ROUND_STATUSES } from '#domain/round/round'
import { PROJECT_DURATION_LABELS, FIXED_TERM_DURATIONS } from '#domain/project/project'
import { roundAcceptsProjectType } from '#domain/project/suitability'
import { readRoundOfItem } from '../fields/areas.ts'
import { action } from '../kit/action.ts'
import { remove, update as put } from '../kit/changes.ts'
import { date, manyOf, name, oneOfGiven, optional, yesNo, toChoice } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_PROJECT_STATUSES } from './editable.ts'

/** Corrects the details of a project; a new type removes services that it cannot yield. */
export const update = action({
  name: 'Update',
  on: 'project',
  title: 'Update details',
  description:
    'The name and type of the project, and when and for how long it delivers. Buyers and the market operator see these details.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_PROJECT_STATUSES,
  during: UNSETTLED_ROUND_STATUSES,
  given: async (read, project) => {
    const round = await readRoundOfItem(read, project)
    const types = await read.list('projectType', {})
    const services = await read.list('service', { projectId: project.id })
    return {
      types: types
        .filter(type => type.id === project.typeId || (type.active && roundAcceptsProjectType(round, type)))
        .map(type => ({ ...toChoice(type), serviceTypes: type.serviceTypes })),
      services: services.map(({ id, type }) => ({ id, type })),
    }
  },
  fields: {
    name: name('Name'),
    typeId: optional(oneOfGiven('Project type', 'types')),
    isFixedTerm: yesNo('Is this a fixed term project?'),
    mitigationDurations: manyOf(
      PROJECT_COLUMNS.mitigationDurations.label,
      FIXED_TERM_DURATIONS,
      PROJECT_DURATION_LABELS,
    ),
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
  done: 'Your changes have been saved',
})
