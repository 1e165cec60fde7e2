import { missingDetails, ORGANISATION_TYPES, ORGANISATION_TYPE_LABELS } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { oneOf } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { organisationFields } from './details.ts'

/** A new organisation: another operator, a participant, a planning authority or an agency. */
export const createOrganisation = action({
  name: 'CreateOrganisation',
  on: 'organisations',
  title: 'Add organisation',
  who: [operator],
  fields: { type: oneOf('Type', ORGANISATION_TYPES, ORGANISATION_TYPE_LABELS), ...organisationFields },
  show: {
    csvId: ({ type }) => type === 'PARTICIPANT',
    lpaId: ({ type }) => type === 'LPA',
  },
  check: answers => missingDetails(answers.type, answers),
  effect: ({ values, newId }) => [create('organisation', { ...values, id: newId() })],
})
