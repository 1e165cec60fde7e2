import { createPublicKey, verify } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Certificate, seriesOf } from '#domain/certificate'
import type { CertificatePaper } from '#domain/certificate-paper'
import type { Database } from '../store/tables.ts'

/** The certificate of this number. */
export const certificateBy = (db: Kysely<Database>, number: string): Promise<Certificate | undefined> =>
  db.selectFrom('certificate').selectAll().where('number', '=', number).executeTakeFirst()

/** The certificate that a file of these bytes was handed out as: its JSON, or a drawing of it. */
export const certificateOfFile = async (
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

/** A certificate with all that took its place, or whose place it took, oldest first. */
export const historyOf = async (db: Kysely<Database>, of: Certificate): Promise<Certificate[]> => {
  const all = await db
    .selectFrom('certificate')
    .selectAll()
    .where('subjectKind', '=', of.subjectKind)
    .where('subjectId', '=', of.subjectId)
    .orderBy('ordinal')
    .execute()
  return all.filter(({ kind }) => seriesOf(kind) === seriesOf(of.kind))
}

/** What a certificate says: the database holds it as it was signed. */
export const paperIn = ({ content }: Pick<Certificate, 'content'>): CertificatePaper => JSON.parse(content)

/** The public key of this fingerprint as PEM; without one, the key that signs now. */
export const publicKey = async (db: Kysely<Database>, fingerprint?: string): Promise<string | undefined> => {
  const keys = db.selectFrom('certificateKey').select('publicKey').where('signs', '=', 'certificates')
  const wanted =
    fingerprint === undefined ? keys.orderBy('since', 'desc').limit(1) : keys.where('id', '=', fingerprint)
  return (await wanted.executeTakeFirst())?.publicKey
}

/** Does the signature of a certificate hold for what the database holds of it? */
export const isSigned = async (
  db: Kysely<Database>,
  { content, signature, keyFingerprint }: Certificate,
): Promise<boolean> => {
  const key = await publicKey(db, keyFingerprint)
  return (
    key !== undefined &&
    verify(null, Buffer.from(content, 'utf8'), createPublicKey(key), Buffer.from(signature, 'base64'))
  )
}
