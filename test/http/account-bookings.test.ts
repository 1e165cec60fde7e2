import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionForm } from '#contract/kit/form'
import type { BankLineRow } from '#contract/money/bank'
import { startBookings } from './booking-world.ts'

const OWN_UPLOAD = 'You uploaded the statement with this line'

let its: Awaited<ReturnType<typeof startBookings>>
const takeBack = async (reference: string) => {
  const proposed = await its.act(
    'olga',
    reference,
    'TakeBookingBack',
    { reason: 'Wrong account' },
    { reason: 'It is wrong' },
  )
  expect(proposed.status, proposed.said).toBe(202)
  return its.approve('otto', proposed)
}

describe('a bank line that belongs to no invoice', () => {
  beforeAll(async () => {
    its = await startBookings('operator')
  })
  afterAll(() => its.world.close())

  it('offers the accounts of its direction', async () => {
    const accountsOf = async (reference: string) => {
      const form = await its.read<ActionForm>(
        `/api/bank-line/${await its.idOf(reference)}/action/PostBankLine`,
      )
      return form.given.accounts
    }
    const out = ['vat', 'compliance', 'performance', 'bankCharges', 'transfers']
    expect(await accountsOf('FEE')).toEqual(out)
    expect(await accountsOf('GROSS')).toEqual([...out.slice(0, -1), 'bankInterest', 'transfers'])
    const interest = await its.post('olga', 'FEE', 'bankInterest', 12.5)
    expect([interest.status, interest.said]).toEqual([
      422,
      expect.stringContaining('Money that left the account cannot be posted to this account'),
    ])
    const foreign = await its.post('olga', 'EURO', 'transfers', 9)
    expect([foreign.status, foreign.said]).toEqual([409, expect.stringContaining('not in the books')])
  })

  it('needs a note, and an amount that is left of the line', async () => {
    const noNote = await its.act(
      'olga',
      'FEE',
      'PostBankLine',
      { account: 'bankCharges', amount: 12.5 },
      { reason: 'So' },
    )
    expect([noNote.status, noNote.said]).toEqual([422, expect.stringContaining('note')])
    const tooMuch = await its.post('olga', 'FEE', 'bankCharges', 12.51)
    expect(tooMuch.said).toContain('Only £12.50 of the line is left')
  })

  it('shows the approver the line, the account, the note, the file and who uploaded it', async () => {
    const seen = await its.post('olga', 'VAT', 'vat', 1_200, { preview: true })
    expect(seen.said).toContain('£1,200.00 went out to Smith & Sons on 30 Apr 2026')
    expect(seen.said).toContain('Person olga uploaded statement.xml')
    expect(seen.said).toContain('is posted to the account “Value added tax”')
    expect(seen.said).toContain('Note on VAT')
  })

  it('is not approved by the person who uploaded it, and the proposal stays for someone else', async () => {
    const proposed = await its.post('otto', 'VAT', 'vat', 1_200)
    const refused = await its.approve('olga', proposed)
    expect([refused.status, refused.said]).toEqual([409, expect.stringContaining(OWN_UPLOAD)])
    expect(await its.line('VAT')).toMatchObject({ status: 'Waiting', bookings: [] })
    expect((await its.approve('otto', proposed)).status).toBe(409)
    const approved = await its.approve('oona', proposed)
    expect(approved.status, approved.said).toBe(200)
  })

  it('is posted with the date of the bank, and the books show what is still owed', async () => {
    expect(await its.line('VAT')).toMatchObject({
      ...{ status: 'Booked', rest: 0, reason: null, postedTo: ['vat'] },
      bookings: [
        {
          ...{ account: 'vat', amount: -1_200, note: 'Note on VAT', isReversal: false },
          ...{ bookedBy: { name: 'Person otto' }, approvedBy: { name: 'Person oona' } },
        },
      ],
    })
    expect(await its.balance('vat')).toBe(1_200)
    const journal: string[][] = parse((await its.world.ask('olga', '/api/journal')).body, { bom: true })
    const [booking] = (await its.line('VAT')).bookings
    const heading = journal[0]!
    const rows = journal
      .filter(([entry]) => entry === booking!.entry)
      .map(row => Object.fromEntries(heading.map((name, at) => [name, row[at]])))
    const common = { Date: '2026-04-30', Round: '', Document: 'VAT', Note: 'Note on VAT' }
    expect(rows).toMatchObject([
      { ...common, Account: 'Unallocated receipts and payments', 'Credit (GBP)': '1200' },
      { ...common, Account: 'Value added tax', 'Debit (GBP)': '1200' },
    ])
    expect(rows[0]!.Entered).not.toBe('2026-04-30')
    expect(await its.faults()).toEqual([])
  })

  it('is posted in parts, after it was set aside', async () => {
    expect((await its.act('olga', 'GROSS', 'SetBankLineAside', { reason: 'To be seen' })).status).toBe(200)
    await its.both('GROSS', 'bankInterest', 3)
    expect(await its.line('GROSS')).toMatchObject({ status: 'Waiting', rest: 0.21, reason: null })
    await its.both('GROSS', 'transfers', 0.21)
    const { items } = await its.read<{ items: BankLineRow[] }>('/api/bank-lines?status=Booked')
    expect(items.map(({ rest, postedTo }) => [rest, postedTo])).toEqual([
      [0, ['bankInterest', 'transfers']],
      [0, ['vat']],
    ])
    expect(await its.faults()).toEqual([])
  })

  it('takes no more from a fund than the fund holds', async () => {
    await its.both('BACK', 'compliance', 500)
    const refused = await its.post('olga', 'BILL', 'compliance', 600)
    expect([refused.status, refused.said]).toEqual([
      422,
      expect.stringContaining('Only £500.00 is in the account “Held for compliance checks”'),
    ])
    await its.both('BILL', 'compliance', 500)
    await its.both('BILL', 'vat', 100)
    expect(await its.balance('compliance')).toBe(0)
    const spent = await its.act(
      'olga',
      'BACK',
      'TakeBookingBack',
      { reason: 'Wrong' },
      { reason: 'It is wrong' },
    )
    expect([spent.status, spent.said]).toEqual([
      422,
      expect.stringContaining('the money has been paid for checks since'),
    ])
  })

  it('waits again once two people take its booking back, as if it had never been posted', async () => {
    const back = await takeBack('BILL')
    expect(back.status, back.said).toBe(200)
    expect(await its.line('BILL')).toMatchObject({
      ...{ status: 'Waiting', rest: -600, reason: 'Wrong account', postedTo: [] },
      bookings: [
        { account: 'compliance', amount: -500, isReversal: false },
        { account: 'vat', amount: -100, isReversal: false },
        { account: 'compliance', amount: 500, isReversal: true, note: 'Wrong account' },
        { account: 'vat', amount: 100, isReversal: true },
      ],
    })
    expect(await its.balance('compliance')).toBe(-500)
    const { rows } = await sql<{ days: string[] }>`
      select array_agg(distinct accounting_date::text) as days from money_entry
      join account_booking on money_entry.id = 'booking ' || account_booking.id
      where bank_line_id = ${await its.idOf('BILL')}`.execute(its.world.store.db)
    expect(rows).toEqual([{ days: ['2026-05-29'] }])
    await its.both('BILL', 'compliance', 400)
    await its.both('BILL', 'transfers', 200)
    expect(await its.line('BILL')).toMatchObject({ status: 'Booked', postedTo: ['compliance', 'transfers'] })
    expect(await its.faults()).toEqual([])
  })

  it('is posted once, also if it is proposed twice', async () => {
    const [first, second] = [
      await its.post('olga', 'FEE', 'bankCharges', 12.5),
      await its.post('oona', 'FEE', 'bankCharges', 12.5),
    ]
    expect([first.status, second.status]).toEqual([202, 409])
    const answers = await Promise.all([its.approve('otto', first), its.approve('oona', first)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await its.post('olga', 'FEE', 'bankCharges', 12.5)).status).toBe(409)
    expect(await its.balance('bankCharges')).toBe(12.5)
  })

  it('is for the market operator alone', async () => {
    for (const who of ['bob', 'fay', 'amy'])
      expect((await its.post(who, 'BACK', 'vat', 1)).status, who).toBeOneOf([403, 404])
  })
})

