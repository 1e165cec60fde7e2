import { type RawBuilder, sql } from 'kysely'
import { CAPACITY_WORDS } from '#domain/values/capacity'

/** SQL for the words of a capacity inside a sentence, from a column that holds the capacity. */
export const capacityWords = (column: string): RawBuilder<string> =>
  sql<string>`case ${sql.ref(column)} ${sql.join(
    Object.entries(CAPACITY_WORDS).map(
      ([capacity, words]) => sql`when ${sql.lit(capacity)} then ${sql.lit(words)}`,
    ),
    sql` `,
  )} end`
