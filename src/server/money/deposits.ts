import { type Kysely, sql } from 'kysely'
import { englishDayOf, type Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import {
  type DepositFacts,
  type DepositSettlement,
  REOPENED_DAYS,
  settleDeposit,
} from '#domain/money/deposit'
import { creditContent } from '#domain/money/invoice'
import type { Requirement } from '#domain/project/requirement'
import { SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import type { EffectContext } from '#actions/kit/changes'
import type { Database } from '../store/tables/tables.ts'
import { insertInvoice } from './insert-invoice.ts'

/** True for a deposit, called `standing`, that people have reopened lately, so that its payment can be corrected before it is settled again. */
const isReopenedSql = (now: Instant) => sql<boolean>`(
  exists (select from payment where deposit_id = standing.id and reverses_id is not null and not is_ended(invoice_id)
    and booked_at > ${now}::timestamptz - make_interval(days => ${REOPENED_DAYS}))
  or exists (select from invoice as back join invoice as note on note.credits_id = back.id
    where back.credits_id = standing.id and note.issued_at > ${now}::timestamptz - make_interval(days => ${REOPENED_DAYS})))`

interface DepositRow {
  id: string
  itemId: string
  status: Requirement['status']
  isInRound: boolean
  isSettled: boolean
  isOpenForBids: boolean
  paid: Pence
  left: Pence
  settled: Pence
  invoiced: Pence
  invoices: DepositFacts['invoices']
}

const bidOf = ({ status, isInRound, isSettled, isOpenForBids }: DepositRow): DepositFacts['bid'] => {
  // A bid that is withdrawn can be made again.
  if (isOpenForBids) return 'waiting'
  if (!isInRound) return 'out'
  if (!isSettled) return status === 'Bid' ? 'waiting' : 'out'
  return (SOLD_REQUIREMENT_STATUSES as readonly string[]).includes(status) ? 'won' : 'out'
}

/** Reads the standing deposits of rounds, or of one requirement, of which something may be left to do, and decides what. */
const readSettlements = async (
  db: Kysely<Database>,
  which: { depositId: string } | { requirementId: string } | null,
  now: Instant,
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
      where deposit.kind = 'deposit' and (${depositId}::text is null or deposit.id = ${depositId})
        and (${requirementId}::text is null or deposit.item_id = ${requirementId})
        and not exists (select from invoice as note where note.credits_id = deposit.id and note.kind = 'creditNote'))
    select standing.id, item_id as "itemId", requirement.status, requirement.round_id = standing.round_id as "isInRound",
      round.status = 'Settled' as "isSettled",
      round.status = 'OpenForBidsAndOffers' as "isOpenForBids", paid, unused as left,
      coalesce((select sum(amount) from money_posting where entry_id = 'settlement ' || standing.round_id
        and money_posting.item_id = standing.item_id and account_id like 'due %'), 0)::bigint as settled,
      coalesce((select sum(net) from invoice where invoice.item_id = standing.item_id and invoice.round_id = standing.round_id and kind = 'invoice'
        and not exists (select from invoice as note where note.credits_id = invoice.id and note.is_reissued)), 0)::bigint as invoiced,
      coalesce((select jsonb_agg(jsonb_build_object('id', invoice.id, 'open', open) order by invoice.ordinal)
        from invoice join open_invoice on open_invoice.invoice_id = invoice.id
        where invoice.item_id = standing.item_id and invoice.round_id = standing.round_id and invoice.kind = 'invoice'), '[]') as invoices
    from standing join requirement on requirement.id = standing.item_id join round on round.id = standing.round_id
    where (unused > 0 or paid = 0) and not ${isReopenedSql(now)}
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
export const listDepositsToSettle = async (db: Kysely<Database>, now: Instant): Promise<string[]> =>
  (await readSettlements(db, null, now))
    .filter(({ settlement: { setOff, end } }) => setOff.length > 0 || end !== null)
    .map(({ id }) => id)

const WHY = {
  payBack: 'The deposit is no longer needed',
  takeBack: 'This deposit is not paid, and it is no longer needed',
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
  for (const { id, settlement } of await readSettlements(db, which, now)) {
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

/** Takes back what deposits have paid: of an invoice, before a credit note takes back the invoice itself, or what one deposit has paid. */
export const takeSetOffBack = async (
  db: Kysely<Database>,
  which: { invoiceId: string } | { depositId: string },
  { now, newId }: EffectContext,
): Promise<void> => {
  const standing = await db
    .selectFrom('payment')
    .select(['id', 'depositId', 'invoiceId', 'amount'])
    .where('depositId', 'is not', null)
    .where(
      'invoiceId' in which ? 'invoiceId' : 'depositId',
      '=',
      'invoiceId' in which ? which.invoiceId : which.depositId,
    )
    .where('reversesId', 'is', null)
    .where(sql<boolean>`not exists (select from payment as later where later.reverses_id = payment.id)`)
    .orderBy('ordinal')
    .execute()
  for (const { id, amount, ...of } of standing)
    await db
      .insertInto('payment')
      .values({
        ...{ id: newId(), version: 1, bankLineId: null, ...of, amount: 0 - amount },
        ...{ rule: 'takenBack', reversesId: id, bookedAt: now },
      })
      .execute()
}
