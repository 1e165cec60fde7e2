import { isOperator } from '#domain/people/actor'
import { isControlEffective } from '#domain/people/control-of-organisations'
import { isParticipant } from '#domain/people/organisation'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { longText, notStored, oneOfGiven, pastDate } from '../kit/fields.ts'
import { operator, owner } from '../kit/who.ts'

const NONE = 'No common control is declared'

/** Ends declared common control, by its declarer or the market operator. */
export const endControl = action({
  name: 'EndControl',
  on: 'organisation',
  title: 'End common control',
  who: [operator, owner],
  approval: 'ownerIfAny',
  when: isParticipant,
  given: async (read, { id }, actor, today) => {
    const ofOthers = isOperator(actor) ? await read.list('organisationTie', { otherId: id }) : []
    const all = [...(await read.list('organisationTie', { organisationId: id })), ...ofOthers]
    const names = new Map(
      (await read.list('organisation', { id: ofOthers.map(one => one.organisationId) })).map(one => [
        one.id,
        one.name,
      ]),
    )
    return {
      ties: all
        .filter(tie => isControlEffective(tie, today) && tie.until === null)
        .map(tie => ({
          id: tie.id,
          name:
            tie.organisationId === id ? tie.otherName : (names.get(tie.organisationId) ?? tie.organisationId),
          since: tie.since,
        })),
    }
  },
  fields: {
    tieId: notStored(oneOfGiven('Under common control with', 'ties')),
    until: notStored(pastDate('Until')),
    reason: notStored(longText('Why common control ended', 3)),
  },
  check: ({ tieId, until }, { ties }) => {
    if (ties.length === 0) return { form: NONE }
    const since = ties.find(({ id }) => id === tieId)?.since
    return since && until && until < since ? { until: 'Must not be before the start date' } : {}
  },
  warn: (_answers, _organisation, { ties }) => (ties.length === 0 ? { tieId: NONE } : {}),
  reads: (read, _organisation, { tieId }) => read.one('organisationTie', tieId),
  effect: ({ values: { tieId, until, reason }, reads: tie }) => [
    update('organisationTie', { id: tieId }, { until, note: `${tie?.note ?? ''}\nEnded: ${reason}` }),
  ],
  done: 'The common control has been ended',
})
