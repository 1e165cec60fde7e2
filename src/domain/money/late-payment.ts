import { addDays, daysBetween, type Day, type Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

/** Steps after an invoice to a buyer becomes overdue, in order; the last one opens a case. */
export const LATE_STEPS = ['reminder', 'secondReminder', 'finalNotice', 'lapse'] as const
export type LateStep = (typeof LATE_STEPS)[number]

export const LATE_STEP_LABELS: Record<LateStep, string> = {
  reminder: 'Reminder',
  secondReminder: 'Second reminder',
  finalNotice: 'Final notice',
  lapse: 'Case about the buyer',
}

/** Days after the due date for each step, and whether interest is charged. */
export type LatePaymentTerms = Readonly<Record<LateStep, number>> & {
  /** True if late payments bear statutory interest; not in terms from before that could be chosen. */
  readonly interest?: boolean | undefined
}

/** Days of a market that has set none. */
export const DEFAULT_LATE_PAYMENT_TERMS: LatePaymentTerms = {
  reminder: 7,
  secondReminder: 21,
  finalNotice: 35,
  lapse: 49,
}

/** Latest day of a step after the due date, and fewest days between the final notice and the case. */
export const MAX_LATE_DAYS = 365
export const MIN_NOTICE_DAYS = 7

/** A step that was taken for an invoice; an invoice has each step at most once. */
export interface PaymentReminder extends StoredRow {
  invoiceId: string
  step: LateStep
  at: Instant
  /** Case that the last step opened, or that was open already; null for other steps. */
  caseId: string | null
}

/** A step and its day. */
export interface DatedLateStep {
  step: LateStep
  on: Day
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** The days of a market in words. */
export const latePaymentText = ({
  reminder,
  secondReminder,
  finalNotice,
  lapse,
  interest,
}: LatePaymentTerms): string =>
  `Reminders ${reminder} and ${daysText(secondReminder)} after the due date, a final notice after ${daysText(finalNotice)}, and a case after ${daysText(lapse)}. ${interest ? 'Late payments bear statutory interest: 8% a year above the Bank of England’s rate' : 'No interest is charged'}`

/** Error of terms by step; empty if each step is later than the one before it and the final notice leaves its days. */
export const lateTermsErrors = (terms: { [S in LateStep]?: number | undefined }): Partial<
  Record<LateStep, string>
> => {
  const errors: Partial<Record<LateStep, string>> = {}
  for (const [at, step] of LATE_STEPS.entries()) {
    const [before, days] = [LATE_STEPS[at - 1], terms[step]]
    const earlier = before === undefined ? undefined : terms[before]
    if (days === undefined || earlier === undefined) continue
    const least = earlier + (step === 'lapse' ? MIN_NOTICE_DAYS : 1)
    if (days < least)
      errors[step] = `At least ${daysText(least)}, because the step before is after ${daysText(earlier)}`
  }
  return errors
}

/**
 * Steps that can still follow for an unpaid invoice, each with its day. A step waits for its days after the due date, and after the
 * step before it as that was sent, so that a market that was down for weeks does not send several at once. Steps that were left out
 * never follow, and a case only follows a final notice.
 */
export const listLateSteps = (
  terms: LatePaymentTerms,
  since: Day,
  sent: readonly DatedLateStep[],
): DatedLateStep[] => {
  const last = sent.toSorted((a, b) => LATE_STEPS.indexOf(a.step) - LATE_STEPS.indexOf(b.step)).at(-1)
  return LATE_STEPS.slice(last === undefined ? 0 : LATE_STEPS.indexOf(last.step) + 1)
    .filter(step => step !== 'lapse' || last?.step === 'finalNotice')
    .map(step => {
      const byDue = addDays(since, terms[step])
      if (last === undefined) return { step, on: byDue }
      const byLast = addDays(last.on, terms[step] - terms[last.step])
      return { step, on: byLast > byDue ? byLast : byDue }
    })
}

/** The step to take today, which is the latest one whose day has come; null if there is none. */
export const findDueLateStep = (steps: readonly DatedLateStep[], today: Day): LateStep | null =>
  steps.findLast(({ on }) => on <= today)?.step ?? null

/** The next step after today; null if there is none. */
export const findNextLateStep = (steps: readonly DatedLateStep[], today: Day): DatedLateStep | null =>
  steps.find(({ on }) => on > today) ?? null

/** Number of days that a payment is late; 0 on its due date and before. */
export const daysLate = (due: Day, today: Day): number => Math.max(0, daysBetween(due, today))
