import { describe, expect, it } from 'vitest'
import {
  chooseVatTreatment,
  normaliseVatNumber,
  vatNumberError,
  vatNumberOn,
  vatOn,
  vatRateOn,
  withVatRegistration,
} from './vat.ts'

describe('a VAT number', () => {
  it('is nine digits, or twelve with a branch, with or without GB and spaces', () => {
    expect(normaliseVatNumber(' gb 123 4567 82 ')).toBe('GB123456782')
    for (const typed of ['GB123456782', '123456782', '123 4567 82 001'])
      expect(vatNumberError(typed), typed).toBeUndefined()
    for (const typed of ['', 'GB12345678', 'DE123456789', '12345678A', '1234567820'])
      expect(vatNumberError(typed), typed).toContain('Not a valid VAT number')
  })

  it('has check digits by modulus 97 or by 9755, and no other ones', () => {
    const WEIGHTS = [8, 7, 6, 5, 4, 3, 2]
    for (let stem = 1_000_003; stem < 9_999_999; stem += 412_357) {
      const sum = WEIGHTS.reduce((all, weight, at) => all + weight * Number(String(stem)[at]), 0)
      const right = [0, 55].map(more => (97 - ((sum + more) % 97)) % 97)
      for (let check = 0; check < 97; check += 1)
        expect(
          vatNumberError(`${stem}${String(check).padStart(2, '0')}`) === undefined,
          `${stem} ${check}`,
        ).toBe(right.includes(check))
    }
  })

  it('is that of the last registration before a day', () => {
    const first = withVatRegistration([], { from: '2026-04-01', number: 'GB123456782' })
    const both = withVatRegistration(first, { from: '2025-01-01', number: null })
    const ended = withVatRegistration(both, { from: '2027-01-01', number: null })
    expect(
      ['2024-12-31', '2026-03-31', '2026-04-01', '2026-12-31', '2027-01-01'].map(day =>
        vatNumberOn(ended, day),
      ),
    ).toEqual([null, null, 'GB123456782', 'GB123456782', null])
    expect(withVatRegistration(ended, { from: '2025-01-01', number: 'GB123456782' })).toHaveLength(3)
  })
})

describe('value added tax', () => {
  it('follows from the seller’s registration, then from what the line is for', () => {
    const registered = { sellerNumber: 'GB123456782', unitsVat: 'zero' } as const
    expect(chooseVatTreatment('units', registered)).toEqual({ treatment: 'zero', rule: 'unitsOfMarket' })
    expect(chooseVatTreatment('services', registered)).toEqual({ treatment: 'standard', rule: 'services' })
    expect(chooseVatTreatment('services', { ...registered, sellerNumber: null })).toEqual({
      treatment: 'outsideScope',
      rule: 'sellerNotRegistered',
    })
  })

  it('has the rate of the day, and none before the first', () => {
    const rates = [
      { from: '2010-01-01', tenths: 175 },
      { from: '2011-01-04', tenths: 200 },
    ]
    expect(['2010-06-01', '2011-01-03', '2011-01-04'].map(day => vatRateOn(rates, 'standard', day))).toEqual([
      175, 175, 200,
    ])
    expect(vatRateOn(rates, 'exempt', '2026-01-01')).toBe(0)
    expect(() => vatRateOn(rates, 'standard', '2009-12-31')).toThrow(
      'No standard rate of VAT is known for 2009-12-31',
    )
  })

  it('is rounded to the penny, half a penny away from zero', () => {
    expect([vatOn(1_003, 200), vatOn(20, 175), vatOn(-20, 175), vatOn(9_000_000_000_001, 200)]).toEqual([
      201, 4, -4, 1_800_000_000_000,
    ])
  })
})
