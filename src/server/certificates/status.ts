import type { Kysely } from 'kysely'
import type { Certificate } from '#domain/credit/certificate'
import type { CertificateStatus, SignedCertificateStatus } from '#proof/status'
import { canonicalJson } from '@credit-market/values/canonical'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'
import { readUnsoundByCertificate } from '../views/certificates.ts'
import { readCertificateHistory } from './read.ts'
import type { CertificateSigner } from './seal.ts'

/** Number of signatures that are remembered. */
const MAX_SIGNATURES = 100

const readStatus = async (
  db: Kysely<Database>,
  certificate: Certificate,
  now: Instant,
): Promise<CertificateStatus> => {
  const { id, number, sha256, state, endedAt, endedReason } = certificate
  const history = state === 'Current' ? [] : await readCertificateHistory(db, certificate)
  const unsound = (await readUnsoundByCertificate(db, [certificate]))(id)
  return {
    ...{ format: 'certificate-status-1', number, certificate: sha256 },
    // A whole second, so that no one makes the server sign more than once a second.
    asOf: `${now.slice(0, 19)}Z`,
    ...{ state, endedAt, endedReason },
    replacedBy: history.find(({ supersedesId }) => supersedesId === id)?.number ?? null,
    unsound: unsound.map(({ serial, assurance, since, until, replacedBy }) => ({
      ...{ serial, assurance, since, until, replacedBy },
    })),
  }
}

/**
 * Makes signed statements of the status of a certificate now, which can be checked without the market later. The signer may be a
 * command, so signatures of the same text are not made twice.
 */
export const createStatusSigner = (
  seal: CertificateSigner,
): ((db: Kysely<Database>, certificate: Certificate, now: Instant) => Promise<SignedCertificateStatus>) => {
  const signatures = new Map<string, Promise<string>>()
  const sign = (text: string): Promise<string> => {
    const known = signatures.get(text)
    if (known) return known
    if (signatures.size >= MAX_SIGNATURES) signatures.clear()
    const made = seal.sign(text)
    signatures.set(text, made)
    made.catch(() => signatures.delete(text))
    return made
  }
  return async (db, certificate, now) => {
    const status = canonicalJson(await readStatus(db, certificate, now))
    return { status, signature: await sign(status), keyFingerprint: seal.fingerprint }
  }
}
