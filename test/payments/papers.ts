import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import { penceOf, showMoney } from '@credit-market/values/money'
import { partsIn, readPdf } from '../builders/pdf.ts'
import type { World } from '../http/world.ts'
import { findBrokenRules } from '../invoices/rules.ts'

/** Pounds of an answer in whole pence. */
export const pence = (pounds: number | undefined): number => penceOf(pounds ?? 0)

/** Text of a PDF, without the breaks of its lines. */
export const readPdfText = (bytes: Buffer): string =>
  partsIn(readPdf(bytes).root)
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')

const penceIn = (xml: string, names: string): number[] =>
  [...xml.matchAll(new RegExp(`<cbc:(?:${names})Amount currencyID="GBP">(-?[\\d.]+)<`, 'g'))].map(
    ([, pounds = '']) => Math.round(Number(pounds) * 100),
  )
const amountsIn = (xml: string): number[] => penceIn(xml, 'LineExtension|Taxable|Tax|TaxInclusive')

/** Figures in which the page of a document, its row, its XML and its PDF differ from each other, or its sums from its parts. */
export const findPaperDifferences = async (
  { ask }: World,
  row: InvoiceRow,
  withPdf: boolean,
): Promise<string[]> => {
  const view = (await ask('olga', `/api/invoice/${row.id}`)).json<InvoiceView>()
  const { net, vat, total, paid, open, lines, taxes, payments } = view
  const figures = [
    vat,
    ...taxes.flatMap(tax => [tax.net, tax.vat]),
    net,
    total,
    ...lines.map(one => one.amount),
  ]
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + pence(one), 0)
  const isCredit = ['creditNote', 'refund', 'depositReturn'].includes(row.documentKind)
  const expected = figures.map(one => (isCredit ? -1 : 1) * pence(one) || 0)
  const xml = (await ask('olga', `/api/invoice/${row.id}/file?format=xml`)).body
  const faults = [
    [net, row.net],
    [vat, row.vat],
    [total, row.total],
    [paid, row.paid],
    [open, row.open],
  ].some(([a, b]) => a !== b)
    ? ['its row differs from its page']
    : []
  if (pence(net) !== sum(lines.map(({ amount }) => amount))) faults.push('its lines are not its net amount')
  if (pence(vat) !== sum(taxes.map(tax => tax.vat))) faults.push('its taxes are not its VAT')
  if (pence(total) !== pence(net) + pence(vat)) faults.push('its total is wrong')
  if (pence(paid) !== sum(payments.map(({ amount }) => amount)))
    faults.push('its payments are not what is paid')
  if (JSON.stringify(amountsIn(xml)) !== JSON.stringify(expected)) faults.push('its XML differs')
  const [[toPay = 0], [prepaid = 0]] = [penceIn(xml, 'Payable'), penceIn(xml, 'Prepaid')]
  if (toPay + prepaid !== Math.abs(pence(total))) faults.push('what is to pay in its XML is wrong')
  if (
    prepaid >
    sum(payments.filter(({ rule, amount }) => rule === 'deposit' && amount > 0).map(({ amount }) => amount))
  )
    faults.push('its XML names more than its deposit paid')
  if (withPdf) {
    const words = readPdfText((await ask('olga', `/api/invoice/${row.id}/file?format=pdf`)).rawPayload)
    const missing = [...figures, toPay / 100].filter(one => !words.includes(showMoney(pence(one), true)))
    if (missing.length > 0) faults.push(`its PDF lacks ${missing.join(' ')}`)
    faults.push(...findBrokenRules(xml))
  }
  return faults.map(fault => `${row.id}: ${fault}`)
}
