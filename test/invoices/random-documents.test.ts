import { readFileSync } from 'node:fs'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { DEFAULT_BRAND } from '#domain/people/brand'
import { INVOICE_KIND_LABELS, type Invoice } from '#domain/money/invoice'
import { renderPaperPdf } from '#server/certificates/pdf'
import { createInvoicePaper } from '#server/money/invoice-paper'
import { writeUblInvoice } from '#server/money/ubl'
import { showMoney } from '@credit-market/values/money'
import { describe, expect, it } from 'vitest'
import { partsIn, readPdf } from '../builders/pdf.ts'
import { drawInvoice } from './drawn.ts'
import { findBrokenRules } from './rules.ts'

/** The everyday run judges some drawn documents; SOAK_INVOICES sets how many a long run does. */
const JUDGED = Number(process.env.SOAK_INVOICES) || 40

/** Documents whose PDF is read: fewer, because it takes longer. */
const DRAWN = Math.min(JUDGED, 100)

const creditedBy = ({ kind }: Invoice): string | null => (kind === 'creditNote' ? 'INV-000001' : null)

const drawn = (seed: number): Invoice => drawInvoice(createSeededRandom(seed), seed)

describe('an invoice as XML', () => {
  it('keeps every official rule of EN 16931, whatever its kind and treatments', { timeout: 600_000 }, () => {
    for (let seed = 1; seed <= JUDGED; seed += 1) {
      const invoice = drawn(seed)
      expect(findBrokenRules(writeUblInvoice(invoice, creditedBy(invoice))), `seed ${seed}`).toEqual([])
    }
  })

  it('is judged by rules that find a wrong total', { timeout: 60_000 }, () => {
    const invoice = drawn(1)
    const xml = writeUblInvoice(invoice, creditedBy(invoice))
    expect(findBrokenRules(xml.replace(/(<cbc:PayableAmount[^>]*>)/, '$11')).join('\n')).toContain('BR-CO-16')
  })
})

describe('an invoice on paper, as XML and as data', () => {
  const amountsIn = (xml: string): number[] =>
    [...xml.matchAll(/<cbc:(?:LineExtension|Taxable|Tax|Payable)Amount currencyID="GBP">(-?[\d.]+)</g)].map(
      ([, pounds = '']) => Math.round(Number(pounds) * 100),
    )

  it('have the same figures and names', { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= DRAWN; seed += 1) {
      const invoice = drawn(seed)
      const { content, net, vat, kind, name } = invoice
      const sign = kind === 'creditNote' || kind === 'refund' ? -1 : 1
      const figures = [
        ...[vat, ...content.taxes.flatMap(tax => [tax.net, tax.vat])],
        ...[net, net + vat, ...content.lines.map(({ amount }) => amount)],
      ]
      expect(amountsIn(writeUblInvoice(invoice, creditedBy(invoice)))).toEqual(
        figures.map(one => sign * one || 0),
      )
      const pdf = readPdf(
        await renderPaperPdf(createInvoicePaper(invoice, creditedBy(invoice)), {
          ...{ accent: DEFAULT_BRAND.accentLight, logo: null },
        }),
      )
      const words = partsIn(pdf.root)
        .map(({ text }) => text)
        .join(' ')
        .replaceAll(/\s+/g, ' ')
      for (const pence of figures) expect(words).toContain(showMoney(pence, true))
      for (const said of [
        INVOICE_KIND_LABELS[kind],
        content.seller.name,
        content.buyer.name,
        name.slice(0, 3),
        content.reason ?? '',
      ])
        expect(words, `seed ${seed}`).toContain(said)
    }
  })
})

it('the rules come with their licence', () => {
  expect(readFileSync(new URL('en16931/README.md', import.meta.url), 'utf8')).toContain('EUPL-1.2')
})