describe('where no second person is required', () => {
  beforeAll(async () => {
    its = await startBookings('nobody')
  })
  afterAll(() => its.world.close())

  it('whoever uploaded the line does not post it alone, and a colleague can', async () => {
    const own = await its.post('olga', 'FEE', 'bankCharges', 12.5, {})
    expect([own.status, own.said]).toEqual([409, expect.stringContaining(OWN_UPLOAD)])
    const made = await its.post('otto', 'FEE', 'bankCharges', 12.5, {})
    expect(made.status, made.said).toBe(200)
    expect(await its.line('FEE')).toMatchObject({
      bookings: [{ bookedBy: { id: 'otto' }, approvedBy: { id: 'otto' } }],
    })
  })

  it('a payment of VAT that the bank returns is posted, and can be taken back', async () => {
    await its.upload({ amount: '77.00', reference: 'RETURNED', isReturn: true })
    expect((await its.post('otto', 'RETURNED', 'vat', 77, {})).status).toBe(200)
    expect(await its.balance('vat')).toBe(-77)
    expect((await its.act('olga', 'RETURNED', 'TakeBookingBack', { reason: 'Wrong' })).status).toBe(200)
    expect(await its.balance('vat')).toBe(0)
    expect(await its.faults()).toEqual([])
  })
})
