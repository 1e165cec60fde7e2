import { type Kysely, sql } from 'kysely'
import { addDays, englishDayOf } from '@credit-market/values/dates'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { RequirementView } from '#contract/requirement/requirement'
import {
  DEPOSIT_DAYS,
  type DepositFacts,
  type DepositSettlement,
  depositStateOf,
  settleDeposit,
} from '#domain/money/deposit'
import { creditContent, type InvoiceContent, type InvoiceLine, paymentReference } from '#domain/money/invoice'
import type { Actor } from '#domain/people/actor'
import type { Requirement } from '#domain/project/requirement'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import type { EffectContext } from '#actions/kit/changes'
import type { Database } from '../store/tables/tables.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'
import { insertInvoice } from './insert-invoice.ts'
import { readInvoiceFacts } from './invoice-facts.ts'

/** True for a deposit, called `deposit`, that nothing has taken back or pays back. */
const STANDS = sql<boolean>`deposit.kind = 'deposit' and not exists (select from invoice as note where note.credits_id = deposit.id)`

/** Lists the requirements whose bid has no deposit request in a round that asks for one, and the amount. */
export const listBidsWithoutRequest = async (
  db: Kysely<Database>,
  requirementId: string | null,
): Promise<{ id: string; roundId: string; buyerId: string; amount: Pence }[]> => {
  const { rows } = await sql<{ id: string; roundId: string; buyerId: string; amount: Pence }>`
    select requirement.id, round.id as "roundId", buyer_id as "buyerId", deposit as amount
    from payment_terms join round on round.id = payment_terms.round_id join requirement on requirement.round_id = round.id
    where deposit is not null and round.status <> 'Settled' and requirement.status = 'Bid'
      and (${requirementId}::text is null or requirement.id = ${requirementId})
      and not exists (select from invoice as deposit where deposit.item_id = requirement.id and deposit.round_id = round.id and ${STANDS})
    order by requirement.ordinal`.execute(db)
  return rows
}

/** Asks for the deposit of a bid, by a document without VAT; nothing if it is asked for already or the bid is withdrawn. */
export const issueDeposit = async (
  db: Kysely<Database>,
  requirementId: string,
  now: string,
): Promise<void> => {
  const [wanted] = await listBidsWithoutRequest(db, requirementId)
  if (!wanted) return
  const { roundId, buyerId: partyId, amount } = wanted
  const day = englishDayOf(now)
  const about = { roundId, itemKind: 'requirement', itemId: requirementId, partyId } as const
  const [{ operator, party, market, round, item }, { bidsClose }] = await Promise.all([
    readInvoiceFacts(db, about, day, { prices: false }),
    db.selectFrom('round').select('bidsClose').where('id', '=', roundId).executeTakeFirstOrThrow(),
  ])
  const line: InvoiceLine = {
    ...{ kind: 'deposit', projectId: null, supplier: null, amount },
    text: `Deposit for the bid of ${item}`,
    ...{ treatment: 'outsideScope', rate: 0, rule: 'deposit' },
  }
  const content: InvoiceContent = {
    ...{ sellsAs: market.sellsAs, seller: operator, buyer: party, market: market.name, round, item },
    lines: [line],
    ...{ taxes: [{ treatment: line.treatment, rate: 0, net: amount, vat: 0 }], reason: null },
  }
  const closes = bidsClose === null ? addDays(day, DEPOSIT_DAYS) : englishDayOf(bidsClose)
  await insertInvoice(db, {
    ...{
      kind: 'deposit',
      issuerId: operator.id,
      ...about,
      purpose: 'deposits',
      event: 'bidMade',
      year: null,
    },
    ...{ issuedAt: now, due: closes < day ? day : closes, net: amount, vat: 0 },
    ...{ creditsId: null, isReissued: null, caseId: null, interestOnId: null },
    content: JSON.stringify(content),
  })
}

interface DepositRow {
  id: string
  itemId: string
  status: Requirement['status']
  isInRound: boolean
  isSettled: boolean
  paid: Pence
  left: Pence
  settled: Pence
  invoiced: Pence
  invoices: DepositFacts['invoices']
}

