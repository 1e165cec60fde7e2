import type { Kysely } from 'kysely'
import { toBase64 } from '@credit-market/transparency-log/base64'
import type { MarketKeys } from '#proof/market-keys'
import { readInstallationValue } from '../store/notes.ts'
import type { Database } from '../store/tables/tables.ts'
import { ed25519PublicKeyBytes, keyEndFromRow, readLogKeys, LOG_ORIGIN_NOTE } from './keys.ts'

/**
 * Returns every public key that verifies signatures of the market; before the first checkpoint the log has no name and
 * no key.
 */
export const listMarketPublicKeys = async (db: Kysely<Database>, address: string): Promise<MarketKeys> => {
  const [origin, certificates, witnesses] = await Promise.all([
    readInstallationValue(db, LOG_ORIGIN_NOTE),
    db
      .selectFrom('certificateKey')
      .select(['publicKey', 'endedAt', 'endedSize', 'isStolen'])
      .where('signs', '=', 'certificates')
      .orderBy('since')
      .orderBy('id')
      .execute(),
    db.selectFrom('logWitness').select('key').orderBy('name').execute(),
  ])
  const log = origin === undefined ? [] : await readLogKeys(db, origin)
  const all = [
    ...log.map(({ key, ended }) => ({ key, end: ended })),
    ...certificates.map(({ publicKey, ...rest }) => ({
      key: toBase64(ed25519PublicKeyBytes(publicKey)),
      end: keyEndFromRow(rest),
    })),
  ]
  return {
    ended: all.flatMap(({ key, end }) => (end ? [{ key, ...end }] : [])),
    ...{ origin: origin ?? '', address },
    log: log.map(({ key }) => key),
    witnesses: witnesses.map(({ key }) => key),
    certificates: certificates.map(({ publicKey }) => toBase64(ed25519PublicKeyBytes(publicKey))),
  }
}
