import { type Kysely, sql } from 'kysely'
import { pageAddress } from '#contract/nouns/nouns'
import { mayReadAll } from '#contract/nouns/read-access'
import type { SearchHit } from '#contract/kit/resource'
import type { Actor } from '#domain/people/actor'
import type { Database } from '../store/tables/tables.ts'
import { searchNamesBeginningWith, countAlphanumerics } from './found-by.ts'
import { type SearchHitsOfKind, MAX_COUNTED_HITS_PER_KIND, MAX_SHOWN_HITS_PER_KIND } from './found-things.ts'

/**
 * Users whose email address, or its part from the @ on, begins with a text; for the market operator's staff only.
 * Addresses are searched in their own table, so that no copy remains when a person is erased.
 */
export const findPeopleByEmail = async (
  said: string,
  reader: Actor,
  db: Kysely<Database>,
): Promise<SearchHitsOfKind> => {
  if (!mayReadAll(reader) || countAlphanumerics(said) < 3) return { items: [], counted: 0 }
  const address = said.startsWith('@')
    ? sql<string>`substr(lower(email), strpos(email, '@'))`
    : sql<string>`lower(email)`
  const { rows } = await sql<{
    id: string
    name: string
    email: string
    organisation: string | null
    counted: number
  }>`
    select one.*, organisation.name as organisation from (
        select id, name, email, organisation_id, count(*) over () as counted from (
          select id, display_name as name, email, organisation_id from "user"
          where ${searchNamesBeginningWith(address, sql`lower(${said})`)} order by ${address} using ~<~
          limit ${sql.lit(MAX_COUNTED_HITS_PER_KIND + 1)}) as found
        order by lower(email), id limit ${sql.lit(MAX_SHOWN_HITS_PER_KIND)}) as one
      left join organisation on organisation.id = organisation_id
    order by lower(one.email), one.id`.execute(db)
  return {
    counted: rows[0]?.counted ?? 0,
    items: rows.map(({ id, name, email, organisation }): SearchHit => ({
      id,
      name,
      kind: 'user',
      status: null,
      detail: organisation ?? '',
      why: `Email address ${email}`,
      link: pageAddress('user', { id }),
    })),
  }
}
