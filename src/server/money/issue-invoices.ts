import type { Kysely } from 'kysely'
import { addDays, type Day, englishDayOf } from '@credit-market/values/dates'
import {
  creditContent,
  type Invoice,
  type InvoiceContent,
  sumTaxes,
  totalOfTaxes,
} from '#domain/money/invoice'
import type { Instalment } from '#domain/money/payment-schedule'
import type { EffectContext } from '#actions/kit/changes'
import type { IssueInvoices } from '../runner/runtime.ts'
import type { Database } from '../store/tables/tables.ts'
import { issueDeposit } from './deposit-requests.ts'
import { settleDeposits, takeSetOffBack } from './deposits.ts'
import { type FallenDue, listFallenDue, readStandingInvoices } from './fallen-due.ts'
import { insertInvoice } from './insert-invoice.ts'
import { listBuyerLines, listSupplierLines } from './invoice-lines.ts'
import { interestContent, listEarnedInterest } from './late-interest.ts'
import { type InvoiceFacts, readInvoiceFacts } from './invoice-facts.ts'

/** Days after its issue on which an interest invoice is due. */
const INTEREST_DAYS = 30

type ItemKind = Invoice['itemKind']

const WHY: Readonly<Record<Instalment['event'], string>> = {
  settlement: 'after the settlement',
  rightsAllocated: 'after the allocation of rights',
  creditsIssued: 'after the issue of credits',
  checkPassed: 'after a check',
}

const linesOf = (
  { posting, event, year, amount }: FallenDue,
  earlier: readonly InvoiceContent[],
  { operator, party, price, projectOf, market, item }: InvoiceFacts,
  day: Day,
): Pick<InvoiceContent, 'seller' | 'buyer' | 'lines'> => {
  const isBuyer = posting.purpose === 'due'
  const [seller, buyer] = isBuyer ? [operator, party] : [party, operator]
  const why = year === null ? WHY[event] : `${WHY[event]} of year ${year}`
  const facts = { sellsAs: market.sellsAs, unitsVat: market.unitsVat, seller, day, why }
  return {
    ...{ seller, buyer },
    lines:
      posting.purpose === 'due'
        ? listBuyerLines(price, projectOf, { ...facts, earlier, instalment: amount })
        : listSupplierLines({ purpose: posting.purpose, project: item, amount }, facts),
  }
}

/** Issues the invoices for amounts about one item, which all are of one round and one owner. */
const issueForItem = async (
  db: Kysely<Database>,
  item: { id: string; kind: ItemKind },
  fallen: readonly [FallenDue, ...FallenDue[]],
  now: string,
): Promise<void> => {
  const day = englishDayOf(now)
  const facts = await readInvoiceFacts(db, fallen[0].posting, day)
  const earlier: Pick<Invoice, 'purpose' | 'content'>[] = await readStandingInvoices(db, item.id)
  for (const one of fallen) {
    const { posting, event, year } = one
    const earliest = addDays(day, one.daysAgain)
    const ofPurpose = earlier.filter(({ purpose }) => purpose === posting.purpose)
    const made = linesOf(
      one,
      ofPurpose.map(({ content }) => content),
      facts,
      day,
    )
    const taxes = sumTaxes(made.lines)
    const content: InvoiceContent = {
      ...made,
      ...{ sellsAs: facts.market.sellsAs, market: facts.market.name, round: facts.round, item: facts.item },
      ...{ taxes, reason: null },
    }
    await insertInvoice(db, {
      issuerId: facts.operator.id,
      kind: posting.purpose === 'due' ? 'invoice' : 'selfBilled',
      ...{ roundId: posting.roundId, partyId: posting.partyId ?? '' },
      ...{ itemKind: item.kind, itemId: item.id, purpose: posting.purpose },
      ...{ event, year, issuedAt: now, due: one.due < earliest ? earliest : one.due },
      ...{
        ...totalOfTaxes(taxes),
        creditsId: null,
        isReissued: null,
        ...{ caseId: null, interestOnId: null },
        content: JSON.stringify(content),
      },
    })
    earlier.push({ purpose: posting.purpose, content })
  }
}

