import { type Kysely, sql } from 'kysely'
import type { Day } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { Invoice } from '#domain/money/invoice'
import type { Instalment, PaymentSchedule } from '#domain/money/payment-schedule'
import { groupBy } from '#domain/values/grouped'
import type { Database } from '../store/tables/tables.ts'
import { type BookedPosting, readPostings } from './books.ts'
import { type PostedInstalment, readInstalments } from './instalments.ts'

/** An amount that has fallen due by an event and has no invoice yet. */
export interface FallenDue extends Pick<Instalment, 'event' | 'year' | 'amount'> {
  posting: PostedInstalment['posting']
  /** The last of its due dates. */
  due: Day
  /** The amount by due date, the first due first; what is invoiced is taken off in this order. */
  parts: readonly { due: Day; amount: Pence }[]
  /** Days that a buyer has again to pay what was invoiced before and taken back (decision 0253); 0 for everything else. */
  daysAgain: number
}

/** Condition for invoices that a credit note takes back to be invoiced again. */
const isReplacedSql = sql<boolean>`exists (select from invoice as credit where credit.credits_id = invoice.id and credit.is_reissued)`

/** Invoices of an item that still stand: a credit note whose amount is invoiced again takes one out. */
export const readStandingInvoices = (db: Kysely<Database>, itemId: string): Promise<Invoice[]> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('itemId', '=', itemId)
    .where('kind', 'in', ['invoice', 'selfBilled'])
    .where(sql<boolean>`not ${isReplacedSql}`)
    .orderBy('ordinal')
    .execute()

type Invoiced = Pick<Invoice, 'itemId' | 'purpose' | 'event' | 'year' | 'net'> & { isReplaced: boolean }

const readInvoicedAmounts = (db: Kysely<Database>, itemIds: readonly string[]): Promise<Invoiced[]> =>
  db
    .selectFrom('invoice')
    .select(['itemId', 'purpose', 'event', 'year', 'net', isReplacedSql.as('isReplaced')])
    .where('itemId', '=', sql<string>`any(${[...itemIds]}::text[])`)
    .where('kind', 'in', ['invoice', 'selfBilled'])
    .execute()

/** Amounts about an item that are invoiced: what a buyer pays and what a supplier receives, not the rare opposite. */
const isInvoiced = ({ kind, itemKind, purpose }: BookedPosting): boolean =>
  kind === 'settlement' &&
  (itemKind === 'requirement' ? purpose === 'due' : purpose === 'payable' || purpose === 'maintenance')

/** Takes an amount off instalments, the first due first. */
const takeOff = (instalments: readonly { due: Day; amount: Pence }[], amount: Pence): FallenDue['parts'] => {
  let left = amount
  return instalments
    .toSorted((a, b) => a.due.localeCompare(b.due))
    .flatMap(one => {
      const taken = Math.min(left, one.amount)
      left -= taken
      return one.amount > taken ? [{ due: one.due, amount: one.amount - taken }] : []
    })
}

/** Reads what of some postings has fallen due and is on no standing invoice; `schedules` has the schedule of each round with invoices. */
const readFallenDue = async (
  db: Kysely<Database>,
  postings: readonly BookedPosting[],
  schedules: ReadonlyMap<string, PaymentSchedule>,
): Promise<FallenDue[]> => {
  const billed = postings.filter(one => isInvoiced(one) && schedules.has(one.roundId))
  if (billed.length === 0) return []
  const [instalments, invoiced] = await Promise.all([
    readInstalments(db, billed),
    readInvoicedAmounts(
      db,
      billed.flatMap(({ itemId }) => itemId ?? []),
    ),
  ])
  const happened = instalments.flatMap(one => (one.due === null ? [] : [{ ...one, due: one.due }]))
  const keyOf = ({ posting, event, year }: (typeof happened)[number]): string =>
    `${posting.itemId} ${posting.purpose} ${event} ${year}`
  return groupBy(happened, keyOf).flatMap(([, its]) => {
    const { posting, event, year } = its[0]!
    const own = invoiced.filter(
      one =>
        one.itemId === posting.itemId &&
        one.purpose === posting.purpose &&
        one.event === event &&
        one.year === year,
    )
    const standing = own.reduce((sum, { net, isReplaced }): Pence => (isReplaced ? sum : sum + net), 0)
    const parts = takeOff(its, standing)
    const amount = parts.reduce((sum, one) => sum + one.amount, 0)
    const due = its
      .map(one => one.due)
      .toSorted()
      .at(-1)!
    const isAgain = posting.purpose === 'due' && own.some(({ isReplaced }) => isReplaced)
    const days = schedules.get(posting.roundId)?.find(part => part.event === event)?.days
    const daysAgain = isAgain ? (days ?? 0) : 0
    return amount > 0 ? [{ posting, event, year, amount, due, parts, daysAgain }] : []
  })
}

/** Lists what has fallen due of an item and has no invoice; nothing where its round has none, or its supplier has not agreed. */
export const listFallenDue = async (
  db: Kysely<Database>,
  { id, kind }: { id: string; kind: Invoice['itemKind'] },
): Promise<FallenDue[]> => {
  const postings = (await readPostings(db, { itemId: id })).filter(
    one => one.itemKind === kind && isInvoiced(one),
  )
  const [first] = postings
  if (!first) return []
  const round = await db
    .selectFrom('paymentTerms')
    .innerJoin('organisation', join => join.on('organisation.id', '=', first.partyId))
    .select(['hasInvoices', 'schedule', 'selfBillingSince'])
    .where('roundId', '=', first.roundId)
    .executeTakeFirst()
  if (!round?.hasInvoices || (kind === 'project' && round.selfBillingSince === null)) return []
  return readFallenDue(db, postings, new Map([[first.roundId, round.schedule]]))
}

/**
 * Lists what has fallen due to suppliers who have not agreed to self-billing, so that it is on no invoice and no payment run can pay it;
 * the first due first. Rounds without invoices are left out: their parties have arranged payment in another way.
 */
export const listDueWithoutAgreement = async (
  db: Kysely<Database>,
): Promise<Pick<FallenDue, 'posting' | 'event' | 'year' | 'due' | 'amount'>[]> => {
  const suppliers = await db
    .selectFrom('moneyAccount')
    .innerJoin('organisation', 'organisation.id', 'organisationId')
    .select('organisation.id')
    .distinct()
    .where('purpose', 'in', ['payable', 'maintenance'])
    .where('selfBillingSince', 'is', null)
    .execute()
  if (suppliers.length === 0) return []
  const postings = await readPostings(db, { partyIds: suppliers.map(({ id }) => id) })
  const terms = await db
    .selectFrom('paymentTerms')
    .select(['roundId', 'schedule'])
    .where('hasInvoices', '=', true)
    .where('roundId', '=', sql<string>`any(${postings.map(({ roundId }) => roundId)}::text[])`)
    .execute()
  const fallen = await readFallenDue(
    db,
    postings.filter(({ itemKind }) => itemKind === 'project'),
    new Map(terms.map(({ roundId, schedule }) => [roundId, schedule])),
  )
  return fallen
    .flatMap(({ posting, event, year, parts }) => parts.map(part => ({ posting, event, year, ...part })))
    .toSorted((a, b) => a.due.localeCompare(b.due))
}
