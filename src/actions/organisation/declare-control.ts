import { isOperator } from '#domain/people/actor'
import { isControlEffective } from '#domain/people/control-of-organisations'
import { normaliseName } from '#domain/people/look-alikes'
import { isParticipant, type Organisation } from '#domain/people/organisation'
import { normaliseRegisteredNumber } from '#domain/people/registered-numbers'
import { action } from '../kit/action.ts'
import { create, type Read } from '../kit/changes.ts'
import { withHint, longText, notStored, oneOfGiven, pastDate, text } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'

/** The only participant with this company number, charity number or name, other than the organisation itself. */
const foundBy = async (
  read: Read,
  called: string,
  { id }: Organisation,
): Promise<Organisation | undefined> => {
  const all = await read.list('organisation', { type: 'PARTICIPANT', mergedIntoId: null })
  const found = all.filter(
    other =>
      other.id !== id &&
      (other.companyNumber === normaliseRegisteredNumber('companyNumber', called) ||
        other.charityNumber === normaliseRegisteredNumber('charityNumber', called) ||
        normaliseName(other.name) === normaliseName(called)),
  )
  return found.length === 1 ? found[0] : undefined
}

/**
 * Declares common control of an organisation with another, by itself or by the market operator for it. It names the other by its
 * public name, and does not learn whether that one is in the market.
 */
export const declareControl = action({
  name: 'DeclareControl',
  on: 'organisation',
  title: 'Declare common control',
  description:
    'Use this if the same people control both organisations, such as a group of companies or the farms of one family. The market operator sees the declaration before matching offers and bids.',
  who: [operator, owner],
  approval: 'ownerIfAny',
  when: isParticipant,
  given: async (read, { id }, actor, today) => {
    if (!isOperator(actor)) return { others: [] }
    const ties = [
      ...(await read.list('organisationTie', { organisationId: id })),
      ...(await read.list('organisationTie', { otherId: id })),
    ].filter(tie => isControlEffective(tie, today))
    const all = await read.list('organisation', { type: 'PARTICIPANT', mergedIntoId: null })
    return {
      others: all
        .filter(one => one.id !== id && !ties.some(tie => [tie.organisationId, tie.otherId].includes(one.id)))
        .map(({ id: otherId, name }) => ({ id: otherId, name })),
    }
  },
  fields: {
    otherId: notStored(oneOfGiven('Other organisation', 'others')),
    otherName: notStored(text('Name or company number of the other organisation')),
    since: notStored(pastDate('Since')),
    note: withHint(
      notStored(longText('Type of control', 3)),
      'How the same people control both, such as through shares or as directors.',
    ),
  },
  show: {
    otherId: (_, { actorIsOperator }) => actorIsOperator,
    otherName: (_, { actorIsOperator }) => !actorIsOperator,
  },
  reads: async (read, organisation, { otherId, otherName }) =>
    otherId === null ? foundBy(read, otherName ?? '', organisation) : read.one('organisation', otherId),
  effect: ({ subject, values: { otherName, since, note }, reads: other, actor, now, newId }) => [
    create('organisationTie', {
      id: newId(),
      tie: 'CommonControl',
      organisationId: subject.id,
      otherId: other?.id ?? null,
      otherName: otherName ?? other?.name ?? '',
      since,
      note,
      saidBy: actor.userId ?? '',
      saidAt: now,
    }),
  ],
  done: 'The common control has been declared',
})
