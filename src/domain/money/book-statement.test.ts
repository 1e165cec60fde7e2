import { describe, expect, it } from 'vitest'
import { ibanError, type StatementLine } from './bank-line.ts'
import { bookStatement, type BookedStatement, type StatementFacts } from './book-statement.ts'
import { paymentReference } from './invoice.ts'
import { findInvoiceNumbers, namesDeposit, type PayableInvoice } from './match-payments.ts'
import { readStatementLines } from './statement.ts'

const OWN = 'GB33BUKB20201555555555'
const PAYER = 'GB82WEST12345698765432'

const line = (more: Partial<StatementLine>): StatementLine => ({
  ...{ account: OWN, bankReference: 'B1', bookedOn: '2026-06-01', amount: 10_000, currency: 'GBP' },
  ...{ partyName: 'The builder', partyIban: null, reference: null, endToEndId: null, isReturn: false },
  ...{ closingBalance: null, closingOn: null },
  ...more,
})

const invoice = (id: string, open: number, kind: PayableInvoice['kind'] = 'invoice'): PayableInvoice => ({
  ...{ id, kind, partyId: 'builder', open, total: open },
})

const book = (lines: readonly StatementLine[], known: Partial<StatementFacts> = {}) => {
  let ids = 0
  const booked = bookStatement(
    lines,
    { ownAccount: OWN, there: [], invoices: [], holders: [], standing: [], ...known },
    {
      uploadedBy: 'olga',
      statementId: 'statement',
      now: '2026-06-02T09:00:00.000Z',
      newId: () => String((ids += 1)),
    },
  )
  if (typeof booked === 'string') throw new Error(booked)
  return booked
}
const parts = ({ payments }: BookedStatement) =>
  payments.map(({ invoiceId, amount, rule }) => [invoiceId, amount, rule])
const rests = ({ lines }: BookedStatement) => lines.map(({ rest, status }) => [rest, status])
const ref = (number: string) => paymentReference(number)

describe('a line with a reference', () => {
  it('pays the invoice as a whole or in part', () => {
    const booked = book(
      [
        line({ reference: `Invoice ${ref('INV-000001')} thank you`, amount: 4_000 }),
        line({ reference: ref('INV-000001').replace(/(.{4})/g, '$1 '), amount: 6_000, bankReference: 'B2' }),
      ],
      { invoices: [invoice('INV-000001', 10_000)] },
    )
    expect(parts(booked)).toEqual([
      ['INV-000001', 4_000, 'reference'],
      ['INV-000001', 6_000, 'reference'],
    ])
    expect(rests(booked)).toEqual([
      [0, 'Booked'],
      [0, 'Booked'],
    ])
  })

  it('keeps what is too much, and all of a second payment', () => {
    const known = { invoices: [invoice('INV-000001', 10_000)] }
    const reference = ref('INV-000001')
    expect(rests(book([line({ reference, amount: 12_500 })], known))).toEqual([[2_500, 'Waiting']])
    expect(rests(book([line({ reference }), line({ reference, bankReference: 'B2' })], known))).toEqual([
      [0, 'Booked'],
      [10_000, 'Waiting'],
    ])
  })

  it('waits if no invoice has it, its check digits do not fit, or it is for the other direction', () => {
    const known = {
      invoices: [invoice('SBI-000001', 10_000, 'selfBilled')],
      holders: [{ id: 'builder', iban: PAYER }],
    }
    for (const reference of [ref('INV-000009'), ref('SBI-000001')])
      expect(parts(book([line({ reference, partyIban: PAYER })], known))).toEqual([])
    expect(findInvoiceNumbers('RF00INV000001')).toEqual([])
    expect(parts(book([line({ reference: ref('SBI-000001'), amount: -10_000 })], known))).toEqual([
      ['SBI-000001', -10_000, 'reference'],
    ])
  })

  it('pays several invoices only if it is exactly what is open of them', () => {
    const known = { invoices: [invoice('INV-000001', 10_000), invoice('INV-000002', 5_000)] }
    const reference = `${ref('INV-000001')}/${ref('INV-000002')}`
    expect(parts(book([line({ reference, amount: 15_000 })], known))).toHaveLength(2)
    expect(parts(book([line({ reference, amount: 14_999 })], known))).toEqual([])
  })
})

describe('a line without a reference', () => {
  const holders = [{ id: 'builder', iban: PAYER }]
  it('pays the only invoice of the amount of the one organisation with this account', () => {
    const invoices = [invoice('INV-000001', 10_000), invoice('INV-000002', 9_000)]
    expect(parts(book([line({ partyIban: PAYER })], { invoices, holders }))).toEqual([
      ['INV-000001', 10_000, 'account'],
    ])
  })

  it('waits if the amount, the account or the organisation is not certain', () => {
    const invoices = [invoice('INV-000001', 10_000)]
    const waits = (more: Partial<StatementLine>, known: Partial<StatementFacts>) =>
      expect(parts(book([line({ partyIban: PAYER, ...more })], { invoices, holders, ...known }))).toEqual([])
    waits({ amount: 9_999 }, {})
    waits({ partyIban: null }, {})
    waits({}, { holders: [...holders, { id: 'other', iban: PAYER }] })
    waits({}, { invoices: [...invoices, invoice('INV-000002', 10_000)] })
  })

  it('waits if it may repeat a payment, or mean an invoice that is paid already', () => {
    const invoices = [invoice('INV-000001', 10_000), invoice('INV-000002', 10_000)]
    const known = { holders, invoices }
    const paid = line({ partyIban: PAYER, reference: ref('INV-000001') })
    expect(parts(book([paid, line({ partyIban: PAYER, bankReference: 'B2' })], known))).toEqual([
      ['INV-000001', 10_000, 'reference'],
    ])
    const larger = [invoice('INV-000001', 15_000), invoice('INV-000002', 10_000)]
    expect(
      parts(book([paid, line({ partyIban: PAYER, bankReference: 'B2' })], { holders, invoices: larger })),
    ).toEqual([['INV-000001', 10_000, 'reference']])
  })

  it('may have the reference as its end-to-end id, also with more behind it', () => {
    const invoices = [invoice('SBI-000001', 10_000, 'selfBilled')]
    const paid = line({ amount: -10_000, endToEndId: `${ref('SBI-000001')}P12` })
    expect(parts(book([paid], { invoices }))).toEqual([['SBI-000001', -10_000, 'reference']])
  })
})

