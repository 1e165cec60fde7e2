import type { Read } from '#actions/kit/changes'
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

/** What is owed to HMRC at the end of a day, in pence: the VAT of invoices less the VAT of self-billed ones. */
const vatUntil = async (read: Read, end: Day): Promise<Pence> => {
  const invoices = await read.list('invoice', { kind: ['invoice', 'selfBilled'] })
  return invoices
    .filter(({ issuedAt }) => englishDayOf(issuedAt) <= end)
    .reduce((sum, { kind, vat }) => sum + (kind === 'invoice' ? vat : -vat), 0)
}

/** A line of the bank that pays no invoice. */
interface OtherLine {
  /** Id of the line, and the bank's own. */
  id: string
  partyName: string
  reference: string
  /** Pence, negative if money left the account; of VAT, the amount that is owed then. */
  pence: Pence | 'vat'
  /** Accounts to which someone else posts it, the last for the rest of the line; none if it waits. */
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

/** Steps in which the bank reports money that belongs to no invoice, and someone other than the uploader posts it; one line waits. */
export const otherBankLineSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const quarterEnd = quarterBefore(calendar.day(-75)).until
  const lines = linesOf(quarterEnd)
  const csvLineOf = async (read: Read, { id, pence, partyName, reference }: OtherLine): Promise<Line> => ({
    ...{ bookedOn: calendar.day(-30), currency: 'GBP', partyName, reference, bankReference: `DEMO-${id}` },
    amount: inPounds(pence === 'vat' ? -(await vatUntil(read, quarterEnd)) : pence),
  })
  return [
    uploadStatement(
      calendar.at(-19, 60),
      async read => {
        const now = await Promise.all(lines.map(line => csvLineOf(read, line)))
        const before = await read.list('bankLine', {})
        const balance =
          before.reduce((sum, { amount }) => sum + amount, 0) +
          now.reduce((sum, { amount }) => sum + penceOf(Number(amount)), 0)
        const closing: Line = { closingBalance: inPounds(balance), closingOn: calendar.day(-30) }
        return toCsv(now.map(line => ({ ...line, ...closing })))
      },
      lines.map(({ id }) => id),
    ),
    ...lines.flatMap(({ id, posted }, at) =>
      posted.map(({ account, pounds, note }, part): DemonstrationStep => ({
        ...{ at: calendar.at(-18, 60 + 10 * at + part), by: 'operator2', kind: 'bankLine', subjectId: id },
        ...{ action: 'PostBankLine', values: { account, note } },
        readValues: async read => {
          const [line] = await read.list('bankLine', { id: [id] })
          return { amount: pounds ?? Math.abs(poundsOf(line?.rest ?? 0)) }
        },
      })),
    ),
  ]
}
