import { type Kysely, sql } from 'kysely'
import { addDays, englishDayOf } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import { DEPOSIT_DAYS } from '#domain/money/deposit'
import type { InvoiceContent, InvoiceLine } from '#domain/money/invoice'
import type { Database } from '../store/tables/tables.ts'
import { insertInvoice } from './insert-invoice.ts'
import { readInvoiceFacts } from './invoice-facts.ts'

/** Lists the requirements whose bid has no deposit request in a round that asks for one, and the amount: until the round is matched. */
export const listBidsWithoutRequest = async (
  db: Kysely<Database>,
  requirementId: string | null,
): Promise<{ id: string; roundId: string; buyerId: string; amount: Pence }[]> => {
  const { rows } = await sql<{ id: string; roundId: string; buyerId: string; amount: Pence }>`
    select requirement.id, round.id as "roundId", buyer_id as "buyerId", deposit as amount
    from payment_terms join round on round.id = payment_terms.round_id join requirement on requirement.round_id = round.id
    where deposit is not null and round.status in ('OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Failed', 'Rejected') and requirement.status = 'Bid'
      and (${requirementId}::text is null or requirement.id = ${requirementId})
      and not exists (select from invoice as deposit where deposit.item_id = requirement.id and deposit.round_id = round.id
        and deposit.kind = 'deposit' and not is_ended(deposit.id))
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
