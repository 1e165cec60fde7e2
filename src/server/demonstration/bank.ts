import type { Read } from '#actions/kit/changes'
import { remainderBy97 } from '#domain/money/bank-line'
import { type Invoice, paymentReference } from '#domain/money/invoice'
import { MAX_PAYMENTS_PER_RUN } from '#domain/money/payment-run'
import { STATEMENT_HEADINGS } from '#domain/money/statement'
import type { Day } from '@credit-market/values/dates'
import { DEMONSTRATION_OPERATOR_USERNAME, usernameOfOrganisation } from './people.ts'
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

type Line = Partial<Record<keyof typeof STATEMENT_HEADINGS, string>>

const COLUMNS = [
  ...(['bookedOn', 'amount', 'currency', 'partyName', 'reference'] as const),
  ...(['bankReference', 'endToEndId', 'isReturn'] as const),
]

const cellOf = (text: string): string => `"${text.replaceAll('"', '""')}"`

const toCsv = (lines: readonly Line[]): string =>
  [
    COLUMNS.map(column => STATEMENT_HEADINGS[column]),
    ...lines.map(line => COLUMNS.map(column => line[column] ?? '')),
  ]
    .map(row => `${row.map(cellOf).join(',')}\n`)
    .join('')

const lineOf = ({ id, kind, net, vat, due, content }: Invoice, part = 1): Line => {
  const pence = Math.round((net + vat) * part) * (kind === 'selfBilled' ? -1 : 1)
  return {
    ...{ bookedOn: due, amount: (pence / 100).toFixed(2), currency: 'GBP', reference: paymentReference(id) },
    partyName: kind === 'selfBilled' ? content.seller.name : content.buyer.name,
    ...{ bankReference: `DEMO-${id}`, endToEndId: `${id.replace('-', '')}A` },
  }
}

const returnOf = (line: Line): Line => ({
  ...line,
  ...{ amount: `-${line.amount}`, bankReference: `${line.bankReference}-R`, isReturn: 'yes' },
})

/**
 * Writes the statement of the bank up to a day: what was due is paid, but of the last two invoices to buyers one is paid by half and the
 * payment of the other was returned, and the last self-billed ones are left for the payment run. What fell due later is open, or late.
 */
const writeStatement = async (read: Read, until: Day): Promise<string> => {
  const due = (await read.list('invoice', { kind: ['invoice', 'selfBilled'] }))
    .filter(invoice => invoice.due <= until && invoice.id !== TAKEN_BACK)
    .toSorted((a, b) => a.due.localeCompare(b.due))
  const ofKind = (kind: Invoice['kind']) => due.filter(one => one.kind === kind)
  const [toBuyers, toSuppliers] = [ofKind('invoice'), ofKind('selfBilled')]
  const [returned, half] = toBuyers.slice(-2)
  return toCsv([
    ...[...toBuyers.slice(0, -1), ...toSuppliers.slice(0, -LEFT_FOR_RUN)].map(one => lineOf(one)),
    ...(returned ? [returnOf(lineOf(returned))] : []),
    ...(half ? [lineOf(half, 0.5)] : []),
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
      at: calendar.at(-40, 60 + place),
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
    {
      ...{ ...byOperator, at: calendar.at(-20, 60), kind: 'bankLines', subjectId: 'bankLines' },
      ...{ action: 'UploadBankStatement', values: {} },
      files: {
        statement: async read => ({
          name: 'statement.csv',
          text: await writeStatement(read, calendar.day(-60)),
        }),
      },
    },
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
