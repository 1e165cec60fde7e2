import { isParticipant } from '#domain/organisation'
import { placesFor } from '../common/places.ts'
import { action } from '../kit/action.ts'
import { file, optional } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { newProject, newProjectFields, newProjectShow, warnNoSupplierRound } from '../project/new-project.ts'

/** Adds a project of this supplier, as a draft. */
export const createProject = action({
  name: 'CreateProject',
  on: 'organisation',
  title: 'Add project as a draft',
  description:
    'Adds a project by its name only. It is registered later, with its documents and declarations.',
  who: [operator, owner, agent('RegisterForRound')],
  menuOf: [operator],
  when: isParticipant,
  given: (read, organisation, actor) => placesFor(read, actor, ['Supplier'], organisation),
  fields: {
    ...newProjectFields,
    landholderInfo: optional(file('Landholder information', 'LandholderInfo')),
  },
  // Not the organisation's own name.
  initial: () => ({ name: null }),
  show: newProjectShow,
  warn: (_answers, _subject, given) => warnNoSupplierRound(given),
  effect: act => [newProject(act.subject.id, act.values, act)],
})
