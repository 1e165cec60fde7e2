import { addDays } from '#domain/dates'
import { keysOf } from '#domain/narrow'
import { registrationEndOf, wrongWithTimes } from '#domain/bidding-times'
import { dateTime, momentOf } from '../common/date-time.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, hinted, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const ENDS_TOO_LATE =
  'Registration must have ended before bids and offers open. Choose earlier days, or move the announced times with “Set bidding times”'

const KINDS = ['suppliers', 'buyers', 'projects', 'requirements'] as const

/** How many days after the first that of suppliers each is, as rounds have usually had them. */
const SPACING = {
  ...{ suppliersStart: 0, suppliersEnd: 40, buyersStart: 0, buyersEnd: 45 },
  ...{ projectsStart: 10, projectsEnd: 60, requirementsStart: 10, requirementsEnd: 65 },
}
const DAYS = keysOf(SPACING)

/** The days on which each kind of registration may be made, first and last included, and when bids and offers open and close. */
export const setRegistrationDates = action({
  name: 'SetRegistrationDates',
  on: 'round',
  title: 'Set registration dates',
  who: [operator],
  from: ['Draft', 'Open', 'Closed'],
  // Times that people know of are moved by an action of their own, which tells them.
  given: async (read, { status, bidsOpen, bidsClose }) => ({
    at: await read.clock(),
    before: { bidsOpen, bidsClose, isAnnounced: status !== 'Draft' },
    isDraft: status === 'Draft',
  }),
  fields: {
    suppliersStart: date('Suppliers start', {
      hint: 'The first day on which suppliers may register. The other days follow it as is usual, as long as none is chosen, and can be changed.',
    }),
    suppliersEnd: date('Suppliers end', { hint: 'The last day on which suppliers may register.' }),
    buyersStart: date('Buyers start', { hint: 'The first day on which buyers and investors may register.' }),
    buyersEnd: date('Buyers end', { hint: 'The last day on which buyers and investors may register.' }),
    projectsStart: date('Projects start', { hint: 'The first day on which projects may be registered.' }),
    projectsEnd: date('Projects end', { hint: 'The last day on which projects may be registered.' }),
    requirementsStart: date('Requirements start', {
      hint: 'The first day on which credit requirements may be registered.',
    }),
    requirementsEnd: date('Requirements end', {
      hint: 'The last day on which credit requirements may be registered.',
    }),
    bidsOpen: optional(
      hinted(
        dateTime('Bids and offers open'),
        'By clocks in London; they open by themselves then. Left empty, they are opened by hand.',
      ),
    ),
    bidsClose: optional(
      hinted(
        dateTime('Bids and offers close'),
        'By clocks in London; nothing is accepted from then on. Left empty, they are closed by hand.',
      ),
    ),
  },
  groups: [
    { id: 'suppliers', label: 'Suppliers', fieldIds: ['suppliersStart', 'suppliersEnd'] },
    { id: 'buyers', label: 'Buyers and investors', fieldIds: ['buyersStart', 'buyersEnd'] },
    { id: 'projects', label: 'Projects', fieldIds: ['projectsStart', 'projectsEnd'] },
    { id: 'requirements', label: 'Credit requirements', fieldIds: ['requirementsStart', 'requirementsEnd'] },
    { id: 'bidding', label: 'Bids and offers', fieldIds: ['bidsOpen', 'bidsClose'] },
  ],
  show: {
    bidsOpen: (_answers, { isDraft }) => isDraft,
    bidsClose: (_answers, { isDraft }) => isDraft,
  },
  // From the first day follows what is usual, as long as nothing else has been chosen; each day can be changed.
  normalise: answers => {
    const { suppliersStart: first } = answers
    const isFirst = first && DAYS.every(name => name === 'suppliersStart' || !answers[name])
    return isFirst
      ? { ...answers, ...Object.fromEntries(DAYS.map(name => [name, addDays(first, SPACING[name])])) }
      : answers
  },
  check: (answers, { at, before, isDraft }) => {
    const next = isDraft
      ? { bidsOpen: momentOf(answers.bidsOpen), bidsClose: momentOf(answers.bidsClose) }
      : before
    const ends = KINDS.map(kind => answers[`${kind}End`])
    const wrong = wrongWithTimes(next, registrationEndOf(ends), { ...before, at })
    return {
      ...Object.fromEntries(
        KINDS.flatMap(kind => {
          const start = answers[`${kind}Start`]
          const end = answers[`${kind}End`]
          return start && end && end <= start ? [[`${kind}End`, 'Must be after start date']] : []
        }),
      ),
      ...(isDraft ? wrong : { form: wrong.bidsOpen && ENDS_TOO_LATE }),
    }
  },
  effect: ({ subject, values: { bidsOpen, bidsClose, ...days } }) => [
    update('round', subject, { ...days, ...(subject.status === 'Draft' && { bidsOpen, bidsClose }) }),
  ],
})
