import { readPayable } from '#actions/bank-line/payable'
import type { Read } from '#actions/kit/changes'
import { remainderBy97 } from '#domain/money/bank-line'
import { type Invoice, isPaidByOperator } from '#domain/money/invoice'
import { MAX_PAYMENTS_PER_RUN } from '#domain/money/payment-run'
import type { Day } from '@credit-market/values/dates'
import { DEMONSTRATION_OPERATOR_USERNAME, usernameOfOrganisation } from './people.ts'
import { depositSteps, otherBankLineSteps } from './other-bank-lines.ts'
import { operatorStartDay } from './rounds.ts'
import { type Line, lineOf, returnOf, toCsv, uploadStatement } from './statement.ts'
import { cellText, type DemonstrationCalendar, type DemonstrationStep, readCsvRows } from './step.ts'

/**
 * Suppliers with a bank account, whom a payment run pays, and a buyer who is refunded; the form of the run says of the others that they
 * have none.
 */
const PAID_BY_RUN = ['SU10', 'SU16', 'SU21', 'BU18'] as const

/** An invoice that is taken back by a credit note later, so no one pays it. */
const TAKEN_BACK = 'INV-000003'

/** Self-billed invoices that are left for the payment run. */
const LEFT_FOR_RUN = 4

const PAYMENT_RUN = 'payment-run-1'

/** An invented account: its check digits fit, and no bank has the code DEMO. */
const inventedIban = (place: number): string => {
  const number = `DEMO${String(20_000_000_000_000 + place)}`
  return `GB${String(98n - remainderBy97(`${number}GB00`)).padStart(2, '0')}${number}`
}

/**
 * Writes the statement of the bank up to a day: what was due is paid, but of the last two invoices to buyers one is paid by half and the
 * payment of the other was returned, and the last self-billed ones are left for the payment run. What fell due later is open, or late.
 */
const writeStatement = async (read: Read, until: Day): Promise<string> => {
  const due = (await read.list('invoice', { kind: ['invoice', 'selfBilled', 'depositReturn'] }))
    .filter(invoice => invoice.due <= until && invoice.id !== TAKEN_BACK)
    .toSorted((a, b) => a.due.localeCompare(b.due))
  const { payable } = await readPayable(read, due)
  const open = new Map(payable.map(one => [one.id, one.open]))
  const lineFor = (invoice: Invoice, part = 1): Line =>
    lineOf(invoice, Math.round((open.get(invoice.id) ?? 0) * part))
  // A deposit may have paid all.
  const unpaid = due.filter(({ id }) => (open.get(id) ?? 0) > 0)
  const [received, paid] = [unpaid.filter(one => !isPaidByOperator(one)), unpaid.filter(isPaidByOperator)]
  const [returned, half] = received.slice(-2)
  return toCsv([
    ...[...received.slice(0, -1), ...paid.slice(0, -LEFT_FOR_RUN)].map(one => lineFor(one)),
    ...(returned ? [returnOf(lineFor(returned))] : []),
    ...(half ? [lineFor(half, 0.5)] : []),
  ])
}

/** Steps in which accounts are recorded, the operator uploads a statement of its bank, and two people make a payment run. */
export const demonstrationBankSteps = (calendar: DemonstrationCalendar): DemonstrationStep[] => {
  const operatorId = cellText(
    readCsvRows('demo_organisations').find(({ type }) => type === 'OPER') ?? {},
    'orgId',
  )
  const account = (id: string, by: string, place: number): DemonstrationStep => ({
    ...{
      at: calendar.at(place === 0 ? operatorStartDay() : -40, 260 + place),
      by,
      kind: 'organisation',
      subjectId: id,
      action: 'SetBankAccount',
    },
    values: { iban: inventedIban(place) },
  })
  const byOperator = { by: DEMONSTRATION_OPERATOR_USERNAME } as const
  return [
    account(operatorId, DEMONSTRATION_OPERATOR_USERNAME, 0),
    ...PAID_BY_RUN.map((id, at) => account(id, usernameOfOrganisation(id), at + 1)),
    ...depositSteps(calendar),
    uploadStatement(calendar.at(-20, 60), read => writeStatement(read, calendar.day(-60))),
    ...otherBankLineSteps(calendar),
    {
      ...{ ...byOperator, at: calendar.at(-4, 60), kind: 'paymentRuns', subjectId: 'paymentRuns' },
      ...{ action: 'CreatePaymentRun', ids: [PAYMENT_RUN] },
      values: {},
      readValues: async (read, day) => {
        const payees = await read.list('organisation', { id: [...PAID_BY_RUN] })
        const due = await read.list('invoice', { id: await read.payableInvoices(day, MAX_PAYMENTS_PER_RUN) })
        const isPaid = ({ partyId }: Invoice) =>
          payees.some(({ id, iban }) => id === partyId && iban !== null)
        return { invoices: due.filter(isPaid).map(({ id }) => id) }
      },
    },
    {
      ...{ ...byOperator, at: calendar.at(-4, 75), kind: 'paymentRun', subjectId: PAYMENT_RUN },
      ...{ action: 'MakePaymentFile', values: {} },
    },
  ]
}
