import { isParticipant } from '#domain/people/organisation'
import { readRoundsToRegisterIn } from '../fields/places.ts'
import { action } from '../kit/action.ts'
import { file, optional } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import {
  createNewProjectRow,
  newProjectFields,
  newProjectVisibility,
  warnNoSupplierRound,
} from '../project/new-project.ts'

/** Adds a project of this supplier, as a draft. */
export const draftProjectForSupplier = action({
  name: 'CreateProject',
  on: 'organisation',
  title: 'Add project as a draft',
  description:
    'Adds a project with only its name. You register it later, with its documents and declarations.',
  who: [operator, owner, agent('RegisterForRound')],
  menuOf: [operator],
  when: isParticipant,
  given: (read, organisation, actor) => readRoundsToRegisterIn(read, actor, ['Supplier'], organisation),
  fields: {
    ...newProjectFields,
    landholderInfo: optional(file('Landholder information', 'LandholderInfo')),
  },
  // Leaves out the organisation's own name, which this action does not set.
  initial: () => ({ name: null }),
  show: newProjectVisibility,
  warn: (_answers, _subject, given) => warnNoSupplierRound(given),
  effect: act => [createNewProjectRow(act.subject.id, act.values, act)],
  done: 'The draft has been added',
})
