import { z } from 'zod'
import { ACCOUNT_PURPOSES } from '#domain/money/account'
import { PAYMENT_EVENTS } from '#domain/money/payment-schedule'
import { endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { csvFormat, day, id, idAndName, idAndNameList, instant, money } from '../kit/values.ts'
import { dateOfQuery, periodQuery } from '../kit/balance.ts'
import { roundOfItem } from '../round/round.ts'

const tag = 'Money'

/** Address of the page of money: the reader's own, or that of another organisation which the reader may see. */
export const moneyPageAddress = (organisationId?: string): string =>
  organisationId === undefined ? '/money' : `/money?for=${encodeURIComponent(organisationId)}`

/** Address of the list of invoices: all that the reader may know, or those of one organisation. */
export const invoicesPageAddress = (organisationId?: string): string =>
  organisationId === undefined ? '/invoices' : `/invoices?for=${encodeURIComponent(organisationId)}`

/** Address of the list of open invoices of some kinds, the first due first. */
export const openInvoicesPageAddress = (kinds: readonly string[]): string =>
  `/invoices?${kinds.map(kind => `documentKind=${kind}`).join('&')}&isOpen=true&sort=due`

/** Address of the page with the books of a round. */
export const roundBooksPageAddress = (roundId: string): string =>
  `/money/rounds/${encodeURIComponent(roundId)}`

const purpose = z.enum(ACCOUNT_PURPOSES).meta({ id: 'AccountPurpose' })

/** Amounts that an organisation pays and receives. */
const positionFields = {
  pays: money.meta({ description: 'Pounds that it pays for the units it won' }),
  receivesNow: money.meta({
    description: 'Pounds that it receives for itself: offers and shares of the surplus',
  }),
  receivesLater: money.meta({
    description: 'Pounds held for it, and paid year by year as the habitat is maintained',
  }),
  forOthers: money.meta({
    description: 'Pounds that buyers pay for its projects to the market operator and for checks',
  }),
}

/** A thing to which a posting belongs. */
const moneyItem = idAndName.extend({ kind: z.enum(['project', 'requirement']) })

const statementLine = z
  .object({
    on: day.meta({
      description: 'Accounting date: of the bank for a payment, of a document, or of the settlement',
    }),
    at: instant.meta({ description: 'When it was entered, which can be after its date' }),
    round: roundOfItem,
    purpose,
    isPayment: z.boolean().meta({ description: 'True for a payment by the bank' }),
    item: moneyItem.nullable(),
    debit: money.meta({ description: 'Pounds that the organisation owes; 0 in a credit' }),
    credit: money.meta({ description: 'Pounds that the organisation is owed; 0 in a debit' }),
    balance: money.meta({ description: 'Balance after this line; negative if the organisation is owed' }),
  })
  .meta({ id: 'MoneyStatementLine' })
export type MoneyStatementLine = z.infer<typeof statementLine>

/** A part of a payment and its due date. */
export const moneyInstalment = z
  .object({
    item: moneyItem,
    round: roundOfItem,
    purpose: z.enum(['due', 'payable', 'maintenance']).meta({
      description: 'Payment of a buyer, proceeds of a supplier, or money held for maintenance',
    }),
    event: z.enum([...PAYMENT_EVENTS, 'checkPassed']).meta({ description: 'What the part waits for' }),
    year: z.int().nullable().meta({ description: 'Year of the check that it waits for' }),
    due: day.nullable().meta({ description: 'Due date; null until the event has happened' }),
    checkDue: day.nullable().meta({
      description: 'Day for which that check is scheduled; it is overdue after that day while `due` is null',
    }),
    amount: money,
  })
  .meta({ id: 'MoneyInstalment' })
export type MoneyInstalment = z.infer<typeof moneyInstalment>

/** Total of the next instalments, and their date; null if no date is known. */
export const nextInstalment = z.object({ due: day, amount: money }).nullable()
export type NextInstalment = z.infer<typeof nextInstalment>

export const moneyView = z
  .object({
    organisation: idAndName,
    isOwn: z.boolean().meta({ description: 'True if it is your own organisation' }),
    organisations: idAndNameList.meta({ description: 'Organisations whose money you may see' }),
    ...positionFields,
    paid: money.meta({ description: 'Pounds that it has paid, by the statements of the bank' }),
    received: money.meta({ description: 'Pounds that have been paid to it' }),
    openToPay: money.meta({ description: 'Pounds of invoices, with VAT, that it still has to pay' }),
    openToReceive: money.meta({
      description: 'Pounds of self-billed invoices, with VAT, still to be paid to it',
    }),
    nextPaid: nextInstalment.meta({ description: 'What it pays next; null if no date is known' }),
    nextReceived: nextInstalment.meta({ description: 'What it receives next; null if no date is known' }),
    rounds: z.array(z.object({ round: roundOfItem, settledAt: instant, ...positionFields })),
    instalments: z.array(moneyInstalment).meta({
      description: 'When its money is due by the payment terms of each round, the first due first',
    }),
    statement: z.array(statementLine).meta({ description: 'Postings to its own accounts, oldest first' }),
  })
  .meta({ id: 'Money' })
export type MoneyView = z.infer<typeof moneyView>

export const readMoney = endpoint('GET /api/money', {
  id: 'readMoney',
  tag,
  summary:
    'Money of one organisation: yours, a client’s, or for the market operator any; as CSV, its statement to download',
  access: 'member',
  byKey: 'read',
  query: z.object({ organisationId: id.optional(), format: csvFormat }),
  answers: { 200: mediaAnswer({ 'application/json': moneyView, 'text/csv': z.string() }), 404: refusal },
})

const accountSums = {
  opening: money.meta({ description: 'Balance before the first day of the period, in pounds' }),
  debit: money.meta({ description: 'Sum of all debits of the period, in pounds' }),
  credit: money.meta({ description: 'Sum of all credits of the period, in pounds' }),
  balance: money.meta({
    description: 'Balance at the end of the period: opening balance and debits, less credits',
  }),
}

const accountBalance = z
  .object({
    id: z.string(),
    purpose,
    organisation: idAndName
      .nullable()
      .meta({ description: 'Owner of the account; null for one of the market' }),
    ...accountSums,
  })
  .meta({ id: 'AccountBalance' })
export type AccountBalance = z.infer<typeof accountBalance>

export const accountsView = z
  .object({
    from: day.nullable(),
    until: day.nullable(),
    accounts: z.array(accountBalance),
    totals: z.object(accountSums).meta({
      description:
        'Totals of these accounts; of all accounts, debits and credits are equal and the balances are zero',
    }),
    bank: z
      .object({
        on: day.meta({ description: 'Day of the latest closing balance in the period' }),
        stated: money.meta({ description: 'Closing balance of that day, as the statement says' }),
        booked: money.meta({ description: 'Lines of that account in the books up to that day' }),
        difference: money.meta({ description: 'Closing balance of the bank less the balance in the books' }),
        notInBooks: money.meta({ description: 'Lines of that account in pounds that are not in the books' }),
        unallocated: money.meta({
          description: 'Part of the balance in the books that is posted to no invoice and no account',
        }),
      })
      .meta({ id: 'BankComparison' })
      .nullable()
      .meta({
        description:
          'The bank account in the books compared with the statements of the bank, for the market operator; null if no statement gives a closing balance up to the end of the period',
      }),
    rounds: z.array(z.object({ round: roundOfItem, settledAt: instant, paid: money })).meta({
      description:
        'Rounds settled until the end of the period, newest first, with what buyers pay in each; for the market operator',
    }),
  })
  .meta({ id: 'Accounts' })
export type AccountsView = z.infer<typeof accountsView>

export const listAccounts = endpoint('GET /api/accounts', {
  id: 'listAccounts',
  tag,
  summary:
    'Accounts of the books with their balances, now or at the end of a day, and what moved in a period: all for the market operator, for others those of their organisation',
  access: 'member',
  byKey: 'read',
  query: periodQuery.safeExtend({ format: csvFormat }),
  answers: { 200: mediaAnswer({ 'application/json': accountsView, 'text/csv': z.string() }) },
})

export const readJournal = endpoint('GET /api/journal', {
  id: 'readJournal',
  tag,
  summary:
    'Journal of the books as CSV: every posting of every entry, oldest first, of all time or of a period, or only what was entered from a day on; for the market operator',
  access: 'member',
  byKey: 'read',
  query: periodQuery.safeExtend({
    enteredFrom: dateOfQuery('First day on which entries were written, whatever their date; default: all'),
  }),
  answers: { 200: mediaAnswer({ 'text/csv': z.string() }), 403: refusal },
})

const bookedItem = z.object({
  item: moneyItem,
  party: idAndName.meta({ description: 'Owner of the offer or bid' }),
  amounts: z.record(purpose, money).meta({
    description: 'Pounds posted to accounts of each purpose: debits positive, credits negative',
  }),
})
export type BookedItem = z.infer<typeof bookedItem>

const dueInRound = z
  .object({
    event: moneyInstalment.shape.event,
    year: moneyInstalment.shape.year,
    due: moneyInstalment.shape.due,
    fromBuyers: money,
    toSuppliers: money.meta({
      description: 'Proceeds, or in the year of a check money held for maintenance',
    }),
  })
  .meta({ id: 'DueInRound' })
export type DueInRound = z.infer<typeof dueInRound>

export const roundBooks = z
  .object({
    round: roundOfItem,
    settledAt: instant,
    items: z.array(bookedItem),
    totals: z
      .record(purpose, money)
      .meta({ description: 'Pounds in accounts of each purpose; together zero' }),
    due: z
      .array(dueInRound)
      .meta({ description: 'Sums of instalments by due date and event, the first due first' }),
  })
  .meta({ id: 'RoundBooks' })
export type RoundBooks = z.infer<typeof roundBooks>

export const readRoundBooks = endpoint('GET /api/round/:id/books', {
  id: 'readRoundBooks',
  tag,
  summary: 'Books of a settled round on one sheet that adds up to zero; for the market operator',
  access: 'member',
  byKey: 'read',
  query: z.object({ format: csvFormat }),
  answers: { 200: mediaAnswer({ 'application/json': roundBooks, 'text/csv': z.string() }) },
})
