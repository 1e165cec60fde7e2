import { createHash, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Given } from '#actions/kit/changes'
import { canonicalJson } from '#domain/canonical'
import {
  type Certificate,
  type CertificateWanted,
  numberOf,
  RANDOM_SIGNS,
  SIGN_COUNT,
  seriesOf,
} from '#domain/certificate'
import { paperOf } from '#domain/certificate-paper'
import type { Instant } from '#domain/dates'
import type { Certify, Made } from '../runner/runtime.ts'
import type { Tx } from '../store/store.ts'
import type { KeyUse } from '../store/log-tables.ts'
import type { Database } from '../store/tables.ts'
import { factsOfProject, factsOfRequirement } from './facts.ts'
import type { Seal } from './seal.ts'

/** What certificates are made with: the key that signs them, and where the installation is reached. */
export interface Certifying {
  seal: Seal
  publicUrl: string
  /** Tests give numbers of their own, made from their ids. */
  newNumber?: (newId: () => string) => string
}

/** A number that nobody guesses. */
const byChance = (): string => numberOf(Array.from({ length: RANDOM_SIGNS }, () => randomInt(SIGN_COUNT)))

/**
 * Makes the certificates that an action asks for, in its transaction, from what is stored after its changes. What held of the
 * same subject before is superseded. Where nothing is to be certified, nothing is made.
 */
export const certifyWith =
  (certifying: Certifying): Certify =>
  async (tx, changes, given) => {
    const made: Made[] = []
    for (const change of changes)
      if (change.change === 'certify') {
        const one = await make(tx, change, certifying, given)
        if (one) made.push(one)
      }
    return made
  }

const make = async (
  tx: Tx,
  { kind, id, series, reason, givenById }: CertificateWanted,
  { seal, publicUrl, newNumber = byChance }: Certifying,
  { now, newId }: Given,
): Promise<Made | undefined> => {
  const read = kind === 'requirement' ? factsOfRequirement : factsOfProject
  const facts = await read(tx, id, series, givenById)
  if (!facts) return undefined
  const before = (await tx.list('certificate', { subjectKind: kind, subjectId: id, state: 'Current' })).find(
    one => seriesOf(one.kind) === series,
  )
  const number = newNumber(newId)
  const content = canonicalJson(
    paperOf({
      ...facts,
      number,
      madeAt: now,
      supersedes: before?.number ?? null,
      verifyAt: `${publicUrl}/verify/${number}`,
      keyFingerprint: seal.fingerprint,
    }),
  )
  await keepKey(tx.db, seal, now)
  if (before) await supersede(tx.db, before, reason, now)
  const sha256 = createHash('sha256').update(content, 'utf8').digest('hex')
  await tx.db
    .insertInto('certificate')
    .values({
      ...{ id: newId(), number, kind: facts.kind, subjectKind: kind, subjectId: id, state: 'Current' },
      ...{
        content,
        sha256,
        signature: await seal.sign(content),
        keyFingerprint: seal.fingerprint,
        madeAt: now,
      },
      ...{ supersedesId: before?.id ?? null, endedAt: null, endedReason: null },
    })
    .execute()
  return { kind, id, series, number, sha256 }
}

/** Notes the public key that signs, by which certificates and checkpoints are checked ever after. */
export const keepKey = async (
  db: Kysely<Database>,
  { fingerprint, publicKey }: Seal,
  now: Instant,
  { signs, succession = null }: { signs: KeyUse; succession?: string | null } = { signs: 'certificates' },
): Promise<void> => {
  await db
    .insertInto('certificateKey')
    .values({ id: fingerprint, publicKey, since: now, signs, succession })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const supersede = (db: Tx['db'], { id, version }: Certificate, endedReason: string, now: string) =>
  db
    .updateTable('certificate')
    .set({ state: 'Superseded', endedAt: now, endedReason, version: version + 1 })
    .where('id', '=', id)
    .execute()
