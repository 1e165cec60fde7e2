import { lookAlikesOf } from '#domain/look-alikes'
import { hasNumbers, type Organisation } from '#domain/organisation'
import { action } from '../kit/action.ts'
import { create, type Read } from '../kit/changes.ts'
import { longText, notStored, oneOfGiven } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { knownOrganisations } from './look-alike.ts'

/** The organisations that this one looks like, and of which nothing has been said. */
const doublesOf = async (read: Read, organisation: Organisation) => {
  const said = [
    ...(await read.list('organisationTie', { organisationId: organisation.id })).map(
      ({ otherId }) => otherId,
    ),
    ...(await read.list('organisationTie', { otherId: organisation.id })).map(one => one.organisationId),
  ]
  return lookAlikesOf(organisation, await knownOrganisations(read)).filter(
    ({ id }) => id !== organisation.id && !said.includes(id),
  )
}

/** The market operator says of two organisations that look alike that they are two. */
export const setDifferent = action({
  name: 'SetDifferent',
  on: 'organisation',
  title: 'Set apart from a look-alike',
  description:
    'For two organisations that look alike and are two. They are no longer shown as possible doubles.',
  who: [operator],
  when: ({ type, mergedIntoId }) =>
    (hasNumbers(type) && mergedIntoId === null) || 'Only participants and agencies are compared',
  given: async (read, organisation) => {
    const others = await doublesOf(read, organisation)
    return {
      others: others.map(({ id, name, reasons }) => ({ id, name: `${name} (${reasons.join(', ')})` })),
    }
  },
  fields: {
    otherId: notStored(oneOfGiven('Different organisation', 'others')),
    note: notStored(longText('Why they are two', 3)),
  },
  check: (_, { others }) => (others.length === 0 ? { form: 'No other organisation looks like it' } : {}),
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
})
