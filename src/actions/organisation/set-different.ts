import { findSimilarOrganisations } from '#domain/people/look-alikes'
import { canHaveRegisteredNumbers, type Organisation } from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { create, type Read } from '../kit/changes.ts'
import { longText, notStored, oneOfGiven } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { readComparableOrganisations } from './look-alike.ts'

/** Organisations similar to this one, without a decision on them yet. */
const doublesOf = async (read: Read, organisation: Organisation) => {
  const said = [
    ...(await read.list('organisationTie', { organisationId: organisation.id })).map(
      ({ otherId }) => otherId,
    ),
    ...(await read.list('organisationTie', { otherId: organisation.id })).map(one => one.organisationId),
  ]
  return findSimilarOrganisations(organisation, await readComparableOrganisations(read)).filter(
    ({ id }) => id !== organisation.id && !said.includes(id),
  )
}

/** Records that two similar organisations are not the same. */
export const markOrganisationsDifferent = action({
  name: 'SetDifferent',
  on: 'organisation',
  title: 'Mark as a different organisation',
  description:
    'Use this if two organisations look alike but are different. They will no longer be listed as possible duplicates.',
  who: [operator],
  when: ({ type, mergedIntoId }) =>
    (canHaveRegisteredNumbers(type) && mergedIntoId === null) ||
    'Only participants and agencies can be compared',
  given: async (read, organisation) => {
    const others = await doublesOf(read, organisation)
    return {
      others: others.map(({ id, name, reasons }) => ({ id, name: `${name} (${reasons.join(', ')})` })),
    }
  },
  fields: {
    otherId: notStored(oneOfGiven('Different organisation', 'others')),
    note: notStored(longText('Why are they different organisations?', 3)),
  },
  check: (_, { others }) =>
    others.length === 0 ? { form: 'No other organisation is similar to this one' } : {},
  reads: (read, _organisation, { otherId }) => read.one('organisation', otherId),
  effect: ({ subject, values: { otherId, note }, reads: other, actor, now, newId }) => [
    create('organisationTie', {
      id: newId(),
      tie: 'Different',
      organisationId: subject.id,
      otherId,
      otherName: other?.name ?? '',
      note,
      saidBy: actor.userId ?? '',
      saidAt: now,
    }),
  ],
  done: 'The organisations have been marked as different',
})
