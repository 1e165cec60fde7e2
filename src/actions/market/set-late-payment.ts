import { z } from 'zod'
import { LATE_STEP_LABELS, lateTermsErrors, MAX_LATE_DAYS, MIN_NOTICE_DAYS } from '#domain/money/late-payment'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { notStored, numberWith, withHint, yesNo } from '../kit/fields.ts'
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
  title: 'Set payment reminders',
  description:
    'Choose how many days after the due date we remind a buyer, send a final notice and open a case. This applies to rounds whose registration opens from now on.',
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
    interest: withHint(
      notStored(yesNo('Charge interest')),
      'Statutory interest, 8% a year above the Bank of England’s rate, on invoices that are paid late. You can waive it with a credit note.',
    ),
  },
  initial: ({ latePayment }) => ({ ...latePayment, interest: latePayment.interest ?? false }),
  check: ({ reminder, secondReminder, finalNotice, lapse }) =>
    lateTermsErrors({
      reminder: reminder ?? undefined,
      secondReminder: secondReminder ?? undefined,
      finalNotice: finalNotice ?? undefined,
      lapse: lapse ?? undefined,
    }),
  effect: ({ subject: market, values: { reminder, secondReminder, finalNotice, lapse, interest } }) => [
    update('market', market, { latePayment: { reminder, secondReminder, finalNotice, lapse, interest } }),
  ],
  done: 'The days have been saved',
})
