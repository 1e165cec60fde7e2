import { sql } from 'kysely'
import type { AccountPurpose } from '#domain/money/account'
import type { World } from '../http/world.ts'

/** A posting as the database has it, read past all code that shows it. */
export interface Posting {
  entryId: string
  kind: string
  roundId: string | null
  accountId: string
  purpose: AccountPurpose
  organisationId: string | null
  partyId: string | null
  itemKind: string | null
  itemId: string | null
  amount: number
}

/** Reads all postings of the books. */
export const readAllPostings = async ({ store }: World): Promise<Posting[]> => {
  const { rows } = await sql<Posting>`
    select entry_id as "entryId", kind, round_id as "roundId", account_id as "accountId", purpose, organisation_id as "organisationId",
      party_id as "partyId", item_kind as "itemKind", item_id as "itemId", amount
    from money_posting join money_entry on money_entry.id = entry_id join money_account on money_account.id = account_id`.execute(
    store.db,
  )
  return rows
}
