import type { Kysely } from 'kysely'
import type { Day, Instant } from '#domain/dates'
import type { OrganisationType } from '#domain/organisation'
import { newId } from '../ids.ts'
import type { Database } from '../store/tables.ts'

type Nothing = Record<never, string>

/** Letters about an account, which go to one address, each with the facts it is written from when it is posted. */
export interface AccountLetterFacts {
  'sign-up-code': { code: string }
  'sign-up-known': Nothing
  'invitation-asked': {
    organisation: string
    organisationId: string
    type: OrganisationType
    asker: string
    email: string
  }
  'password-code': { code: string; username: string }
  'password-changed': Nothing
  'second-factor-on': Nothing
  'second-factor-off': Nothing
  'passkey-added': { passkey: string }
  'passkey-removed': { passkey: string }
  'passkey-copied': { passkey: string }
  'provider-linked': { provider: string }
  'sign-in-stopped': Nothing
  'key-made': { key: string }
  'key-ends': { key: string; day: Day }
  'webhook-stopped': { address: string; webhookId: string; why: string }
}
export type AccountLetter = keyof AccountLetterFacts

/** Queues a letter to one address, in the transaction of what it tells. Codes are named by their ids only. */
export const sendLetter = async <L extends AccountLetter>(
  db: Kysely<Database>,
  letter: L,
  toAddress: string,
  facts: AccountLetterFacts[L],
  now: Instant,
): Promise<void> => {
  await db
    .insertInto('mailOutbox')
    .values({ id: newId(), letter, toAddress, facts: JSON.stringify(facts), notBefore: now, createdAt: now })
    .execute()
}
