import type { Case } from '#domain/case/case'
import { papersDay, type DisputeSide } from '#domain/case/dispute'
import { partsIn } from '#domain/case/case-message'
import { isOperator, type Actor } from '#domain/people/actor'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { additionalFile, notStored, oneOf, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { party } from './parties.ts'

const SIDES = ['owner', 'other'] as const satisfies readonly DisputeSide[]
const SIDE_LABELS: Record<DisputeSide, string> = { owner: 'The owner', other: 'The other side' }

/** Sides for which someone can file a paper: an agent may have clients on both. The market operator says whose paper it is. */
const sidesOf = (subject: Case, actor: Actor): DisputeSide[] =>
  isOperator(actor)
    ? [...SIDES]
    : SIDES.filter(side =>
        partsIn(subject, actor).some(({ part }) => (part === 'owner') === (side === 'owner')),
      )

/** Files a paper of one side of a dispute, until the day of that side (decision 0202). */
export const filePaper = action({
  name: 'FilePaper',
  on: 'case',
  title: 'File a paper',
  description:
    'Everyone whom the case concerns can open it, and so can the market operator. A paper of an agent does not end the time of its client, who can file more until the day.',
  who: [operator, party],
  from: ['Reported'],
  when: ({ ownerPapersBy }) => ownerPapersBy !== null || 'The market operator has not asked for papers',
  given: async (_read, subject, actor) => ({
    sides: sidesOf(subject, actor),
    isAgent: actor.organisationType === 'AGENT',
    days: { owner: papersDay(subject, 'owner'), other: papersDay(subject, 'other') },
  }),
  fields: {
    side: withHint(
      notStored(oneOf('Whose paper is it?', SIDES, SIDE_LABELS)),
      'A paper that the market operator files for a side counts as filed by that side.',
    ),
    paper: withHint(
      additionalFile('Paper', 'Evidence'),
      'For example an email, a report or photos that show your side.',
    ),
  },
  initial: () => ({}),
  show: { side: (_answers, { sides }) => sides.length > 1 },
  check: ({ side }, { sides, days, today }) => {
    const by = days[side ?? sides[0] ?? 'owner']
    return by !== null && by < today ? { form: 'The day for these papers has passed' } : {}
  },
  effect: ({ subject, values: { side }, given: { sides, isAgent }, now }) => {
    if (isAgent) return []
    const filed = side ?? sides[0]
    return [update('case', subject, filed === 'other' ? { otherFiledAt: now } : { ownerFiledAt: now })]
  },
  done: 'The paper has been filed',
})
