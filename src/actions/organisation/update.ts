import { hasNumbers, isStillThere, missingDetails } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { update as changed } from '../kit/changes.ts'
import { operator, owner } from '../kit/who.ts'
import { itsAgency } from './its-agency.ts'
import { organisationFields } from './details.ts'
import { takenNumbers, whyTaken } from './taken-numbers.ts'

/** Edits what is known of an organisation. Only the operator gives it the id by which imports know it. */
export const update = action({
  name: 'Update',
  on: 'organisation',
  title: 'Edit details',
  who: [operator, owner, itsAgency],
  when: isStillThere,
  given: async (_read, { type }) => ({ type }),
  fields: organisationFields,
  show: {
    companyNumber: (_, { type }) => hasNumbers(type),
    charityNumber: (_, { type }) => hasNumbers(type),
    holdingNumber: (_, { type }) => type === 'PARTICIPANT',
    csvId: (_, { type, actorIsOperator }) => type === 'PARTICIPANT' && actorIsOperator,
    lpaId: (_, { type }) => type === 'LPA',
  },
  check: (answers, { type }) => missingDetails(type, answers),
  reads: (read, subject, values) => takenNumbers(read, subject.type, values, subject.id),
  refuse: ({ reads: taken }) => whyTaken(taken),
  effect: ({ subject, values, given }) => [
    changed('organisation', subject, {
      ...values,
      csvId: given.actorIsOperator ? values.csvId : subject.csvId,
    }),
  ],
})
