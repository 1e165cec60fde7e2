import type { Read } from '#actions/kit/changes'
import type { BankLine } from '#domain/money/bank-line'
import type { BookableAccount } from '#domain/money/bookings/account-booking'
import { quarterBefore } from '#domain/money/reports/vat-return'
import { type Day, englishDayOf, showDay } from '@credit-market/values/dates'
import { type Pence, penceOf, poundsOf } from '@credit-market/values/money'
import { DEMONSTRATION_OPERATOR_USERNAME } from './people.ts'
import { demonstrationRoundRow, roundSchedule } from './rounds.ts'
import { inPounds, type Line, lineOf, toCsv, uploadStatement } from './statement.ts'
import { cellText, type DemonstrationCalendar, type DemonstrationStep } from './step.ts'

/** The round that asks for deposits, and the deposit for each bid in pounds. */
const [ROUND_WITH_DEPOSITS, DEPOSIT] = ['RD-SOM-0', 2500]

/** Steps in which one round asks for deposits, and the bank receives them. */
export const depositSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const round = demonstrationRoundRow(ROUND_WITH_DEPOSITS)
  const { opened, biddingClosed } = roundSchedule(round)
  const setDeposit = (offset: number, deposit: number | null): DemonstrationStep => ({
    ...{ at: calendar.at(offset, 200), by: DEMONSTRATION_OPERATOR_USERNAME },
    ...{ kind: 'market', subjectId: cellText(round, 'marketId'), action: 'SetDeposit', values: { deposit } },
  })
  return [
    setDeposit(opened - 1, DEPOSIT),
    setDeposit(opened + 1, null),
    uploadStatement(calendar.at(biddingClosed + 1, 60), async read =>
      toCsv((await read.list('invoice', { kind: 'deposit' })).map(one => lineOf(one, one.net))),
    ),
  ]
}

/** VAT owed to HMRC at the end of a day, in pence: VAT on invoices less VAT on self-billed invoices. */
const vatUntil = async (read: Read, end: Day): Promise<Pence> => {
  const invoices = await read.list('invoice', { kind: ['invoice', 'selfBilled'] })
  return invoices
    .filter(({ issuedAt }) => englishDayOf(issuedAt) <= end)
    .reduce((sum, { kind, vat }) => sum + (kind === 'invoice' ? vat : -vat), 0)
}

const bankReferenceOf = (id: string): string => `DEMO-${id}`

/** A line of the bank that pays no invoice. */
interface OtherLine {
  id: string
  partyName: string
  reference: string
  /** Pence, negative if money left the account; of VAT, the amount that is owed then. */
  pence: Pence | 'vat'
  /** Accounts to which two people post it, the last for the rest of the line; none if it waits. */
  posted: readonly { account: BookableAccount; pounds?: number; note: string }[]
}

const linesOf = (quarterEnd: Day): OtherLine[] => [
  {
    ...{ id: 'bank-charges', partyName: 'Demonstration Bank', reference: 'Charges', pence: -2750 },
    posted: [{ account: 'bankCharges', note: `Charges for the quarter to ${showDay(quarterEnd)}` }],
  },
  {
    ...{ id: 'bank-interest', partyName: 'Demonstration Bank', reference: 'Interest', pence: 6134 },
    posted: [{ account: 'bankInterest', note: `Interest for the quarter to ${showDay(quarterEnd)}` }],
  },
  {
    ...{ id: 'vat-payment', partyName: 'HMRC VAT', reference: 'VAT return', pence: 'vat' },
    posted: [{ account: 'vat', note: `VAT owed on ${showDay(quarterEnd)}` }],
  },
  {
    ...{
      id: 'bill-for-checks',
      partyName: 'Teal Water Laboratory (demonstration)',
      reference: 'Bill 2217',
      pence: -144_000,
    },
    posted: [
      { account: 'compliance', pounds: 1200, note: 'Site visits to check compliance, bill 2217, net' },
      { account: 'vat', note: 'VAT of bill 2217' },
    ],
  },
  {
    ...{ id: 'fees-drawn', partyName: 'Fennimarsh office account', reference: 'Fees', pence: -500_000 },
    posted: [{ account: 'transfers', note: 'Fees drawn to the office account' }],
  },
  {
    ...{ id: 'unknown-payer', partyName: 'J Reed', reference: 'credits for our site', pence: 125_000 },
    posted: [],
  },
]

const readLine = async (read: Read, id: string): Promise<BankLine> => {
  const [line] = await read.list('bankLine', { bankReference: [bankReferenceOf(id)] })
  if (!line) throw new Error(`The demonstration has no bank line ${id}`)
  return line
}

/** Steps in which one person proposes a booking, and someone who did not upload the line approves it. */
const postingSteps = (
  calendar: DemonstrationCalendar,
  { id, at, account, pounds, note }: OtherLine['posted'][number] & { id: string; at: number },
): DemonstrationStep[] => [
  {
    ...{ at: calendar.at(-18, 60 + at), by: DEMONSTRATION_OPERATOR_USERNAME },
    ...{ kind: 'bankLine', subjectId: async read => (await readLine(read, id)).id },
    ...{ action: 'PostBankLine', values: { account, note } },
    readValues: async read => ({ amount: pounds ?? Math.abs(poundsOf((await readLine(read, id)).rest)) }),
    reason: 'The bank’s statement says so',
  },
  {
    ...{ at: calendar.at(-18, 61 + at), by: 'operator2', kind: 'proposal' },
    subjectId: async read => {
      const subjectId = [(await readLine(read, id)).id]
      const [proposal] = await read.list('proposal', { subjectId, status: 'Waiting' })
      return proposal?.id ?? ''
    },
    ...{ action: 'Approve', values: {} },
  },
]

/** Steps in which the bank reports money that belongs to no invoice, and two people post it; one line waits. */
export const otherBankLineSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const quarterEnd = quarterBefore(calendar.day(-75)).until
  const lines = linesOf(quarterEnd)
  const csvLineOf = async (read: Read, { id, pence, partyName, reference }: OtherLine): Promise<Line> => ({
    ...{
      bookedOn: calendar.day(-30),
      currency: 'GBP',
      partyName,
      reference,
      bankReference: bankReferenceOf(id),
    },
    amount: inPounds(pence === 'vat' ? -(await vatUntil(read, quarterEnd)) : pence),
  })
  return [
    uploadStatement(calendar.at(-19, 60), async read => {
      const now = await Promise.all(lines.map(line => csvLineOf(read, line)))
      const before = await read.list('bankLine', {})
      const balance =
        before.reduce((sum, { amount }) => sum + amount, 0) +
        now.reduce((sum, { amount }) => sum + penceOf(Number(amount)), 0)
      const closing: Line = { closingBalance: inPounds(balance), closingOn: calendar.day(-30) }
      return toCsv(now.map(line => ({ ...line, ...closing })))
    }),
    ...lines.flatMap(({ id, posted }, at) =>
      posted.flatMap((booking, part) => postingSteps(calendar, { id, at: 10 * at + 2 * part, ...booking })),
    ),
  ]
}
