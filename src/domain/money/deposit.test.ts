import { describe, expect, it } from 'vitest'
import { type DepositFacts, depositNote, depositStateOf, depositText, settleDeposit } from './deposit.ts'

const facts = (part: Partial<DepositFacts>): DepositFacts => ({
  ...{ paid: 1_000, left: 1_000, bid: 'won', invoices: [], isInvoicedInFull: false },
  ...part,
})

describe('settleDeposit', () => {
  it('keeps a deposit while its bid has no result', () => {
    const invoices = [{ id: 'INV-000001', open: 500 }]
    expect(settleDeposit(facts({ bid: 'waiting', invoices }))).toEqual({ setOff: [], end: null })
    expect(settleDeposit(facts({ bid: 'waiting', paid: 0, left: 0 }))).toEqual({ setOff: [], end: null })
  })

  it('sets the deposit of a winner off against its first invoices', () => {
    const invoices = [
      { id: 'INV-000001', open: 700 },
      { id: 'INV-000002', open: 700 },
    ]
    expect(settleDeposit(facts({ invoices }))).toEqual({
      setOff: [
        { invoiceId: 'INV-000001', amount: 700 },
        { invoiceId: 'INV-000002', amount: 300 },
      ],
      end: null,
    })
  })

  it('keeps what is left for later invoices, and pays it back once there are none to come', () => {
    const invoices = [{ id: 'INV-000001', open: 400 }]
    expect(settleDeposit(facts({ invoices })).end).toBeNull()
    expect(settleDeposit(facts({ invoices, isInvoicedInFull: true }))).toEqual({
      setOff: [{ invoiceId: 'INV-000001', amount: 400 }],
      end: { how: 'payBack', amount: 600 },
    })
  })

  it('pays the deposit of a loser back, but first what a released buyer owes', () => {
    expect(settleDeposit(facts({ bid: 'out' }))).toEqual({
      setOff: [],
      end: { how: 'payBack', amount: 1_000 },
    })
    const invoices = [{ id: 'INV-000001', open: 900 }]
    expect(settleDeposit(facts({ bid: 'out', invoices }))).toEqual({
      setOff: [{ invoiceId: 'INV-000001', amount: 900 }],
      end: { how: 'payBack', amount: 100 },
    })
  })

  it('takes back a deposit that was never paid, and does nothing with one that is used up', () => {
    expect(settleDeposit(facts({ bid: 'out', paid: 0, left: 0 })).end).toEqual({ how: 'takeBack' })
    expect(settleDeposit(facts({ bid: 'out', left: 0 }))).toEqual({ setOff: [], end: null })
  })
})

describe('settleDeposit of a winner who has not paid', () => {
  const unpaid = { paid: 0, left: 0, invoices: [{ id: 'INV-000001', open: 500 }] }

  it('keeps the request while invoices are still to come', () => {
    expect(settleDeposit(facts(unpaid))).toEqual({ setOff: [], end: null })
  })

  it('takes it back once everything is invoiced', () => {
    expect(settleDeposit(facts({ ...unpaid, isInvoicedInFull: true })).end).toEqual({ how: 'takeBack' })
  })
})

describe('depositStateOf', () => {
  const nothing = { asked: 1_000, paid: 0, setOff: 0, payBack: 0, paidBack: 0, isTakenBack: false }

  it.each([
    [{}, 'Asked'],
    [{ paid: 999 }, 'PartlyPaid'],
    [{ paid: 1_000 }, 'Received'],
    [{ paid: 1_000, setOff: 400 }, 'SetOff'],
    [{ paid: 1_000, setOff: 400, payBack: 600 }, 'ToBePaidBack'],
    [{ paid: 1_000, payBack: 1_000, paidBack: 1_000 }, 'PaidBack'],
    [{ isTakenBack: true }, 'TakenBack'],
  ])('of %o is %s', (part, state) => {
    expect(depositStateOf({ ...nothing, ...part })).toBe(state)
  })
})

it('says before a bid what to pay and when', () => {
  expect(depositNote(100_000, '2026-06-30')).toContain('Pay it by 30 Jun 2026.')
  expect(depositNote(100_000, null)).toContain('a deposit of £1,000.00 for each bid')
  expect(depositNote(100_000, null)).toContain('Pay it within 7 days.')
})

it('says in words what a round asks for', () => {
  expect(depositText(null)).toBe('None')
  expect(depositText(100_000)).toMatch(/^£1,000\.00 for each bid\./)
})
