import { placesFor } from '../common/places.ts'
import { action } from '../kit/action.ts'
import { file, oneOfGiven, optional } from '../kit/fields.ts'
import { agent, operator, participant } from '../kit/who.ts'
import { newProject, newProjectFields, newProjectShow, warnNoSupplierRound } from './new-project.ts'

/** Adds a project for any supplier for whom the actor may register, in a round open for registration. */
export const createProject = action({
  name: 'CreateProject',
  on: 'projects',
  title: 'Add project',
  who: [operator, participant, agent('RegisterForRound')],
  given: (read, _subject, actor) => placesFor(read, actor, ['Supplier']),
  fields: {
    supplierId: oneOfGiven('Supplier', 'organisations'),
    ...newProjectFields,
    landholderInfo: optional(file('Landholder information', 'LandholderInfo')),
  },
  show: newProjectShow,
  check: ({ supplierId, marketRoundId }, { places }) =>
    supplierId &&
    marketRoundId &&
    !places.some(place => place.organisationId === supplierId && place.roundId === marketRoundId)
      ? { marketRoundId: 'The supplier is not registered in this market round' }
      : {},
  warn: (_answers, _subject, given) => warnNoSupplierRound(given),
  effect: act => [newProject(act.values.supplierId, act.values, act)],
})
