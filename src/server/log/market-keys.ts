import type { Kysely } from 'kysely'
import { toBase64 } from '#proof/base64'
import type { MarketKeys } from '#proof/checked-note'
import { noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { bytesOf, logKeys, ORIGIN } from './keys.ts'

/** Every public key by which what the market signs is checked; before the first checkpoint the log has no name and no key. */
export const marketKeys = async (db: Kysely<Database>, address: string): Promise<MarketKeys> => {
  const [origin, certificates, witnesses] = await Promise.all([
    noteOf(db, ORIGIN),
    db
      .selectFrom('certificateKey')
      .select('publicKey')
      .where('signs', '=', 'certificates')
      .orderBy('since')
      .orderBy('id')
      .execute(),
    db.selectFrom('logWitness').select('key').orderBy('name').execute(),
  ])
  const log = origin === undefined ? [] : await logKeys(db, origin)
  return {
    ...{ origin: origin ?? '', address },
    log: log.map(({ key }) => key),
    witnesses: witnesses.map(({ key }) => key),
    certificates: certificates.map(({ publicKey }) => toBase64(bytesOf(publicKey))),
  }
}
