import { type Kysely, sql } from 'kysely'
import { addressOf } from '#contract/nouns'
import { readsAll } from '#contract/read-access'
import type { Found } from '#contract/resource'
import type { Actor } from '#domain/actor'
import type { Database } from '../store/tables.ts'
import { beginsWith, lettersIn } from './found-by.ts'
import { type FoundOfKind, MOST_COUNTED, MOST_OF_EACH } from './found-things.ts'

/**
 * The people whose e-mail address begins with a text, or with it from the @ on; for the market operator's staff alone. Addresses are looked up where they stand, so that none is left anywhere when a person is removed.
 */
export const peopleByEmail = async (
  said: string,
  reader: Actor,
  db: Kysely<Database>,
): Promise<FoundOfKind> => {
  if (!readsAll(reader) || lettersIn(said) < 3) return { items: [], counted: 0 }
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
          where ${beginsWith(address, sql`lower(${said})`)} order by ${address} using ~<~
          limit ${sql.lit(MOST_COUNTED + 1)}) as found
        order by lower(email), id limit ${sql.lit(MOST_OF_EACH)}) as one
      left join organisation on organisation.id = organisation_id
    order by lower(one.email), one.id`.execute(db)
  return {
    counted: rows[0]?.counted ?? 0,
    items: rows.map(({ id, name, email, organisation }): Found => ({
      id,
      name,
      kind: 'user',
      status: null,
      detail: organisation ?? '',
      why: `E-mail address ${email}`,
      link: addressOf('user', { id }),
    })),
  }
}
