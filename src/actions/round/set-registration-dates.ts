import { addDays } from '@credit-market/values/dates'
import { keysOf } from '#domain/values/narrow'
import { lastRegistrationDateOf, findBiddingTimesErrors } from '#domain/round/bidding-times'
import { dateTimeField, toInstant } from '../fields/date-time.ts'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { date, withHint, optional } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const ENDS_TOO_LATE =
  'Registration must end before bids and offers open. Choose earlier days, or move the announced times with “Set bidding times”'

const KINDS = ['suppliers', 'buyers', 'projects', 'requirements'] as const

/** Usual days between the first date of suppliers and the other dates. */
const SPACING = {
  ...{ suppliersStart: 0, suppliersEnd: 40, buyersStart: 0, buyersEnd: 45 },
  ...{ projectsStart: 10, projectsEnd: 60, requirementsStart: 10, requirementsEnd: 65 },
}
const DAYS = keysOf(SPACING)

/** Sets the dates of each kind of registration, first and last included, and the times of bids and offers. */
export const setRegistrationDates = action({
  name: 'SetRegistrationDates',
  on: 'round',
  title: 'Set registration dates',
  who: [operator],
  from: ['Draft', 'Open', 'Closed'],
  // Announced times have their own action, which notifies people.
  given: async (read, { status, bidsOpen, bidsClose }) => ({
    at: await read.clock(),
    before: { bidsOpen, bidsClose, isAnnounced: status !== 'Draft' },
    isDraft: status === 'Draft',
  }),
  fields: {
    suppliersStart: date('Suppliers start', {
      hint: 'The first day on which suppliers can register. We suggest the days that you have not chosen, counted from this day. You can change them.',
    }),
    suppliersEnd: date('Suppliers end', { hint: 'The last day on which suppliers can register.' }),
    buyersStart: date('Buyers start', { hint: 'The first day on which buyers and investors can register.' }),
    buyersEnd: date('Buyers end', { hint: 'The last day on which buyers and investors can register.' }),
    projectsStart: date('Projects start', { hint: 'The first day on which people can register projects.' }),
    projectsEnd: date('Projects end', { hint: 'The last day on which people can register projects.' }),
    requirementsStart: date('Requirements start', {
      hint: 'The first day on which people can register credit requirements.',
    }),
    requirementsEnd: date('Requirements end', {
      hint: 'The last day on which people can register credit requirements.',
    }),
    bidsOpen: optional(
      withHint(
        dateTimeField('Bids and offers open'),
        'UK time. Bids and offers open automatically. If you leave this empty, you open them yourself.',
      ),
    ),
    bidsClose: optional(
      withHint(
        dateTimeField('Bids and offers close'),
        'UK time. No offers or bids are accepted after this time. If you leave this empty, you close them yourself.',
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
  // Fills in the usual dates after the first one, as long as nothing else has been chosen; each can be changed.
  normalise: answers => {
    const { suppliersStart: first } = answers
    const isFirst = first && DAYS.every(name => name === 'suppliersStart' || !answers[name])
    return isFirst
      ? { ...answers, ...Object.fromEntries(DAYS.map(name => [name, addDays(first, SPACING[name])])) }
      : answers
  },
  check: (answers, { at, before, isDraft }) => {
    const next = isDraft
      ? { bidsOpen: toInstant(answers.bidsOpen), bidsClose: toInstant(answers.bidsClose) }
      : before
    const ends = KINDS.map(kind => answers[`${kind}End`])
    const wrong = findBiddingTimesErrors(next, lastRegistrationDateOf(ends), { ...before, at })
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
  done: 'The dates have been saved',
})
