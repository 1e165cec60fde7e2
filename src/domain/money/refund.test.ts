import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type InvoiceContent, type InvoiceLine, sumTaxes, totalOfTaxes } from './invoice.ts'
import { refundContent } from './refund.ts'

const party = { id: 'p', name: 'P', address: null, companyNumber: null, vatNumber: null }
const line = (kind: InvoiceLine['kind'], amount: number, projectId: string | null = null): InvoiceLine => ({
  ...{ kind, projectId, amount, text: kind, supplier: null },
  ...{ treatment: 'standard', rate: 200, rule: kind === 'units' ? 'unitsOfMarket' : 'services' },
})
const content = (...lines: InvoiceLine[]): InvoiceContent => ({
  ...{ sellsAs: 'agent', seller: party, buyer: party, market: 'M', round: 'R', item: 'I', reason: null },
  ...{ lines, taxes: sumTaxes(lines) },
})

describe('a refund', () => {
  it('is the failed share of each line with its VAT, as negative amounts', () => {
    const made = refundContent(
      [content(line('units', 10_000, 'a'), line('operator', 1_001))],
      [],
      { failed: 10_000, sold: 40_000 },
      'Failed',
    )
    expect(made?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['units', -2_500],
      ['operator', -250],
    ])
    expect(totalOfTaxes(made?.taxes ?? [])).toEqual({ net: -2_750, vat: -550 })
    expect(made?.reason).toBe('Failed')
  })

  it('is nothing without invoices, and nothing a second time', () => {
    const share = { failed: 1, sold: 2 }
    const invoiced = [content(line('units', 999, 'a'))]
    expect(refundContent([], [], share, 'x')).toBe(null)
    const first = refundContent(invoiced, [], share, 'x')!
    expect(refundContent(invoiced, [first], share, 'x')).toBe(null)
  })

  it('follows later invoices, and never adds up to more than the failed share of all of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.boolean()), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.integer({ min: 1, max: 400 }),
        (steps, failed) => {
          const share = { failed, sold: 400 }
          const [invoiced, refunded]: InvoiceContent[][] = [[], []]
          for (const [amount, refunds] of steps) {
            invoiced!.push(content(line('units', amount, 'a'), line('operator', amount % 97)))
            const made = refunds ? refundContent(invoiced!, refunded!, share, 'x') : null
            if (made) refunded!.push(made)
            const net = (of: InvoiceContent[]) =>
              of.reduce((sum, { taxes }) => sum + totalOfTaxes(taxes).net, 0)
            expect(-net(refunded!) * share.sold).toBeLessThanOrEqual(net(invoiced!) * share.failed)
          }
        },
      ),
    )
  })
})
