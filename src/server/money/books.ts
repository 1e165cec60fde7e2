import { type Kysely, type NotNull, sql } from 'kysely'
import type { Day, Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { AccountPurpose } from '#domain/money/account'
import type { MoneyPosting } from '#domain/money/settlement-postings'
import type { StatementPeriod } from '#domain/money/statement-period'
import type { IdAndName } from '#contract/kit/values'
import type { MoneyEntryKind } from '../store/tables/money-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { type NameLookup, readNamesByKind } from '../views/kit/names.ts'

/** A posting as it stands in the books. */
export interface BookedPosting extends MoneyPosting {
  entryId: string
  /** Settlement, an invoice with its VAT, a final credit note, a refund, interest, or a payment: entries of a round. */
  kind: MoneyEntryKind
  roundId: string
  /** The accounting date (decision 0251). */
  on: Day
  /** When it was entered, which can be after its date. */
  at: Instant
}

/** Part of the books: of some organisations' offers and bids, or of one round. */
type BooksPart = { partyIds: readonly string[] } | { roundId: string } | { itemId: string }

/** Reads postings in the order of the books. */
export const readPostings = (db: Kysely<Database>, part: BooksPart): Promise<BookedPosting[]> =>
  db
    .selectFrom('moneyPosting')
    .innerJoin('moneyEntry', 'moneyEntry.id', 'moneyPosting.entryId')
    .innerJoin('moneyAccount', 'moneyAccount.id', 'moneyPosting.accountId')
    .select([
      'entryId',
      'kind',
      'roundId',
      'accountingDate as on',
      'at',
      'purpose',
      'organisationId',
      'partyId',
      'itemKind',
      'itemId',
      'amount',
    ])
    .where('roundId', 'is not', null)
    .$narrowType<{ roundId: NotNull }>()
    .$if('roundId' in part, rows => rows.where('roundId', '=', 'roundId' in part ? part.roundId : ''))
    .$if('itemId' in part, rows => rows.where('itemId', '=', 'itemId' in part ? part.itemId : ''))
    .$if('partyIds' in part, rows =>
      rows.where('partyId', '=', sql<string>`any(${'partyIds' in part ? [...part.partyIds] : []}::text[])`),
    )
    .orderBy('accountingDate')
    .orderBy('at')
    .orderBy('entryId')
    .orderBy('place')
    .execute()

/** Sums of an account in a period, in pence. */
export interface AccountSums {
  id: string
  purpose: AccountPurpose
  organisationId: string | null
  /** Balance before the period. */
  opening: Pence
  debit: Pence
  credit: Pence
}

/**
 * Reads the accounts with what was posted to them in a period, those of the market or of some organisations only if these are given.
 * Without a period no entry is read.
 */
export const readAccountSums = async (
  db: Kysely<Database>,
  organisationIds: readonly string[] | null,
  { from, until }: StatementPeriod,
): Promise<AccountSums[]> => {
  const isWhole = from === null && until === null
  const posted = isWhole
    ? sql`money_posting`
    : sql`(select account_id, amount, accounting_date < coalesce(${from}::date, '-infinity') as is_before
        from money_posting join money_entry on money_entry.id = entry_id
        where accounting_date <= coalesce(${until}::date, 'infinity')) as posted`
  const isBefore = isWhole ? sql`false` : sql`is_before`
  const { rows } = await sql<AccountSums>`
    select money_account.id, purpose, organisation_id as "organisationId",
      coalesce(sum(amount) filter (where ${isBefore}), 0)::bigint as opening,
      coalesce(sum(amount) filter (where amount > 0 and not ${isBefore}), 0)::bigint as debit,
      coalesce(-sum(amount) filter (where amount < 0 and not ${isBefore}), 0)::bigint as credit
    from money_account left join ${posted} on account_id = money_account.id
    where ${organisationIds === null}::boolean or organisation_id = any(${[...(organisationIds ?? [])]}::text[])
    group by money_account.id order by money_account.id`.execute(db)
  return rows
}

/** An organisation with offers or bids in the books of a round, and the organisation that it was merged into, if any. */
export interface PartyOfRound {
  partyId: string
  roundId: string
  mergedIntoId: string | null
}

/** Lists who has offers or bids in the books, of all organisations or of those given. */
export const listPartiesOfRounds = async (
  db: Kysely<Database>,
  organisationIds: readonly string[] | null,
): Promise<PartyOfRound[]> => {
  const { rows } = await sql<PartyOfRound>`
    select distinct party_id as "partyId", round_id as "roundId", merged_into_id as "mergedIntoId"
    from money_posting join money_entry on money_entry.id = entry_id join organisation on organisation.id = party_id
    where ${organisationIds === null}::boolean or party_id = any(${[...(organisationIds ?? [])]}::text[])`.execute(
    db,
  )
  return rows
}

/** Rounds in the books, newest first, with what buyers pay in each, in pence; up to a day those that were settled by then. */
export const listBookedRounds = async (
  db: Kysely<Database>,
  until: Day | null,
): Promise<{ roundId: string; at: Instant; paid: Pence }[]> => {
  const { rows } = await sql<{ roundId: string; at: Instant; paid: Pence }>`
    select round_id as "roundId", at, coalesce(sum(amount) filter (where purpose = 'due'), 0)::bigint as paid
    from money_entry join money_posting on entry_id = money_entry.id join money_account on money_account.id = account_id
    where kind = 'settlement' and accounting_date <= coalesce(${until}::date, 'infinity') group by money_entry.id order by at desc, money_entry.id`.execute(
    db,
  )
  return rows
}

/** Names of the organisations, projects and requirements of postings. */
export const readNamesOfPostings = async (
  db: Kysely<Database>,
  postings: readonly Pick<BookedPosting, 'partyId' | 'itemKind' | 'itemId'>[],
): Promise<{
  party: NameLookup
  item: (
    posting: Pick<BookedPosting, 'itemKind' | 'itemId'>,
  ) => (IdAndName & { kind: 'project' | 'requirement' }) | null
}> => {
  const idsOf = (kind: 'project' | 'requirement') =>
    postings.flatMap(({ itemKind, itemId }) => (itemKind === kind ? [itemId] : []))
  const names = await readNamesByKind(db, {
    party: ['organisation', postings.map(({ partyId }) => partyId)],
    project: ['project', idsOf('project')],
    requirement: ['requirement', idsOf('requirement')],
  })
  return {
    party: names.party,
    item: ({ itemKind, itemId }) =>
      itemKind === null || itemId === null
        ? null
        : { kind: itemKind, ...(names[itemKind](itemId) ?? { id: itemId, name: itemId }) },
  }
}
