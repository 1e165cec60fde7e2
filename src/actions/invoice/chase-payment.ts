import { openAmount, type Invoice } from '#domain/money/invoice'
import { LATE_STEP_LABELS, LATE_STEPS, type PaymentReminder } from '#domain/money/late-payment'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import { isOneOf } from '#domain/values/narrow'
import { englishDayOf, showDay } from '@credit-market/values/dates'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { openCase, readCaseOpening } from '../case/open-case.ts'
import { action } from '../kit/action.ts'
import { create, type Read } from '../kit/changes.ts'
import { notStored, oneOf, withHint } from '../kit/fields.ts'
import { system } from '../kit/who.ts'

const readSteps = (read: Read, { id }: Invoice): Promise<PaymentReminder[]> =>
  read.list('paymentReminder', { invoiceId: id })

/** Reads whether the invoice is still owed: open, not taken back, and about rights that its buyer still has. */
const readIsOwed = async (read: Read, invoice: Invoice): Promise<boolean> => {
  if (invoice.kind !== 'invoice') return false
  const [payments, credits, requirement] = await Promise.all([
    read.list('payment', { invoiceId: invoice.id }),
    read.list('invoice', { creditsId: invoice.id }),
    read.one('requirement', invoice.itemId),
  ])
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
  return (
    requirement?.roundId === invoice.roundId &&
    isOneOf(SOLD_REQUIREMENT_STATUSES, requirement.status) &&
    openAmount(invoice, { paid, isCredited: credits.length > 0 }) > 0
  )
}

/** Facts for the last step: the requirement, whom a case about it concerns, and a case about its buyer that is open already. */
const readDefault = async (read: Read, { itemId }: Invoice) => {
  const requirement = await read.one('requirement', itemId)
  if (!requirement) throw new Error(`There is no requirement ${itemId}`)
  const [opening, [open]] = await Promise.all([
    readCaseOpening(read, { requirement }),
    read.list('case', { requirementId: itemId, type: 'BuyerDefault', status: OPEN_CASE_STATUSES }),
  ])
  return { requirement, opening, open }
}

/** Description of the case. Suppliers read it, so it names no amount. */
const describeDefault = ({ name, due }: Invoice, steps: readonly PaymentReminder[]): string => {
  const sent = steps.map(
    ({ step, at }) => `${LATE_STEP_LABELS[step].toLowerCase()} on ${showDay(englishDayOf(at))}`,
  )
  return `Invoice ${name} was due on ${showDay(due)} and has not been paid in full. ${sent.length === 0 ? '' : `Sent: ${sent.join(', ')}.`}`.trim()
}

/**
 * Takes the next step for an invoice that is not paid: a reminder, the final notice, or a case about its buyer (decision 0227). The
 * job that runs it knows the days; here it is checked again that the invoice is owed and had neither this step nor a later one.
 */
export const chasePayment = action({
  name: 'ChasePayment',
  on: 'invoice',
  title: 'Send payment reminder',
  who: [system],
  given: async (read, invoice) => {
    const [steps, isOwed] = await Promise.all([readSteps(read, invoice), readIsOwed(read, invoice)])
    return { taken: steps.map(({ step }) => step), isOwed }
  },
  fields: {
    step: withHint(
      notStored(oneOf('Step', LATE_STEPS, LATE_STEP_LABELS)),
      'The step whose day has come by the terms of the round.',
    ),
  },
  check: ({ step }, { taken, isOwed }) => {
    if (!isOwed) return { form: 'Nothing is owed by this invoice' }
    if (step && taken.some(one => LATE_STEPS.indexOf(one) >= LATE_STEPS.indexOf(step)))
      return { step: 'This step or a later one has been taken' }
    return step === 'lapse' && !taken.includes('finalNotice')
      ? { step: 'A case follows only a final notice' }
      : {}
  },
  reads: async (read, invoice, { step }) => ({
    steps: await readSteps(read, invoice),
    ofCase: step === 'lapse' ? await readDefault(read, invoice) : null,
  }),
  effect: ({ subject: invoice, values: { step }, reads: { steps, ofCase }, ...context }) => {
    const taken = { id: context.newId(), invoiceId: invoice.id, step, at: context.now }
    if (ofCase === null) return [create('paymentReminder', { ...taken, caseId: null })]
    const { requirement, opening, open } = ofCase
    if (open) return [create('paymentReminder', { ...taken, caseId: open.id })]
    const what = describeDefault(invoice, steps)
    const opened = openCase(
      { requirement },
      opening,
      { type: 'BuyerDefault', reporter: 'system', since: invoice.due, what },
      context,
    )
    const caseId = opened.flatMap(one =>
      one.change === 'create' && one.kind === 'case' ? [one.row.id] : [],
    )[0]
    return [...opened, create('paymentReminder', { ...taken, caseId: caseId ?? null })]
  },
})
