import { isParticipant } from '#domain/organisation'
import { placesFor } from '../common/places.ts'
import { action } from '../kit/action.ts'
import { declarations, file } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { newProject, newProjectFields, newProjectShow, warnNoSupplierRound } from '../project/new-project.ts'

/** Starts the registration of a new project: with the landholder's information and the declarations, but not yet located. */
export const registerNewProject = action({
  name: 'RegisterNewProject',
  on: 'organisation',
  title: 'Register new project',
  description: 'Adds a project with the landholder information and the declarations.',
  who: [operator, owner, agent('RegisterForRound')],
  when: isParticipant,
  given: (read, organisation, actor) => placesFor(read, actor, ['Supplier'], organisation),
  fields: {
    ...newProjectFields,
    landholderInfo: file('Landholder information', 'LandholderInfo'),
    declarations: declarations('MarketRoundProject_Register'),
  },
  initial: (_subject, { rounds }) => ({
    name: null,
    marketRoundId: rounds.length === 1 ? rounds[0]?.id : undefined,
  }),
  show: { ...newProjectShow, declarations: ({ marketRoundId }) => Boolean(marketRoundId) },
  warn: (_answers, _subject, given) => warnNoSupplierRound(given),
  effect: act => [newProject(act.subject.id, act.values, act)],
})
