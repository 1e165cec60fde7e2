import { type Kysely, sql } from 'kysely'
import { statusChangeTitle, type CreditStatus } from '#domain/credit/credit'
import type { RegisterEntry } from '#front/pages/register-search'
import { type Day, englishDayOf, type Instant } from '@credit-market/values/dates'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Units } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'
import { IS_IN_REGISTRY } from '../views/lists/credits.ts'
import { isOneOfValuesSql } from '../views/kit/visible.ts'

/** Entries of the ledger that are read: one act on a project can have many. */
const MOST_READ = 200

/** Statuses of units that someone has, or had. */
const SHOWN = ['RightsCreated', 'RightsAllocated', 'Issued', 'Redeemed', 'Retired'] as const

interface Row {
  at: Instant
  fromStatus: CreditStatus | null
  toStatus: CreditStatus
  units: Units
  creditType: CreditType
  id: string
  name: string
}

/**
 * The newest entries of the register, the newest first: what happened to units of a project on one day is one entry. At most
 * `most`, from the last entries of the ledger.
 */
export const readNewestEntries = async (db: Kysely<Database>, most: number): Promise<RegisterEntry[]> => {
  const { rows } = await sql<Row>`
    select entry.at, entry.from_status, entry.to_status, entry.units, credit.type as credit_type, project.id, project.name
    from credit_ledger as entry
    join credit on credit.id = entry.credit_id join project on project.id = credit.project_id
    where ${isOneOfValuesSql('entry.to_status', SHOWN)} and ${IS_IN_REGISTRY}
    order by entry.seq desc limit ${sql.lit(MOST_READ)}`.execute(db)
  const entries = new Map<string, RegisterEntry>()
  for (const { at, fromStatus, toStatus, units, creditType, id, name } of rows) {
    const day: Day = englishDayOf(at)
    const title = statusChangeTitle(fromStatus, toStatus)
    const key = JSON.stringify([day, title, creditType, id])
    const before = entries.get(key)?.units ?? 0
    entries.set(key, { at: day, title, creditType, units: before + units, project: { id, name } })
  }
  return [...entries.values()].slice(0, most)
}
