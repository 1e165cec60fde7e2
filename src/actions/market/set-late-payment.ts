import { z } from 'zod'
import { LATE_STEP_LABELS, lateTermsErrors, MAX_LATE_DAYS, MIN_NOTICE_DAYS } from '#domain/money/late-payment'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { notStored, numberWith, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'

const sameNumber = (value: number): number => value

const wholeDays = z
  .number({ error: FIELD_REQUIRED })
  .refine(value => Number.isInteger(value) && value >= 1 && value <= MAX_LATE_DAYS, {
    error: `A whole number of days from 1 to ${MAX_LATE_DAYS}`,
  })

const days = (label: string, hint: string) =>
  notStored(withHint(numberWith(label, wholeDays, sameNumber, sameNumber, 'days'), hint))

/** Sets after how many days unpaid invoices have consequences in the rounds of a market whose registration opens afterwards. */
export const setLatePayment = action({
  name: 'SetLatePayment',
  on: 'market',
  title: 'Set reminders of payments',
  description:
    'Choose how many days after its due date an unpaid invoice has consequences. They apply to rounds whose registration opens from now on. Rounds that have opened keep theirs.',
  who: [operator],
  fields: {
    reminder: days(
      LATE_STEP_LABELS.reminder,
      'Days after the due date. The buyer and its agents get an email.',
    ),
    secondReminder: days(LATE_STEP_LABELS.secondReminder, 'Days after the due date.'),
    finalNotice: days(
      LATE_STEP_LABELS.finalNotice,
      'Days after the due date. It says that a case follows if the invoice is not paid.',
    ),
    lapse: days(
      LATE_STEP_LABELS.lapse,
      `Days after the due date, at least ${MIN_NOTICE_DAYS} after the final notice. People decide in the case; nothing lapses by itself.`,
    ),
  },
  initial: ({ latePayment }) => ({ ...latePayment }),
  check: ({ reminder, secondReminder, finalNotice, lapse }) =>
    lateTermsErrors({
      reminder: reminder ?? undefined,
      secondReminder: secondReminder ?? undefined,
      finalNotice: finalNotice ?? undefined,
      lapse: lapse ?? undefined,
    }),
  effect: ({ subject: market, values: { reminder, secondReminder, finalNotice, lapse } }) => [
    update('market', market, { latePayment: { reminder, secondReminder, finalNotice, lapse } }),
  ],
  done: 'The days have been saved',
})
