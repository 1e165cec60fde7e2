import { createHash, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { EffectContext } from '#actions/kit/changes'
import { canonicalJson } from '@credit-market/values/canonical'
import {
  type Certificate,
  type CertificateRequest,
  formatCertificateNumber,
  CERTIFICATE_NUMBER_LENGTH,
  CERTIFICATE_ALPHABET_SIZE,
  certificateSeriesOf,
} from '#domain/credit/certificate'
import { createCertificatePaper } from '#domain/credit/certificate-paper'
import type { Instant } from '@credit-market/values/dates'
import type { IssueCertificates, IssuedCertificate } from '../runner/runtime.ts'
import type { StoreTransaction } from '../store/store.ts'
import type { KeyUse } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { certificateFactsOfProject, certificateFactsOfRequirement } from './facts.ts'
import type { CertificateSigner } from './seal.ts'

/** Dependencies of certificates: the signing key and the public address of the installation. */
export interface CertificateContext {
  seal: CertificateSigner
  publicUrl: string
  /** Replaced in tests by numbers derived from ids. */
  newNumber?: (newId: () => string) => string
}

/** A number that cannot be guessed. */
const byChance = (): string =>
  formatCertificateNumber(
    Array.from({ length: CERTIFICATE_NUMBER_LENGTH }, () => randomInt(CERTIFICATE_ALPHABET_SIZE)),
  )

/**
 * Issues the certificates that an action asks for, in its transaction, from the data after its changes. Supersedes
 * the current certificate of the same subject and series. Issues nothing if there is nothing to certify.
 */
export const createCertificateIssuer =
  (certifying: CertificateContext): IssueCertificates =>
  async (tx, changes, given) => {
    const made: IssuedCertificate[] = []
    for (const change of changes)
      if (change.change === 'certify') {
        const one = await make(tx, change, certifying, given)
        if (one) made.push(one)
      }
    return made
  }

const make = async (
  tx: StoreTransaction,
  { kind, id, series, reason, givenById }: CertificateRequest,
  { seal, publicUrl, newNumber = byChance }: CertificateContext,
  { now, newId }: EffectContext,
): Promise<IssuedCertificate | undefined> => {
  const read = kind === 'requirement' ? certificateFactsOfRequirement : certificateFactsOfProject
  const facts = await read(tx, id, series, givenById)
  if (!facts) return undefined
  const before = (await tx.list('certificate', { subjectKind: kind, subjectId: id, state: 'Current' })).find(
    one => certificateSeriesOf(one.kind) === series,
  )
  const number = newNumber(newId)
  const content = canonicalJson(
    createCertificatePaper({
      ...facts,
      number,
      madeAt: now,
      supersedes: before?.number ?? null,
      verifyAt: `${publicUrl}/verify/${number}`,
      keyFingerprint: seal.fingerprint,
    }),
  )
  await storePublicKey(tx.db, seal, now)
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

/** Stores the public key of a signer, which certificates and checkpoints are verified with ever after. */
export const storePublicKey = async (
  db: Kysely<Database>,
  { fingerprint, publicKey }: CertificateSigner,
  now: Instant,
  { signs, succession = null }: { signs: KeyUse; succession?: string | null } = { signs: 'certificates' },
): Promise<void> => {
  await db
    .insertInto('certificateKey')
    .values({ id: fingerprint, publicKey, since: now, signs, succession })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const supersede = (
  db: StoreTransaction['db'],
  { id, version }: Certificate,
  endedReason: string,
  now: string,
) =>
  db
    .updateTable('certificate')
    .set({ state: 'Superseded', endedAt: now, endedReason, version: version + 1 })
    .where('id', '=', id)
    .execute()
