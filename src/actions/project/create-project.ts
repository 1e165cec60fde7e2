import { readRoundsToRegisterIn } from '../fields/places.ts'
import { action } from '../kit/action.ts'
import { file, oneOfGiven, optional } from '../kit/fields.ts'
import { agent, operator, participant } from '../kit/who.ts'
import {
  createNewProjectRow,
  newProjectFields,
  newProjectVisibility,
  warnNoSupplierRound,
} from './new-project.ts'

/** Adds a project for a supplier for whom the actor may register, in a round open for registration. */
export const createProject = action({
  name: 'CreateProject',
  on: 'projects',
  title: 'Add project',
  who: [operator, participant, agent('RegisterForRound')],
  given: (read, _subject, actor) => readRoundsToRegisterIn(read, actor, ['Supplier']),
  fields: {
    supplierId: oneOfGiven('Supplier', 'organisations'),
    ...newProjectFields,
    landholderInfo: optional(file('Landholder information', 'LandholderInfo')),
  },
  show: newProjectVisibility,
  check: ({ supplierId, marketRoundId }, { places }) =>
    supplierId &&
    marketRoundId &&
    !places.some(place => place.organisationId === supplierId && place.roundId === marketRoundId)
      ? { marketRoundId: 'The supplier is not registered in this market round' }
      : {},
  warn: (_answers, _subject, given) => warnNoSupplierRound(given),
  effect: act => [createNewProjectRow(act.values.supplierId, act.values, act)],
  done: 'The project has been added',
})
