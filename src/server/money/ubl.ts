import { englishDayOf } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import {
  INVOICE_KIND_LABELS,
  type Invoice,
  type InvoiceLine,
  type InvoiceParty,
  paymentReference,
} from '#domain/money/invoice'
import { VAT_RULES, type VatTreatment } from '#domain/money/vat'
import { escapeXmlText } from '../files/xml/xml.ts'

type Node = string | readonly Node[]

const text = (name: string, value: string | null, attributes = ''): string =>
  value === null || value.trim() === ''
    ? ''
    : `<cbc:${name}${attributes}>${escapeXmlText(value.trim())}</cbc:${name}>`
const part = (name: string, ...parts: readonly Node[]): string =>
  `<cac:${name}>${parts.flat(9).join('')}</cac:${name}>`

const decimal = (pence: Pence): string => {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const amount = (name: string, pence: Pence): string => text(name, decimal(pence), ' currencyID="GBP"')

/** Codes of treatments by UNCL5305, as EN 16931 names them. */
const CODES: Readonly<Record<VatTreatment, string>> = {
  standard: 'S',
  zero: 'Z',
  exempt: 'E',
  outsideScope: 'O',
}

/** Reasons that the rules require for lines without VAT. */
const EXEMPTIONS: Partial<Record<VatTreatment, string>> = {
  exempt: 'Exempt from VAT',
  outsideScope: 'Not subject to VAT',
}

const category = (name: string, treatment: VatTreatment, tenths: number, reason?: string): string =>
  part(
    name,
    text('ID', CODES[treatment]),
    treatment === 'outsideScope' ? '' : text('Percent', String(tenths / 10)),
    reason ? text('TaxExemptionReason', reason) : '',
    part('TaxScheme', text('ID', 'VAT')),
  )

const partyOf = ({ id, name, address, companyNumber, vatNumber }: InvoiceParty, withVat: boolean): string => {
  const [street = '', more = '', ...rest] = (address ?? '').split(/\r?\n/).filter(line => line.trim() !== '')
  return part(
    'Party',
    part('PartyIdentification', text('ID', id)),
    part('PartyName', text('Name', name)),
    part(
      'PostalAddress',
      text('StreetName', street),
      text('AdditionalStreetName', more),
      rest.length > 0 ? part('AddressLine', text('Line', rest.join(', '))) : '',
      part('Country', text('IdentificationCode', 'GB')),
    ),
    vatNumber !== null && withVat
      ? part('PartyTaxScheme', text('CompanyID', vatNumber), part('TaxScheme', text('ID', 'VAT')))
      : '',
    part('PartyLegalEntity', text('RegistrationName', name), text('CompanyID', companyNumber)),
  )
}

/** The price of a unit must not be negative, so a negative line takes one away. */
const lineOf = (line: InvoiceLine, at: number, isCredit: boolean): string => {
  const pence = isCredit ? 0 - line.amount : line.amount
  const supplier = line.supplier
    ? `Supplier: ${line.supplier.name}${line.supplier.vatNumber === null ? ', not registered for VAT' : `, VAT number ${line.supplier.vatNumber}`}. `
    : ''
  return part(
    isCredit ? 'CreditNoteLine' : 'InvoiceLine',
    text('ID', String(at + 1)),
    text(isCredit ? 'CreditedQuantity' : 'InvoicedQuantity', pence < 0 ? '-1' : '1', ' unitCode="C62"'),
    amount('LineExtensionAmount', pence),
    part(
      'Item',
      text('Description', `${supplier}VAT: ${VAT_RULES[line.rule]}.`),
      text('Name', line.text),
      category('ClassifiedTaxCategory', line.treatment, line.rate),
    ),
    part('Price', amount('PriceAmount', Math.abs(pence))),
  )
}

/** Codes of kinds of documents by UNCL1001. */
const TYPE_CODES = {
  invoice: '380',
  selfBilled: '389',
  creditNote: '381',
  refund: '381',
  interest: '380',
  deposit: '380',
  depositReturn: '381',
} as const

const ROOTS = { Invoice: 'Invoice-2', CreditNote: 'CreditNote-2' } as const

/**
 * An invoice as XML in UBL 2.1 by the European standard EN 16931. `credited` is the number of the invoice that a credit note
 * takes back, and `fromDeposit` is what a deposit paid when it was issued (BT-113). The amounts of a credit note are positive there.
 */
export const writeUblInvoice = (
  invoice: Invoice,
  credited: string | null,
  fromDeposit: Pence = 0,
): string => {
  const { kind, name, content, due, issuedAt } = invoice
  const isCredit = kind === 'creditNote' || kind === 'refund' || kind === 'depositReturn'
  const sign = isCredit ? -1 : 1
  const [net, vat] = [sign * invoice.net, sign * invoice.vat]
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const isTaxed = content.lines.every(({ treatment }) => treatment !== 'outsideScope')
  const body: Node[] = [
    text('CustomizationID', 'urn:cen.eu:en16931:2017'),
    text('ID', name),
    text('IssueDate', englishDayOf(issuedAt)),
    isCredit ? '' : text('DueDate', due),
    text(isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode', TYPE_CODES[kind]),
    text('Note', [INVOICE_KIND_LABELS[kind], content.reason].filter(Boolean).join(': ')),
    text('DocumentCurrencyCode', 'GBP'),
    text('BuyerReference', content.item),
    credited === null ? '' : part('BillingReference', part('InvoiceDocumentReference', text('ID', credited))),
    part('AccountingSupplierParty', partyOf(content.seller, isTaxed)),
    part('AccountingCustomerParty', partyOf(content.buyer, isTaxed)),
    part('PaymentMeans', text('PaymentMeansCode', '1'), text('PaymentID', paymentReference(name))),
    part(
      'TaxTotal',
      amount('TaxAmount', vat),
      content.taxes.map(tax =>
        part(
          'TaxSubtotal',
          amount('TaxableAmount', sign * tax.net),
          amount('TaxAmount', sign * tax.vat),
          category('TaxCategory', tax.treatment, tax.rate, EXEMPTIONS[tax.treatment]),
        ),
      ),
    ),
    part(
      'LegalMonetaryTotal',
      amount('LineExtensionAmount', net),
      amount('TaxExclusiveAmount', net),
      amount('TaxInclusiveAmount', net + vat),
      ...(fromDeposit > 0 ? [amount('PrepaidAmount', fromDeposit)] : []),
      amount('PayableAmount', net + vat - fromDeposit),
    ),
    content.lines.map((line, at) => lineOf(line, at, isCredit)),
  ]
  const names = 'urn:oasis:names:specification:ubl:schema:xsd'
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${names}:${ROOTS[root]}" xmlns:cac="${names}:CommonAggregateComponents-2" xmlns:cbc="${names}:CommonBasicComponents-2">${body.flat(9).join('')}</${root}>
`
}