const bidOf = ({ status, isInRound, isSettled }: DepositRow): DepositFacts['bid'] => {
  if (!isInRound) return 'out'
  if (!isSettled) return status === 'Bid' ? 'waiting' : 'out'
  return (SOLD_REQUIREMENT_STATUSES as readonly string[]).includes(status) ? 'won' : 'out'
}

/** Reads the standing deposits of rounds, or of one requirement, of which something may be left to do, and decides what. */
const readSettlements = async (
  db: Kysely<Database>,
  which: { depositId: string } | { requirementId: string } | null,
): Promise<{ id: string; itemId: string; settlement: DepositSettlement }[]> => {
  const [depositId, requirementId] =
    which === null
      ? [null, null]
      : 'depositId' in which
        ? [which.depositId, null]
        : [null, which.requirementId]
  const { rows } = await sql<DepositRow>`
    with standing as (
      select deposit.*, coalesce((select sum(amount) from payment where invoice_id = deposit.id), 0)::bigint as paid,
        (select amount from deposit_left(array[deposit.id])) as unused
      from invoice as deposit
      where ${STANDS} and (${depositId}::text is null or deposit.id = ${depositId})
        and (${requirementId}::text is null or deposit.item_id = ${requirementId}))
    select standing.id, item_id as "itemId", requirement.status, requirement.round_id = standing.round_id as "isInRound",
      round.status = 'Settled' as "isSettled", paid, unused as left,
      coalesce((select sum(amount) from money_posting where entry_id = 'settlement ' || standing.round_id
        and money_posting.item_id = standing.item_id and account_id like 'due %'), 0)::bigint as settled,
      coalesce((select sum(net) from invoice where invoice.item_id = standing.item_id and invoice.round_id = standing.round_id and kind = 'invoice'
        and not exists (select from invoice as note where note.credits_id = invoice.id and note.is_reissued)), 0)::bigint as invoiced,
      coalesce((select jsonb_agg(jsonb_build_object('id', invoice.id, 'open', open) order by invoice.ordinal)
        from invoice join open_invoice on open_invoice.invoice_id = invoice.id
        where invoice.item_id = standing.item_id and invoice.round_id = standing.round_id and invoice.kind = 'invoice'), '[]') as invoices
    from standing join requirement on requirement.id = standing.item_id join round on round.id = standing.round_id
    where unused > 0 or paid = 0
    order by standing.ordinal`.execute(db)
  return rows.map(row => ({
    ...{ id: row.id, itemId: row.itemId },
    settlement: settleDeposit({
      ...{ paid: row.paid, left: row.left, bid: bidOf(row), invoices: row.invoices },
      isInvoicedInFull: row.isSettled && row.invoiced >= row.settled,
    }),
  }))
}

/** Lists the deposits that are to be set off, paid back or taken back now. */
export const listDepositsToSettle = async (db: Kysely<Database>): Promise<string[]> =>
  (await readSettlements(db, null))
    .filter(({ settlement: { setOff, end } }) => setOff.length > 0 || end !== null)
    .map(({ id }) => id)

const WHY = {
  payBack: 'The deposit is not needed any more',
  takeBack: 'The deposit was not paid, and is not needed any more',
} as const

const endDeposit = async (
  db: Kysely<Database>,
  depositId: string,
  end: NonNullable<DepositSettlement['end']>,
  now: string,
): Promise<void> => {
  const { content, net, ...of } = await db
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow()
  const { issuerId, roundId, partyId, itemKind, itemId, purpose } = of
  const whole = creditContent(content, WHY[end.how])
  const amount = end.how === 'payBack' ? 0 - end.amount : 0 - net
  const about = { issuerId, roundId, partyId, itemKind, itemId, purpose, year: null, caseId: null }
  const made = { issuedAt: now, due: englishDayOf(now), net: amount, vat: 0, interestOnId: null }
  await insertInvoice(db, {
    ...{ ...about, ...made, creditsId: depositId },
    ...(end.how === 'payBack'
      ? { kind: 'depositReturn', event: 'depositEnded', isReissued: null }
      : { kind: 'creditNote', event: 'bidMade', isReissued: false }),
    content: JSON.stringify({
      ...whole,
      lines: whole.lines.map(line => ({ ...line, amount })),
      taxes: whole.taxes.map(tax => ({ ...tax, net: amount })),
    }),
  })
}

