import { englishDayOf, showDay } from '@credit-market/values/dates'
import { type Pence, showMoney } from '@credit-market/values/money'
import {
  INVOICE_KIND_LABELS,
  type Invoice,
  type InvoiceLine,
  invoiceNote,
  type InvoiceParty,
  isAboutDeposit,
  partyLabels,
  paymentReference,
} from '#domain/money/invoice'
import { VAT_RULES, vatTreatmentText } from '#domain/money/vat'
import type { Paper, PaperPart } from '../certificates/paper.ts'

const money = (pence: number): string => showMoney(pence, true)

const partyPairs = (role: string, { name, address, companyNumber, vatNumber }: InvoiceParty) =>
  [
    [role, name],
    ['Address', address?.split(/\r?\n/).join(', ') ?? ''],
    ['Company number', companyNumber ?? ''],
    ['VAT number', vatNumber ?? 'Not registered for VAT'],
  ] as const

type PaperColumn = readonly [heading: string, width: number, cell: (line: InvoiceLine) => string]

const LINE_COLUMNS: readonly PaperColumn[] = [
  ['What', 0.44, ({ text }) => text],
  [
    'Supplier',
    0.22,
    ({ supplier }) => (supplier ? `${supplier.name}, ${supplier.vatNumber ?? 'not registered for VAT'}` : ''),
  ],
  ['VAT', 0.18, ({ treatment, rate }) => vatTreatmentText(treatment, rate / 10)],
  ['Amount', 0.16, ({ amount }) => money(amount)],
]

/** No supplier sells anything by a deposit, so its line has the width of both columns. */
const DEPOSIT_COLUMNS: readonly PaperColumn[] = [['What', 0.66, ({ text }) => text], ...LINE_COLUMNS.slice(2)]

const creditedText = (kind: Invoice['kind'], credited: string): string =>
  kind === 'depositReturn'
    ? `This document pays back the deposit ${credited}.`
    : `This credit note takes back ${credited}.`

const notesOf = (invoice: Invoice, credited: string | null): string[] => {
  const { sellsAs, reason } = invoice.content
  return [
    invoiceNote(invoice, sellsAs),
    ...(credited === null ? [] : [creditedText(invoice.kind, credited)]),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
  ]
}

/** An invoice as the parts of a page of paper, with the part that a deposit paid at its issue; its figures are those of the answer in JSON and of the XML. */
export const createInvoicePaper = (
  invoice: Invoice,
  credited: string | null,
  fromDeposit: Pence = 0,
): Paper => {
  const { kind, name, content, issuedAt, due, net, vat, itemKind } = invoice
  const parties = partyLabels(invoice)
  const columns = isAboutDeposit(invoice) ? DEPOSIT_COLUMNS : LINE_COLUMNS
  const facts = [
    ...partyPairs(parties.seller, content.seller),
    ...partyPairs(parties.buyer, content.buyer),
    ['For', content.item],
    ['Round', `${content.market}, ${content.round}`],
    ['Issued', showDay(englishDayOf(issuedAt))],
    ...(kind === 'creditNote' ? [] : [['Due', showDay(due)] as const]),
    ['Payment reference', paymentReference(name)],
  ] as const
  const parts: PaperPart[] = [
    { pairs: facts.filter(([, value]) => value !== '') },
    ...notesOf(invoice, credited).map(paragraph => ({ paragraph })),
    { heading: 'Lines' },
    {
      caption: 'Amounts in pounds, without VAT',
      head: columns.map(([heading]) => heading),
      widths: columns.map(([, width]) => width),
      rows: content.lines.map(line => columns.map(([, , cell]) => cell(line))),
    },
    { heading: 'Totals' },
    {
      pairs: [
        ...content.taxes.map(
          tax =>
            [
              vatTreatmentText(tax.treatment, tax.rate / 10),
              `${money(tax.vat)} on ${money(tax.net)}`,
            ] as const,
        ),
        ['Total without VAT', money(net)],
        ['VAT', money(vat)],
        ['Total', money(net + vat)],
        ...(fromDeposit > 0
          ? [
              ['Paid from the deposit', money(fromDeposit)] as const,
              ['To pay', money(net + vat - fromDeposit)] as const,
            ]
          : []),
      ],
    },
    {
      paragraph: `VAT: ${[...new Set(content.lines.map(({ rule }) => VAT_RULES[rule]))].join('. ')}.`,
    },
  ]
  return {
    title: INVOICE_KIND_LABELS[kind],
    number: name,
    issuer: itemKind === 'project' ? content.buyer.name : content.seller.name,
    ...{ format: 'invoice/1', about: content.item, madeAt: issuedAt, parts, verifyAt: null },
  }
}
