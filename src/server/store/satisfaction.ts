import { type Kysely, sql } from 'kysely'
import { addYears, type Day } from '#domain/dates'
import { type Occasion, SATISFIED_FROM } from '#domain/satisfaction'
import type { Database } from './tables.ts'

/** Counts one more answer of a day; of whom it is nobody knows. */
export const countAnswer = async (
  db: Kysely<Database>,
  given: { day: Day; about: Occasion; answer: number },
): Promise<void> => {
  await db
    .insertInto('satisfaction')
    .values({ ...given, number: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['day', 'about', 'answer'])
        .doUpdateSet({ number: sql<number>`${sql.ref('satisfaction.number')} + 1` }),
    )
    .execute()
}

/** The answers of the year until a day, and how many of them were satisfied. */
export const answersOfYear = async (
  db: Kysely<Database>,
  until: Day,
): Promise<{ answers: number; satisfied: number }> =>
  db
    .selectFrom('satisfaction')
    .select([
      sql<number>`coalesce(sum(number), 0)::bigint`.as('answers'),
      sql<number>`coalesce(sum(number) filter (where answer >= ${SATISFIED_FROM}), 0)::bigint`.as(
        'satisfied',
      ),
    ])
    .where('day', '>', addYears(until, -1))
    .where('day', '<=', until)
    .executeTakeFirstOrThrow()
