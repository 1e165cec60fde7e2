import type { Kysely } from 'kysely'
import type { Day, Instant } from '@credit-market/values/dates'
import type { OrganisationType } from '#domain/people/organisation'
import { newId } from '../process/ids.ts'
import type { Database } from '../store/tables/tables.ts'

type Nothing = Record<never, string>

/** A round that fits a saved estimate. */
type EstimateRoundFacts = {
  estimate: string
  /** The estimate in words. */
  what: string
  /** Market and round. */
  where: string
  roundId: string
}

/** Emails about an account or a saved estimate to one address, each with the facts that it is written from when it is sent. */
export interface AccountEmailFacts {
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
  'estimate-saved': { estimate: string; what: string }
  'estimate-round-opened': EstimateRoundFacts
  'estimate-round-planned': EstimateRoundFacts & {
    /** First day of the season; empty if the announcement is taken back. */
    expectedFrom: string
  }
  'webhook-stopped': { address: string; webhookId: string; why: string }
}
export type AccountEmail = keyof AccountEmailFacts

/** Queues an email to one address, in the transaction that causes it. Codes are referred to by id only. */
export const queueAccountEmail = async <L extends AccountEmail>(
  db: Kysely<Database>,
  letter: L,
  toAddress: string,
  facts: AccountEmailFacts[L],
  now: Instant,
): Promise<void> => {
  await db
    .insertInto('mailOutbox')
    .values({ id: newId(), letter, toAddress, facts: JSON.stringify(facts), notBefore: now, createdAt: now })
    .execute()
}
