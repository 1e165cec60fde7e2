import { type Kysely, sql } from 'kysely'
import type { HomeView } from '#contract/desk/home'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { Database } from '../store/tables/tables.ts'
import { readCachedSum } from '../views/listing/summed.ts'

const TOTALS = sql<{ due: Pence; owed: Pence }>`
  select coalesce(sum(amount) filter (where purpose = 'due'), 0)::bigint as due,
    coalesce(-sum(amount) filter (where purpose in ('payable', 'maintenance')), 0)::bigint as owed
  from money_entry join money_posting on entry_id = money_entry.id join money_account on money_account.id = account_id`

/** Reads the totals of the whole market for the operator's home page, in pounds: due from buyers, and owed to suppliers. */
export const readMarketTotals = (db: Kysely<Database>): Promise<HomeView['money']> =>
  readCachedSum(db, TOTALS, ([sums]) => [
    { what: 'Due from buyers', amount: poundsOf(sums?.due ?? 0) },
    { what: 'Owed to suppliers', amount: poundsOf(sums?.owed ?? 0) },
  ])
