import { describe, expect, it } from 'vitest'
import { sha256 } from '@credit-market/matching/formats/sha256'
import { toBankText, writePaymentFile } from './payment-file.ts'
import { findPayoutObstacle, paymentOrderState } from './payment-run.ts'

const IBAN = 'GB33BUKB20201555555555'
const NOTHING_DRAFTED = { drafted: null, open: 100, held: 0, today: '2026-06-04' } as const

describe('a payment', () => {
  it('is left out until three working days after the account was changed, by English days', () => {
    const changedAt = (accountChangedAt: string | null, today = '2026-06-04') =>
      findPayoutObstacle({ iban: IBAN, accountChangedAt }, { ...NOTHING_DRAFTED, today })
    expect(changedAt('2026-06-01T22:59:00.000Z')).toBeNull()
    expect(changedAt('2026-06-01T23:00:00.000Z')).toBe('accountNew')
    // Thursday: a Friday and a weekend later only one working day has passed.
    expect(changedAt('2026-06-04T09:00:00.000Z', '2026-06-08')).toBe('accountNew')
    expect(changedAt('2026-06-04T09:00:00.000Z', '2026-06-09')).toBeNull()
    expect(changedAt(null)).toBeNull()
  })

  it('is left out if nothing is open, without an account, and if the account is not that of the draft', () => {
    const payee = { iban: IBAN, accountChangedAt: null }
    const inRun = (iban: string, amount: number) => ({ ...NOTHING_DRAFTED, drafted: { iban, amount } })
    const drafted = inRun('GB82WEST12345698765432', 100)
    expect(findPayoutObstacle(payee, { ...NOTHING_DRAFTED, open: 0 })).toBe('nothingOpen')
    expect(findPayoutObstacle(payee, { ...NOTHING_DRAFTED, open: 0, held: 100 })).toBe('held')
    expect(findPayoutObstacle({ iban: null, accountChangedAt: null }, NOTHING_DRAFTED)).toBe('noAccount')
    expect(findPayoutObstacle(payee, drafted)).toBe('accountChanged')
    expect(findPayoutObstacle(payee, inRun(IBAN, 100))).toBeNull()
    expect(findPayoutObstacle(payee, inRun(IBAN, 99))).toBe('moreOpen')
  })

  it('has a state that follows from its run, and stays executed when the rest of the run is cancelled', () => {
    const order = { leftOut: null, bankLineId: null }
    const state = (status: 'Draft' | 'Approved' | 'Cancelled', more = {}) =>
      paymentOrderState({ status }, { ...order, ...more })
    expect([state('Draft'), state('Approved'), state('Cancelled')]).toEqual([
      ...['Planned', 'InFile', 'Cancelled'],
    ])
    expect(state('Cancelled', { bankLineId: 'line' })).toBe('Executed')
    expect(state('Approved', { leftOut: 'nothingOpen' })).toBe('LeftOut')
  })
})

describe('a payment file', () => {
  it.each([
    ['Smith & Sons <Ltd>', 'Smith + Sons .Ltd.'],
    ['Œuvre Łódź Straße Ärger', 'OEuvre Lodz Strasse Arger'],
    ['Fen’s Farm – “North”', "Fen's Farm - .North."],
    ['//a//b/', 'a/b'],
    ['田', '.'],
    ['x'.repeat(80), 'x'.repeat(70)],
  ])('writes the name %s in the characters that banks accept', (name, written) => {
    expect(toBankText(name)).toBe(written)
  })

  it('has the same bytes in every version', () => {
    const file = writePaymentFile(
      {
        ...{ id: '0123456789abcdef', approvedAt: '2026-06-01T23:30:00.123Z' },
        ...{ account: IBAN, payerName: 'Market & Co' },
      },
      [
        {
          ...{ invoiceId: 'SBI-000001', payeeName: 'Fen’s Farm', iban: 'GB82WEST12345698765432' },
          ...{ amount: 1_740_000, endToEndId: 'RF11SBI000001P1' },
        },
        {
          ...{ invoiceId: 'SBI-000012', payeeName: 'Avon', iban: 'DE89370400440532013000' },
          ...{ amount: 5, endToEndId: 'RF11SBI000012P2' },
        },
      ],
    )
    expect(file).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>17400.05</CtrlSum>')
    expect(file).toContain('<ReqdExctnDt><Dt>2026-06-02</Dt></ReqdExctnDt>')
    // Do not change this hash: verification compares stored hashes with what the writer gives today.
    expect(sha256(file)).toBe('89063e5c97e611b569fb964f99f3cd5a9263057230adf4ca9b827d66c0c0fa40')
  })
})
