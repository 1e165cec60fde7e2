import type { Kysely } from 'kysely'
import type { InvoiceRow, InvoiceView } from '#contract/money/invoice'
import { rowLinks } from '#contract/nouns/nouns'
import { type Invoice, openAmount, paymentReference } from '#domain/money/invoice'
import { heldAmount } from '#domain/money/held-payment'
import type { Actor } from '#domain/people/actor'
import { type Day, englishDayOf } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import { unitsToNumber } from '@credit-market/values/units'
import { readHeldShares } from '../store/held-shares.ts'
import { readInterestDelay } from './late-interest.ts'
import { readLateInvoices } from './late-invoices.ts'
import { readPaid, readPaymentsOfInvoice } from './payments.ts'
import type { Database } from '../store/tables/tables.ts'
import { commonResourceView, type ViewContext } from '../views/kit/context.ts'
import { readNamesByKind, readRoundsWithMarkets, requireName } from '../views/kit/names.ts'

const percentOf = (tenths: number): number => tenths / 10

/** Invoices as rows of a list. */
export const invoiceRows = async (
  db: Kysely<Database>,
  invoices: readonly Invoice[],
  today: Day,
): Promise<InvoiceRow[]> => {
  const idsOf = (kind: Invoice['itemKind']) =>
    invoices.flatMap(({ itemKind, itemId }) => (itemKind === kind ? [itemId] : []))
  const [paid, names, round] = await Promise.all([
    readPaid(
      db,
      invoices.map(({ id }) => id),
    ),
    readNamesByKind(db, {
      party: ['organisation', invoices.map(({ partyId }) => partyId)],
      project: ['project', idsOf('project')],
      requirement: ['requirement', idsOf('requirement')],
    }),
    readRoundsWithMarkets(
      db,
      invoices.map(({ roundId }) => roundId),
    ),
  ])
  const openOf = (one: Invoice): Pence => openAmount(one, paid(one.id))
  const open = new Map(invoices.map(one => [one.id, openOf(one)]))
  const selfBilled = invoices.filter(({ kind }) => kind === 'selfBilled').map(({ itemId }) => itemId)
  const [late, shares] = await Promise.all([
    readLateInvoices(db, invoices, id => (open.get(id) ?? 0) > 0, today),
    readHeldShares(db, selfBilled, today),
  ])
  const heldOf = ({ id, kind, itemId, net, vat }: Invoice): InvoiceRow['held'] => {
    const share = kind === 'selfBilled' ? shares.get(itemId) : undefined
    const held = share ? heldAmount({ open: open.get(id) ?? 0, total: net + vat }, share) : 0
    if (!share || held === 0) return null
    const { failed, sold, case: about } = share
    return {
      ...{ amount: poundsOf(held), case: about },
      ...{ failedUnits: unitsToNumber(failed), soldUnits: unitsToNumber(sold) },
    }
  }
  const rows = invoices.map(one => [one, heldOf(one)] as const)
  return rows.map(([{ id, name, kind, partyId, itemKind, itemId, roundId, ...invoice }, held]) => ({
    ...{ id, links: rowLinks('invoice', id), name, documentKind: kind },
    party: requireName(names.party, partyId),
    item: { kind: itemKind, ...requireName(names[itemKind], itemId) },
    round: round(roundId),
    ...{ event: invoice.event, year: invoice.year, issuedAt: invoice.issuedAt, due: invoice.due },
    ...{ net: poundsOf(invoice.net), vat: poundsOf(invoice.vat), total: poundsOf(invoice.net + invoice.vat) },
    taxes: invoice.content.taxes.map(({ treatment, rate, ...tax }) => ({
      ...{ treatment, percent: percentOf(rate), net: poundsOf(tax.net), vat: poundsOf(tax.vat) },
    })),
    ...{ paid: poundsOf(paid(id).paid), open: poundsOf(open.get(id) ?? 0), late: late(id), held },
    reference: paymentReference(name),
  }))
}

/** One invoice with its parties and lines, and the credit note that takes it back. */
export const invoiceView = async (
  invoice: Invoice,
  reader: Actor,
  { db, now }: ViewContext,
): Promise<InvoiceView> => {
  const [row] = await invoiceRows(db, [invoice], englishDayOf(now))
  const { id: _, links: __, name: ___, ...shown } = row!
  const { sellsAs, seller, buyer, lines, reason } = invoice.content
  const related = await db
    .selectFrom('invoice')
    .select(['id', 'name', 'creditsId'])
    .where(eb => eb.or([eb('creditsId', '=', invoice.id), eb('id', '=', invoice.creditsId)]))
    .orderBy('ordinal')
    .execute()
  const nameWhere = (isIt: (one: (typeof related)[number]) => boolean) => {
    const found = related.findLast(isIt)
    return found ? { id: found.id, name: found.name } : null
  }
  return {
    ...commonResourceView('invoice', invoice, invoice.name, reader, { round: undefined, now }),
    ...shown,
    ...{ sellsAs, seller, buyer, reason },
    lines: lines.map(({ kind, text, supplier, amount, treatment, rate, rule }) => ({
      ...{ kind, text, supplier, amount: poundsOf(amount), treatment, percent: percentOf(rate), rule },
    })),
    payments: await readPaymentsOfInvoice(db, invoice.id),
    interestDelay: await readInterestDelay(db, invoice.id),
    credits: nameWhere(one => one.id === invoice.creditsId),
    creditedBy: nameWhere(one => one.creditsId === invoice.id),
  }
}
