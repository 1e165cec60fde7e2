import { hasNeed, NO_NEED } from '#domain/requirement'
import { notRegisteredAs } from '../common/obstacle.ts'
import { action } from '../kit/action.ts'
import { remove, update as put } from '../kit/changes.ts'
import { name, oneOf } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'
import { REQUIREMENT_TYPES } from './new-requirement-fields.ts'

/** Corrects the details of a requirement; a buyer's need and an investor's have nothing in common, so a new type starts afresh. */
export const update = action({
  name: 'Update',
  on: 'requirement',
  title: 'Update details',
  description:
    'What the credit requirement is called, and whether a buyer needs it for a development or an investor for an investment.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  given: async (read, { buyerId, roundId, type }) => {
    const participations = await read.list('participation', { organisationId: buyerId, roundId })
    return {
      capacities: [
        type,
        ...participations.filter(({ status }) => status !== 'Withdrawn').map(one => one.capacity),
      ],
    }
  },
  fields: { name: name('Name'), type: oneOf('Type', REQUIREMENT_TYPES) },
  check: ({ type }, { capacities }) =>
    type && !capacities.includes(type) ? { type: notRegisteredAs(type) } : {},
  warn: ({ type }, requirement) =>
    type && type !== requirement.type && hasNeed(requirement)
      ? { type: 'Changing type will remove all data from the credit requirement' }
      : {},
  reads: (read, { id }) =>
    read.list('filedDocument', {
      ownerKind: 'requirement',
      ownerId: id,
      tag: ['BiodiversityMetric', 'BudgetCalculator', 'SupportingDocument'],
      replacedById: null,
    }),
  effect: ({ subject, values, reads: documents }) =>
    values.type === subject.type
      ? [put('requirement', subject, values)]
      : [
          put('requirement', subject, { ...NO_NEED, ...values }),
          ...documents.map(document => remove('filedDocument', document)),
        ],
})
