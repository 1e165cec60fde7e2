import { createPublicKey, verify } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Certificate, certificateSeriesOf } from '#domain/credit/certificate'
import type { CertificatePaper } from '#domain/credit/certificate-paper'
import type { Database } from '../store/tables/tables.ts'

/** The certificate with a number. */
export const readCertificateByNumber = (
  db: Kysely<Database>,
  number: string,
): Promise<Certificate | undefined> =>
  db.selectFrom('certificate').selectAll().where('number', '=', number).executeTakeFirst()

/** The certificate that a file with this hash was issued for: its JSON, or a PDF. */
export const findCertificateOfFile = async (
  db: Kysely<Database>,
  sha256: string,
): Promise<Certificate | undefined> =>
  db
    .selectFrom('certificate')
    .selectAll()
    .where(eb =>
      eb.or([
        eb('sha256', '=', sha256),
        eb(
          'id',
          'in',
          eb.selectFrom('certificateDrawing').select('certificateId').where('sha256', '=', sha256),
        ),
      ]),
    )
    .executeTakeFirst()

/** A certificate with all that replaced it or that it replaced, oldest first. */
export const readCertificateHistory = async (
  db: Kysely<Database>,
  of: Certificate,
): Promise<Certificate[]> => {
  const all = await db
    .selectFrom('certificate')
    .selectAll()
    .where('subjectKind', '=', of.subjectKind)
    .where('subjectId', '=', of.subjectId)
    .orderBy('ordinal')
    .execute()
  return all.filter(({ kind }) => certificateSeriesOf(kind) === certificateSeriesOf(of.kind))
}

/** Parses the content of a certificate, which is stored as it was signed. */
export const parseCertificatePaper = ({ content }: Pick<Certificate, 'content'>): CertificatePaper =>
  JSON.parse(content)

/** The public key with a fingerprint as PEM; without one, the current signing key. */
export const readPublicKeyPem = async (
  db: Kysely<Database>,
  fingerprint?: string,
): Promise<string | undefined> => {
  const keys = db.selectFrom('certificateKey').select('publicKey').where('signs', '=', 'certificates')
  const wanted =
    fingerprint === undefined ? keys.orderBy('since', 'desc').limit(1) : keys.where('id', '=', fingerprint)
  return (await wanted.executeTakeFirst())?.publicKey
}

/** True if the signature of a certificate is valid for its stored content. */
export const hasValidCertificateSignature = async (
  db: Kysely<Database>,
  { content, signature, keyFingerprint }: Certificate,
): Promise<boolean> => {
  const key = await readPublicKeyPem(db, keyFingerprint)
  return (
    key !== undefined &&
    verify(null, Buffer.from(content, 'utf8'), createPublicKey(key), Buffer.from(signature, 'base64'))
  )
}
