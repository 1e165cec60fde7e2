import { showDay } from '@credit-market/values/dates'
import { penceOf, showMoney } from '@credit-market/values/money'
import type { AccountsView, MoneyInstalment } from '#contract/money/money'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import type { LateStep } from '#domain/money/late-payment'

/** Says who holds the money. */
export const KEEPS_BOOKS_TEXT =
  'These books say what is owed and to whom. The market itself holds no money: payments go from bank to bank.'

/** Says to the market operator what kind of books these are, and what its funds are. */
export const SUB_LEDGER_TEXT =
  'They are a sub-ledger: enter their totals in the ledger of your own accounts. What is held, and deposits, are balances in these books. They are not bank accounts of their own.'

/** Explains the dates above the table of accounts. */
export const PERIOD_TEXT =
  'Without dates: everything up to now. With a last day: the trial balance at the end of that day. With a first day too: what moved in the period. Bank lines and payments count on the date of the bank.'

/** Says at the inputs of a period that it ends before it begins. */
export const TURNED_PERIOD_TEXT =
  'The last day is before the first. Until you change one of them, the figures stay as they were.'

export const NO_ROUND_TEXT = 'No round was settled up to this day.'

/** Title of the page with VAT and amounts due. */
export const AMOUNTS_DUE_TITLE = 'VAT and amounts due'

/** Heading of the figures of an organisation. */
export const POSITION_LABELS = {
  pays: 'To pay',
  receivesNow: 'To receive',
  receivesLater: 'To receive later',
  forOthers: 'Passed on to others',
} as const

/** Meanings of the figures of an organisation. */
export const POSITION_NOTES = {
  pays: 'In all, without VAT, for the units that were won.',
  receivesNow: 'In all, without VAT: offers, and shares of the surplus.',
  receivesLater: 'Held for maintenance, and paid year by year as checks are passed.',
  forOthers: 'Buyers pay it with the price of a project: fees of the market operator, and checks.',
} as const

/** Events that a payment waits for, before and after they have happened. */
const EVENT_TEXTS: Record<MoneyInstalment['event'], string> = {
  settlement: 'the settlement',
  rightsAllocated: 'rights are allocated',
  creditsIssued: 'credits are issued',
  checkPassed: 'a check is passed',
}

/** Returns the event after which an instalment is due, in words. */
export const instalmentEventText = ({ event, year }: Pick<MoneyInstalment, 'event' | 'year'>): string =>
  year === null ? `After ${EVENT_TEXTS[event]}` : `After the check of year ${year} is passed`

/** Date on which an instalment fell due or falls due. */
export const DUE_LATER_TEXT = 'No date yet'

/** Says that the check after which an instalment is due has not been passed by its day. */
export const overdueCheckText = (day: string): string => `Overdue: the check was due ${showDay(day)}`

export const DUE_DATES_TEXT =
  'Due dates follow from the payment terms of the round and from what has happened since. Each invoice says what is paid.'

export const NOTHING_DUE_TEXT = 'No further payment is due.'

/** Parts of what is due from buyers. */
export const DUE_PARTS = [
  ['invoiced', 'Invoiced and unpaid'],
  ['notInvoiced', 'Not invoiced yet'],
  ['refunds', 'Refunds to pay'],
] as const

/** Part of a balance that no invoice asks for yet, because its event has not happened. */
export const NOT_INVOICED_LABEL = 'Not invoiced yet'

export const NO_MONEY_TEXT = 'Nothing has been won in a settled round yet.'

export const INVOICES_INTRODUCTION =
  'Invoices are issued when a part of a payment falls due. They are never changed: a credit note takes back what was wrong.'

/** A party of an invoice as lines of an address. */
export const partyLines = ({ name, address, companyNumber, vatNumber }: InvoiceView['seller']): string[] => [
  name,
  ...(address === null ? [] : [address]),
  ...(companyNumber === null ? [] : [`Company number ${companyNumber}`]),
  vatNumber === null ? 'Not registered for VAT' : `VAT number ${vatNumber}`,
]

/** Introduces the invoice that a credit note takes back. */
export const creditsText = ({ documentKind }: Pick<InvoiceView, 'documentKind'>): string =>
  documentKind === 'depositReturn' ? 'This document pays back the deposit' : 'This credit note takes back'

/** Introduces the credit note that takes an invoice back. */
export const creditedByText = ({ documentKind }: Pick<InvoiceView, 'documentKind'>): string =>
  documentKind === 'deposit'
    ? 'This deposit is closed. See'
    : 'This invoice is no longer valid. It is taken back by'

export const creditReasonText = (reason: string): string => `Reason: ${reason}`

/** Introduces the list of lines of bank statements. */
export const BANK_INTRODUCTION =
  'Upload your bank statements. A line with the reference of an invoice is booked to that invoice. Lines that are not certain wait here until you book them to an invoice, post them to an account, such as VAT or bank charges, or set them aside.'

