import type { Case } from '#domain/case/case'
import { papersDay, type DisputeSide } from '#domain/case/dispute'
import { isOperator, type Actor } from '#domain/people/actor'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { additionalFile, notStored, oneOf, withHint } from '../kit/fields.ts'
import { agent, concerned, operator, owner } from '../kit/who.ts'

const SIDES = ['owner', 'other'] as const satisfies readonly DisputeSide[]
const SIDE_LABELS: Record<DisputeSide, string> = { owner: 'The owner', other: 'The other side' }

/** Side for which someone files a paper: agents file for the owner. Null for the market operator, who says whose paper it is. */
const sideOf = ({ concernedIds, ownerId }: Case, actor: Actor): DisputeSide | null => {
  if (isOperator(actor)) return null
  const { organisationId } = actor
  return organisationId !== ownerId && organisationId !== null && concernedIds.includes(organisationId)
    ? 'other'
    : 'owner'
}

/** Files a paper of one side of a dispute, until the day of that side (decision 0202). */
export const filePaper = action({
  name: 'FilePaper',
  on: 'case',
  title: 'File a paper',
  description: 'Everyone whom the case concerns can open it, and so can the market operator.',
  who: [operator, owner, agent('RegisterForRound'), concerned],
  from: ['Reported'],
  when: ({ ownerPapersBy }) => ownerPapersBy !== null || 'The market operator has not asked for papers',
  given: async (_read, subject, actor) => ({
    own: sideOf(subject, actor),
    days: { owner: papersDay(subject, 'owner'), other: papersDay(subject, 'other') },
  }),
  fields: {
    side: withHint(
      notStored(oneOf('Whose paper is it?', SIDES, SIDE_LABELS)),
      'A paper that you file for a side counts as filed by that side.',
    ),
    paper: withHint(
      additionalFile('Paper', 'Evidence'),
      'For example an email, a report or photos that show your side.',
    ),
  },
  initial: () => ({}),
  show: { side: (_answers, { own }) => own === null },
  check: ({ side }, { own, days, today }) => {
    const by = days[own ?? side ?? 'owner']
    return by !== null && by < today ? { form: 'The day for these papers has passed' } : {}
  },
  effect: ({ subject, values: { side }, given: { own }, now }) => [
    update('case', subject, (own ?? side) === 'other' ? { otherFiledAt: now } : { ownerFiledAt: now }),
  ],
  done: 'The paper has been filed',
})
