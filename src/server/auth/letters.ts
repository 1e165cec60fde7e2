import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { newId } from '../ids.ts'
import type { Database } from '../store/tables.ts'

/** Letters about an account, which go to one address. */
export type AccountLetter =
  | ('sign-up-code' | 'sign-up-known' | 'password-code' | 'password-changed')
  | ('second-factor-on' | 'second-factor-off' | 'sign-in-stopped' | 'sign-up-waiting')

/** Queues a letter to one address, in the transaction of what it tells. Codes are named by their ids only. */
export const sendLetter = async (
  db: Kysely<Database>,
  letter: AccountLetter,
  toAddress: string,
  facts: Record<string, string>,
  now: Instant,
): Promise<void> => {
  await db
    .insertInto('mailOutbox')
    .values({ id: newId(), letter, toAddress, facts: JSON.stringify(facts), notBefore: now, createdAt: now })
    .execute()
}
