import { isOperator } from '#domain/people/actor'
import { emptiedByChangeOfType, hasNeedAnswers } from '#domain/project/requirement'
import { readRoundOfItem } from '../fields/areas.ts'
import { notRegisteredMessage } from '../common/obstacle.ts'
import { doItemsAffectPrices } from '../common/reaches.ts'
import { action } from '../kit/action.ts'
import { remove, update as put } from '../kit/changes.ts'
import { name, oneOf } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_REQUIREMENT_STATUSES } from './editable.ts'
import { REQUIREMENT_TYPES } from './new-requirement-fields.ts'

const IN_A_GROUP =
  'The credit requirement is in a group, which affects prices now: remove it from its group first, with the approval of its owner'

/** Corrects the details of a requirement; a new type clears its credits, because needs of buyers and investors have nothing in common. */
export const updateRequirement = action({
  name: 'Update',
  on: 'requirement',
  title: 'Update details',
  description:
    'The name of the credit requirement, and whether it is a buyer’s development or an investor’s investment.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_REQUIREMENT_STATUSES,
  given: async (read, requirement, actor) => {
    const { buyerId, roundId, type, groupId } = requirement
    const participations = await read.list('participation', { organisationId: buyerId, roundId })
    return {
      capacities: [
        type,
        ...participations.filter(({ status }) => status !== 'Withdrawn').map(one => one.capacity),
      ],
      // A change of type takes a requirement out of its group, which the operator may not do alone while that affects prices.
      typeKeptByGroup:
        groupId !== null && isOperator(actor) && doItemsAffectPrices(await readRoundOfItem(read, requirement))
          ? type
          : null,
    }
  },
  fields: { name: name('Name'), type: oneOf('Type', REQUIREMENT_TYPES) },
  check: ({ type }, { capacities, typeKeptByGroup }) => {
    if (!type) return {}
    if (!capacities.includes(type)) return { type: notRegisteredMessage(type) }
    return typeKeptByGroup !== null && type !== typeKeptByGroup ? { type: IN_A_GROUP } : {}
  },
  warn: ({ type }, requirement) =>
    type && type !== requirement.type && hasNeedAnswers(requirement)
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
          put('requirement', subject, { ...emptiedByChangeOfType(subject), ...values }),
          ...documents.map(document => remove('filedDocument', document)),
        ],
  done: 'Your changes have been saved',
})
