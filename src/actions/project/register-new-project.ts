import { isParticipant } from '#domain/organisation'
import { placesFor } from '../common/places.ts'
import { whereSent } from '../common/where-sent.ts'
import { action } from '../kit/action.ts'
import { declarations } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { wizard } from '../kit/wizard.ts'
import { newProject, newProjectFields, newProjectShow, warnNoSupplierRound } from './new-project.ts'
import { register } from './register.ts'
import { landholderInfo, setLandholderInfo } from './set-landholder-info.ts'
import { setLocation } from './set-location.ts'
import { update } from './update.ts'

/** The first step of the wizard, which it begins by its name: what the project is called, for how long, and in which round. */
export const newProjectDetails = action({
  name: 'RegisterNewProject',
  on: 'organisation',
  title: 'New project',
  label: 'Register new project',
  description:
    'Four steps: details, location, landholder information, and checking your answers. What you save is kept, so you can go on later.',
  who: [operator, owner, agent('RegisterForRound')],
  when: isParticipant,
  given: (read, organisation, actor) => placesFor(read, actor, ['Supplier'], organisation),
  fields: {
    ...newProjectFields,
    landholderInfo: whereSent(landholderInfo),
    declarations: whereSent(declarations('MarketRoundProject_Register')),
  },
  // Not the organisation's own name.
  initial: () => ({ name: null }),
  show: { ...newProjectShow, declarations: ({ marketRoundId }) => Boolean(marketRoundId) },
  warn: (_answers, _subject, given) => warnNoSupplierRound(given),
  effect: act => [newProject(act.subject.id, act.values, act)],
  done: 'The project was added',
})

/** Details, location, landholder information, then one signature under all of it. What has been saved stays a draft. */
export const registerNewProject = wizard(
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
