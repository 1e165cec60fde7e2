import { isOperator } from '#domain/actor'
import { isControlOn } from '#domain/control-of-organisations'
import { plainName } from '#domain/look-alikes'
import { isParticipant, type Organisation } from '#domain/organisation'
import { normalNumber } from '#domain/registered-numbers'
import { action } from '../kit/action.ts'
import { create, type Read } from '../kit/changes.ts'
import { hinted, longText, notStored, oneOfGiven, pastDate, text } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'

/** The one participant of this company number, charity number or name, if there is just one besides the organisation itself. */
const foundBy = async (
  read: Read,
  called: string,
  { id }: Organisation,
): Promise<Organisation | undefined> => {
  const all = await read.list('organisation', { type: 'PARTICIPANT', mergedIntoId: null })
  const found = all.filter(
    other =>
      other.id !== id &&
      (other.companyNumber === normalNumber('companyNumber', called) ||
        other.charityNumber === normalNumber('charityNumber', called) ||
        plainName(other.name) === plainName(called)),
  )
  return found.length === 1 ? found[0] : undefined
}

/**
 * An organisation, or the market operator for it, says that it is under common control with another. The organisation names
 * the other as it is called outside; whether it is in the market is not told.
 */
export const declareControl = action({
  name: 'DeclareControl',
  on: 'organisation',
  title: 'Declare common control',
  description:
    'For organisations that the same people decide for: a group of companies, or farms of one family. The market operator sees it before offers and bids are matched.',
  who: [operator, owner],
  approval: 'ownerIfAny',
  when: isParticipant,
  given: async (read, { id }, actor, today) => {
    if (!isOperator(actor)) return { others: [] }
    const ties = [
      ...(await read.list('organisationTie', { organisationId: id })),
      ...(await read.list('organisationTie', { otherId: id })),
    ].filter(tie => isControlOn(tie, today))
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
    note: hinted(
      notStored(longText('In what way', 3)),
      'How the same people decide for both, such as by shares or as directors.',
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
})
