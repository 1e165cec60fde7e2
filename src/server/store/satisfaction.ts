import { type Kysely, sql } from 'kysely'
import { addYears, type Day } from '@credit-market/values/dates'
import { type SatisfactionOccasion, MIN_SATISFIED_ANSWER } from '#domain/project/satisfaction'
import type { Database } from './tables/tables.ts'

/** Counts one more answer on a day, without a record of who gave it. */
export const addSatisfactionAnswer = async (
  db: Kysely<Database>,
  given: { day: Day; about: SatisfactionOccasion; answer: number },
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

/** Returns the number of answers in the year up to a day, and of satisfied ones. */
export const countSatisfactionOfYear = async (
  db: Kysely<Database>,
  until: Day,
): Promise<{ answers: number; satisfied: number }> =>
  db
    .selectFrom('satisfaction')
    .select([
      sql<number>`coalesce(sum(number), 0)::bigint`.as('answers'),
      sql<number>`coalesce(sum(number) filter (where answer >= ${MIN_SATISFIED_ANSWER}), 0)::bigint`.as(
        'satisfied',
      ),
    ])
    .where('day', '>', addYears(until, -1))
    .where('day', '<=', until)
    .executeTakeFirstOrThrow()
