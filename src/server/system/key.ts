import { type Kysely, sql } from 'kysely'
import type { SystemKey } from '#contract/system/market-key'
import type { Instant } from '@credit-market/values/dates'
import { KEY_FINGERPRINT_NOTE } from '../auth/market-key.ts'
import type { ServerConfig } from '../process/config.ts'
import { readInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'

/** The key of the market by its fingerprint, and how much a new key would change. */
export const readKeyConsequences = async (
  db: Kysely<Database>,
  { secretKey, signerCommand }: Pick<ServerConfig, 'secretKey' | 'signerCommand'>,
): Promise<SystemKey> => {
  const { rows } = await sql<Omit<SystemKey, 'fingerprint' | 'place'> & { since: Instant | null }>`
    select
      (select max(since) from certificate_key where signs = 'checkpoints' and ended_at is null) as since,
      (select count(*)::int from second_factor) as "secondFactors",
      (select count(*)::int from recovery_code) as "recoveryCodes",
      (select count(*)::int from webhook) as webhooks,
      (select count(*)::int from log_witness) as witnesses`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('The database counted nothing')
  return {
    ...counts,
    fingerprint: (await readInstallationValue(db, KEY_FINGERPRINT_NOTE)) ?? '',
    place: signerCommand ? 'signer' : secretKey ? 'environment' : 'file',
  }
}