/** Introduces the list of payment runs. */
export const PAYMENT_RUNS_INTRODUCTION =
  'A payment run is a file for your bank. It pays suppliers the unpaid amount of their invoices, and refunds to buyers. Two people must approve each file. A payment counts as made when it is on a bank statement that you upload.'

export const EXECUTION_TEXT =
  'Download the file and give it to your bank. Upload the statement of that day when you have it: its lines say which payments the bank has made.'

export const PAYMENT_ORDER_STATE_TEXTS = {
  Planned: { label: 'Planned', tone: 'info' },
  LeftOut: { label: 'Left out', tone: 'warn' },
  InFile: { label: 'In the file', tone: 'info' },
  Executed: { label: 'Made by the bank', tone: 'good' },
  Cancelled: { label: 'Cancelled', tone: 'quiet' },
} as const

export const NOT_IN_BOOKS_TEXT =
  'This line is in another currency or of another account, so it is not in the books.'

/** Says who approved a booking. */
export const approvedByText = (name: string): string => `Approved by ${name}`

export const RETURN_TEXT = 'With this line, the bank returned an earlier payment.'

const TAKEN: Record<LateStep, string> = {
  reminder: 'reminder sent',
  secondReminder: 'second reminder sent',
  finalNotice: 'final notice sent',
  lapse: 'case opened',
}

/** Says how late an invoice is and what has followed; null for one that is in time and never had a reminder. */
export const lateText = ({ late: { days, steps } }: Pick<InvoiceRow, 'late'>): string | null => {
  const taken = steps.map(({ step, on }) => `${TAKEN[step]} ${showDay(on)}`).join('; ')
  if (days === 0) return taken === '' ? null : `${taken.charAt(0).toUpperCase()}${taken.slice(1)}`
  const late = `Late by ${days === 1 ? '1 day' : `${days} days`}`
  return taken === '' ? late : `${late}: ${taken}`
}

const NEXT: Record<LateStep, string> = {
  reminder: 'a reminder is sent',
  secondReminder: 'a second reminder is sent',
  finalNotice: 'a final notice is sent',
  lapse: 'a case about the buyer is opened',
}

/** Says what follows if the invoice is not paid. */
export const nextStepText = ({ step, on }: NonNullable<InvoiceRow['late']['next']>): string =>
  `If it is not paid, ${NEXT[step]} on ${showDay(on)}.`

/** Says why a part of a self-billed invoice is not paid for now. */
export const heldText = ({ failedUnits, soldUnits }: NonNullable<InvoiceRow['held']>): string =>
  `is withheld because ${failedUnits} of the ${soldUnits} units that the project sold have failed. It is paid if they are delivered again.`

/** Says what a negative balance means. */
export const negativeBalanceText = (who: string): string => `A negative balance is money owed to ${who}.`

const countText = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`

export const invoiceCountText = (count: number): string => countText(count, 'open document', 'open documents')

export const lateCountText = (count: number): string => `${count.toLocaleString('en-GB')} late`

export const lineCountText = (count: number): string => countText(count, 'line waits', 'lines wait')

/** Describes the money held for future years. */
export const HELD_TEXT = 'For maintenance, paid as checks are passed.'

/** Says how much of the held money has no year yet. */
export const heldNote = (withoutYear: number): string =>
  withoutYear === 0
    ? 'If every check is passed on time'
    : `${showMoney(penceOf(withoutYear))} has no date yet`

/** Says under the table of years what is held without a year. */
export const heldWithoutYearText = (withoutYear: number): string =>
  `${showMoney(penceOf(withoutYear))} more is held for projects whose checks are not planned yet. It has no year, so it is not in this table.`

/** Says how much of the money of this year waits for checks whose day is past. */
export const overdueText = (overdue: number): string =>
  `${showMoney(penceOf(overdue))} is overdue: the day of its checks is past`

/** Says why the bank account in the books is compared with nothing, up to the last day of a period or up to now. */
export const noBankBalanceText = (until: string | null): string =>
  `No statement ${until === null ? '' : `up to ${showDay(until)} `}gives a closing balance, so there is nothing to compare the bank account with.`

/** Says what explains the difference between the closing balance of the bank and the bank account in the books. */
export const differenceText = ({
  difference,
  notInBooks,
}: Pick<NonNullable<AccountsView['bank']>, 'difference' | 'notInBooks'>): string => {
  if (difference === 0) return 'The books agree with the bank.'
  const explained =
    notInBooks === 0
      ? ''
      : `Lines of this account for ${showMoney(penceOf(notInBooks))} are uploaded but not in the books. `
  return difference === notInBooks
    ? explained.trimEnd()
    : `${explained}Money that was in the account before your first statement, or a statement that is missing, makes a difference.`
}
