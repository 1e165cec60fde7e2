import {
  canHaveRegisteredNumbers,
  isOrganisationActive,
  findMissingDetailErrors,
} from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { update as changed } from '../kit/changes.ts'
import { operator, owner } from '../kit/who.ts'
import { introducingAgency } from './its-agency.ts'
import { organisationFormFields } from './details.ts'
import { readTakenNumbers, takenNumberMessage } from './taken-numbers.ts'

/** Edits an organisation. Only the operator sets its CSV ID. */
export const updateOrganisation = action({
  name: 'Update',
  on: 'organisation',
  title: 'Edit details',
  who: [operator, owner, introducingAgency],
  when: isOrganisationActive,
  given: async (_read, { type }) => ({ type }),
  fields: organisationFormFields,
  show: {
    companyNumber: (_, { type }) => canHaveRegisteredNumbers(type),
    charityNumber: (_, { type }) => canHaveRegisteredNumbers(type),
    holdingNumber: (_, { type }) => type === 'PARTICIPANT',
    csvId: (_, { type, actorIsOperator }) => type === 'PARTICIPANT' && actorIsOperator,
    lpaId: (_, { type }) => type === 'LPA',
  },
  check: (answers, { type }) => findMissingDetailErrors(type, answers),
  reads: (read, subject, values) => readTakenNumbers(read, subject.type, values, subject.id),
  refuse: ({ reads: taken }) => takenNumberMessage(taken),
  effect: ({ subject, values, given }) => [
    changed('organisation', subject, {
      ...values,
      csvId: given.actorIsOperator ? values.csvId : subject.csvId,
    }),
  ],
  done: 'Your changes have been saved',
})
