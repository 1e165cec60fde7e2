import { isParticipant } from '#domain/people/organisation'
import { readRoundsToRegisterIn } from '../fields/places.ts'
import { action } from '../kit/action.ts'
import { declarations, optional, type AnswerStorage, type Field } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { defineWizard } from '../kit/wizard.ts'
import {
  createNewProjectRow,
  newProjectFields,
  newProjectVisibility,
  warnNoSupplierRound,
} from './new-project.ts'
import { register } from './register.ts'
import { landholderInfoField, setLandholderInfo } from './set-landholder-info.ts'
import { setLocation } from './set-location.ts'
import { update } from './update.ts'

/** Makes a question optional for programs, which may answer it straight away; pages ask it in a later step, on the thing itself. */
const whereSent = <D, S, T extends AnswerStorage>(field: Field<D, S, T>): Field<D, S | null, T> => ({
  ...optional(field),
  isLater: true,
})

/** First step of the wizard, named after the wizard: name, duration and round of the project. */
export const newProjectDetails = action({
  name: 'RegisterNewProject',
  on: 'organisation',
  title: 'New project',
  label: 'Register new project',
  description:
    'There are four steps: details, location, landholder information, and checking your answers. We save each step, so you can continue later.',
  who: [operator, owner, agent('RegisterForRound')],
  when: isParticipant,
  given: (read, organisation, actor) => readRoundsToRegisterIn(read, actor, ['Supplier'], organisation),
  fields: {
    ...newProjectFields,
    landholderInfo: whereSent(landholderInfoField),
    declarations: whereSent(declarations('MarketRoundProject_Register')),
  },
  // Leaves out the organisation's own name, which this action does not set.
  initial: () => ({ name: null }),
  show: { ...newProjectVisibility, declarations: ({ marketRoundId }) => Boolean(marketRoundId) },
  warn: (_answers, _subject, given) => warnNoSupplierRound(given),
  effect: act => [createNewProjectRow(act.subject.id, act.values, act)],
  done: 'Your project has been added',
})

/** Details, location, landholder information, then one signature for everything. Saved answers stay as a draft. */
export const registerNewProject = defineWizard(
  'RegisterNewProject',
  'Register new project',
  [
    { title: 'Details', steps: [newProjectDetails, update] },
    { title: 'Location', steps: [setLocation] },
    { title: 'Landholder information', steps: [setLandholderInfo] },
    { title: 'Check and register', steps: [register] },
  ],
  true,
)
