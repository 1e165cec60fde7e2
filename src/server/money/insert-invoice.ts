import type { Kysely } from 'kysely'
import type { Invoice } from '#domain/money/invoice'
import type { Database } from '../store/tables/tables.ts'

type Row = Omit<Invoice, 'id' | 'version' | 'place' | 'preceding' | 'name' | 'content'> & { content: string }

/** Inserts an invoice; the database gives it the next number of its series. */
export const insertInvoice = async (db: Kysely<Database>, row: Row): Promise<void> => {
  await db
    .insertInto('invoice')
    .values(row as never)
    .execute()
}