/** Sets deposits off, pays them back or takes them back, as `settleDeposit` decides: one, or those of a requirement. */
export const settleDeposits = async (
  db: Kysely<Database>,
  which: { depositId: string } | { requirementId: string },
  { now, newId }: EffectContext,
): Promise<void> => {
  // Two that settle the same deposit take turns.
  await db
    .selectFrom('invoice')
    .select('id')
    .where('kind', '=', 'deposit')
    .where(
      'depositId' in which ? 'id' : 'itemId',
      '=',
      'depositId' in which ? which.depositId : which.requirementId,
    )
    .orderBy('ordinal')
    .forNoKeyUpdate()
    .execute()
  for (const { id, settlement } of await readSettlements(db, which)) {
    for (const { invoiceId, amount } of settlement.setOff)
      await db
        .insertInto('payment')
        .values({
          ...{ id: newId(), version: 1, bankLineId: null, depositId: id, invoiceId, amount },
          ...{ rule: 'deposit', reversesId: null, bookedAt: now },
        })
        .execute()
    if (settlement.end !== null) await endDeposit(db, id, settlement.end, now)
  }
}

/** Takes back what deposits have paid of an invoice, before a credit note takes back the invoice itself. */
export const takeSetOffBack = async (
  db: Kysely<Database>,
  invoiceId: string,
  { now, newId }: EffectContext,
): Promise<void> => {
  const standing = await db
    .selectFrom('payment')
    .select(['id', 'depositId', 'amount'])
    .where('invoiceId', '=', invoiceId)
    .where('depositId', 'is not', null)
    .where('reversesId', 'is', null)
    .where(sql<boolean>`not exists (select from payment as later where later.reverses_id = payment.id)`)
    .execute()
  for (const { id, depositId, amount } of standing)
    await db
      .insertInto('payment')
      .values({
        ...{ id: newId(), version: 1, bankLineId: null, depositId, invoiceId, amount: 0 - amount },
        ...{ rule: 'takenBack', reversesId: id, bookedAt: now },
      })
      .execute()
}

/** Reads the last deposit of a bid in its round, for a reader who may read its document; null if none was asked for. */
export const readDepositView = async (
  db: Kysely<Database>,
  { id, roundId }: Pick<Requirement, 'id' | 'roundId'>,
  reader: Actor,
): Promise<RequirementView['deposit']> => {
  const deposit = await db
    .selectFrom('invoice')
    .select(['id', 'name', 'net', 'due'])
    .where('itemId', '=', id)
    .where('roundId', '=', roundId)
    .where('kind', '=', 'deposit')
    .where(visibleToActorSql('invoice', reader))
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!deposit) return null
  const { rows } = await sql<{
    paid: Pence
    setOff: Pence
    payBack: Pence
    paidBack: Pence
    isTakenBack: boolean
  }>`
    select coalesce((select sum(amount) from payment where invoice_id = one.id), 0)::bigint as paid,
      coalesce((select sum(amount) from payment where deposit_id = one.id), 0)::bigint as "setOff",
      coalesce(-note.net, 0)::bigint as "payBack",
      coalesce((select -sum(amount) from payment where invoice_id = note.id), 0)::bigint as "paidBack",
      exists (select from invoice as its where its.credits_id = one.id and its.kind = 'creditNote') as "isTakenBack"
    from invoice as one left join invoice as note on note.credits_id = one.id and note.kind = 'depositReturn' where one.id = ${deposit.id}`.execute(
    db,
  )
  const amounts = { asked: deposit.net, ...rows[0]! }
  return {
    ...{ document: { id: deposit.id, name: deposit.name }, due: deposit.due },
    ...{ amount: poundsOf(deposit.net), reference: paymentReference(deposit.name) },
    ...{
      paid: poundsOf(amounts.paid),
      setOff: poundsOf(amounts.setOff),
      paidBack: poundsOf(amounts.paidBack),
    },
    state: depositStateOf(amounts),
  }
}
