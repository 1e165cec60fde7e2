import type { Kysely } from 'kysely'
import { toBase64 } from '#proof/base64'
import type { MarketKeys } from '#proof/checked-note'
import { noteOf } from '../store/notes.ts'
import type { Database } from '../store/tables.ts'
import { bytesOf, endIn, logKeys, ORIGIN } from './keys.ts'

/** Every public key by which what the market signs is checked; before the first checkpoint the log has no name and no key. */
export const marketKeys = async (db: Kysely<Database>, address: string): Promise<MarketKeys> => {
  const [origin, certificates, witnesses] = await Promise.all([
    noteOf(db, ORIGIN),
    db
      .selectFrom('certificateKey')
      .select(['publicKey', 'endedAt', 'endedSize', 'isStolen'])
      .where('signs', '=', 'certificates')
      .orderBy('since')
      .orderBy('id')
      .execute(),
    db.selectFrom('logWitness').select('key').orderBy('name').execute(),
  ])
  const log = origin === undefined ? [] : await logKeys(db, origin)
  const all = [
    ...log.map(({ key, ended }) => ({ key, end: ended })),
    ...certificates.map(({ publicKey, ...rest }) => ({
      key: toBase64(bytesOf(publicKey)),
      end: endIn(rest),
    })),
  ]
  return {
    ended: all.flatMap(({ key, end }) => (end ? [{ key, ...end }] : [])),
    ...{ origin: origin ?? '', address },
    log: log.map(({ key }) => key),
    witnesses: witnesses.map(({ key }) => key),
    certificates: certificates.map(({ publicKey }) => toBase64(bytesOf(publicKey))),
  }
}
