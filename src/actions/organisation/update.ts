import { missingDetails } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { update as changed } from '../kit/changes.ts'
import { operator, owner } from '../kit/who.ts'
import { organisationFields } from './details.ts'

/** Edits what is known of an organisation. Only the operator gives it the id by which imports know it. */
export const update = action({
  name: 'Update',
  on: 'organisation',
  title: 'Edit details',
  who: [operator, owner],
  given: async (_read, { type }) => ({ type }),
  fields: organisationFields,
  show: {
    csvId: (_, { type, actorIsOperator }) => type === 'PARTICIPANT' && actorIsOperator,
    lpaId: (_, { type }) => type === 'LPA',
  },
  check: (answers, { type }) => missingDetails(type, answers),
  effect: ({ subject, values, given }) => [
    changed('organisation', subject, {
      ...values,
      csvId: given.actorIsOperator ? values.csvId : subject.csvId,
    }),
  ],
})