const issueFallenDue = async (
  db: Kysely<Database>,
  item: { id: string; kind: ItemKind },
  context: EffectContext,
): Promise<void> => {
  const [first, ...others] = await listFallenDue(db, item)
  if (first) await issueForItem(db, item, [first, ...others], context.now)
  if (first && item.kind === 'requirement') await settleDeposits(db, { requirementId: item.id }, context)
  await db.deleteFrom('invoicing').where('itemKind', '=', item.kind).where('itemId', '=', item.id).execute()
}

const issueCreditNote = async (
  db: Kysely<Database>,
  { invoiceId, reason, isReissued }: { invoiceId: string; reason: string; isReissued: boolean },
  context: EffectContext,
): Promise<void> => {
  await takeSetOffBack(db, { invoiceId }, context)
  const { now } = context
  const {
    id: creditsId,
    content,
    net,
    vat,
    ...of
  } = await db.selectFrom('invoice').selectAll().where('id', '=', invoiceId).executeTakeFirstOrThrow()
  const { issuerId, roundId, partyId, itemKind, itemId, purpose, event, year } = of
  await insertInvoice(db, {
    ...{ kind: 'creditNote', issuerId, roundId, partyId, itemKind, itemId, purpose, event, year },
    ...{
      issuedAt: now,
      due: englishDayOf(now),
      net: 0 - net,
      vat: 0 - vat,
      creditsId,
      isReissued,
      ...{ caseId: null, interestOnId: null },
    },
    content: JSON.stringify(creditContent(content, reason)),
  })
}

/** Takes back what a deposit has paid and what is still to be paid back, so that all of this is left on it again. */
const reopenDeposit = async (
  db: Kysely<Database>,
  { depositId, returnIds, reason }: { depositId: string; returnIds: readonly string[]; reason: string },
  context: EffectContext,
): Promise<void> => {
  await takeSetOffBack(db, { depositId }, context)
  for (const invoiceId of returnIds)
    await issueCreditNote(db, { invoiceId, reason, isReissued: false }, context)
}

const issueRefund = async (
  db: Kysely<Database>,
  { caseId, requirementId, content }: { caseId: string; requirementId: string; content: InvoiceContent },
  now: string,
): Promise<void> => {
  const { issuerId, roundId, partyId } = await db
    .selectFrom('invoice')
    .select(['issuerId', 'roundId', 'partyId'])
    .where('itemId', '=', requirementId)
    .where('kind', '=', 'invoice')
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await insertInvoice(db, {
    ...{ kind: 'refund', issuerId, roundId, partyId, itemKind: 'requirement', itemId: requirementId },
    ...{ purpose: 'due', event: 'unitsFailed', year: null, issuedAt: now, due: englishDayOf(now) },
    ...{ ...totalOfTaxes(content.taxes), creditsId: null, isReissued: null, caseId, interestOnId: null },
    content: JSON.stringify(content),
  })
}

const issueInterest = async (db: Kysely<Database>, invoiceId: string, now: string): Promise<void> => {
  const [earned] = await listEarnedInterest(db, invoiceId)
  if (!earned) return
  const invoice = await db
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const { issuerId, roundId, partyId, itemKind, itemId } = invoice
  const content = interestContent(invoice.name, invoice.content, earned)
  await insertInvoice(db, {
    ...{ kind: 'interest', issuerId, roundId, partyId, itemKind, itemId, purpose: 'due', event: 'paidLate' },
    ...{ year: null, issuedAt: now, due: addDays(englishDayOf(now), INTEREST_DAYS) },
    ...{ ...totalOfTaxes(content.taxes), creditsId: null, isReissued: null, caseId: null },
    ...{ interestOnId: invoiceId, content: JSON.stringify(content) },
  })
}

/** Issues the invoices and credit notes that an action asks for, in its transaction, so that a series has no gap (decision 0218). */
export const issueInvoices: IssueInvoices = async ({ db }, changes, context) => {
  const { now } = context
  for (const change of changes)
    if (change.change === 'invoice') await issueFallenDue(db, change, context)
    else if (change.change === 'creditNote') await issueCreditNote(db, change, context)
    else if (change.change === 'deposit') await issueDeposit(db, change.requirementId, now)
    else if (change.change === 'settleDeposit') await settleDeposits(db, change, context)
    else if (change.change === 'reopenDeposit') await reopenDeposit(db, change, context)
    else if (change.change === 'interest') await issueInterest(db, change.invoiceId, now)
    else if (change.change === 'refund') await issueRefund(db, change, now)
}