it('a line in another currency or of another account waits and is not in the books', () => {
  const reference = ref('INV-000001')
  const booked = book(
    [line({ reference, currency: 'EUR' }), line({ reference, account: PAYER, bankReference: 'B2' })],
    { invoices: [invoice('INV-000001', 10_000)] },
  )
  expect(booked.lines.map(({ isInBooks, status }) => [isInBooks, status])).toEqual([
    [false, 'Waiting'],
    [false, 'Waiting'],
  ])
  expect(booked.payments).toEqual([])
})

it('a returned payment is reversed, and the invoice is open again', () => {
  const reference = ref('INV-000001')
  const booked = book(
    [
      line({ reference, endToEndId: 'E1' }),
      line({
        amount: -10_000,
        endToEndId: 'E1',
        isReturn: true,
        bankReference: 'B2',
        bookedOn: '2026-06-02',
      }),
      line({ reference, bankReference: 'B3', bookedOn: '2026-06-03' }),
    ],
    { invoices: [invoice('INV-000001', 10_000)] },
  )
  expect(parts(booked)).toEqual([
    ['INV-000001', 10_000, 'reference'],
    ['INV-000001', -10_000, 'returned'],
    ['INV-000001', 10_000, 'reference'],
  ])
  expect(booked.payments[1]!.reversesId).toBe(booked.payments[0]!.id)
})

it('a line is there once, and one with the id of another line is refused', () => {
  const [first] = book([line({})]).lines
  expect(book([line({}), line({})], {}).lines).toHaveLength(1)
  expect(book([line({})], { there: [first!] }).lines).toEqual([])
  expect(() => book([line({ amount: 1 })], { there: [first!] })).toThrow('has the id of another line')
})

describe('a statement as CSV', () => {
  const header = ['Booking date', 'Amount', 'Currency', 'Name', 'Reference', 'Line id']
  const row = (...cells: string[]) => ({
    line: 2,
    cells: Object.fromEntries(header.map((heading, at) => [heading, cells[at] ?? ''])),
  })
  it('gives a line without an id a fingerprint with its place among equal ones', () => {
    const same = row('2026-06-01', '-12.5', 'GBP', 'Bank', 'Fee')
    const read = readStatementLines({ header, rows: [same, same] }, OWN, text => text)
    if (typeof read === 'string') throw new Error(read)
    expect(read.map(({ amount, account }) => [amount, account])).toEqual([
      [-1_250, OWN],
      [-1_250, OWN],
    ])
    expect(new Set(read.map(({ bankReference }) => bankReference)).size).toBe(2)
    expect(readStatementLines({ header, rows: [same, same] }, OWN, text => text)).toEqual(read)
  })

  it.each([
    [['01/06/2026', '1', 'GBP'], 'Row 2: the Booking date must be a date'],
    [['2026-06-01', '1,000.00', 'GBP'], 'Row 2: the Amount must be a number'],
    [['2026-06-01', '0', 'GBP'], 'Row 2: the Amount must be a number'],
    [['2026-06-01', '1', 'pounds'], 'Row 2: the Currency must be a code'],
  ])('refuses %s', (cells, why) => {
    expect(readStatementLines({ header, rows: [row(...cells)] }, OWN, text => text)).toContain(why)
  })

  it('refuses a heading that is missing or unknown', () => {
    expect(readStatementLines({ header: ['Amount'], rows: [] }, OWN, text => text)).toContain(
      'Row 1: there is no heading',
    )
    expect(readStatementLines({ header: [...header, 'Mood'], rows: [] }, OWN, text => text)).toContain(
      'Row 1: the heading Mood',
    )
  })
})

it('an IBAN has the length and check digits of ISO 13616', () => {
  expect([OWN, 'GB82 WEST 1234 5698 7654 32', 'DE89370400440532013000'].map(ibanError)).toEqual([
    ...[undefined, undefined, undefined],
  ])
  for (const wrong of ['', 'GB33BUKB20201555555556', 'GB33BUKB2020155555555'])
    expect(ibanError(wrong)).toBeDefined()
})

it.each([
  [{ reference: 'RF18DEP000012', endToEndId: null }, true],
  [{ reference: 'rf18 dep0 0001 2', endToEndId: null }, true],
  [{ reference: 'Deposit DEP-000012, thank you', endToEndId: null }, true],
  [{ reference: null, endToEndId: 'RF99DEP000012' }, true],
  [{ reference: 'Deposit 12', endToEndId: null }, false],
  [{ reference: 'RF11INV000001', endToEndId: 'E2E-1' }, false],
  [{ reference: null, endToEndId: null }, false],
])('of %o, naming a deposit is %s', (payment, isNamed) => {
  expect(namesDeposit(payment)).toBe(isNamed)
})
