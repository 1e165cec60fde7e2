import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Certificate } from '#domain/credit/certificate'
import { parseCertificatePaper } from '../certificates/read.ts'
import { iterateResultPages } from '../store/pages.ts'
import type { Database } from '../store/tables/tables.ts'
import { IS_OWN_DATA_SQL, type VerificationCheck } from './check.ts'

// Runs off the main thread.
const isSignedBy = promisify<null, Buffer, KeyObject, Buffer, boolean>(verify)

/** A key, and the number of entries in the log at its end; null while it is in use. */
interface Known {
  key: KeyObject
  endedSize: number | null
}

const keysOf = async (db: Kysely<Database>): Promise<Map<string, Known>> => {
  const keys = await db
    .selectFrom('certificateKey')
    .select(['id', 'publicKey', 'endedSize'])
    .where('signs', '=', 'certificates')
    .execute()
  return new Map(
    keys.map(({ id, publicKey, endedSize }) => [id, { key: createPublicKey(publicKey), endedSize }]),
  )
}

type Held = Certificate & { supersedes: string | null; isVouchedFor: boolean; leaf: number | null }

/**
 * All certificates, each with the number of the one before it, and a flag if an entry of the log about its subject
 * names its hash.
 */
const EVERY = sql<Held>`select certificate.*, before.number as supersedes, not ${IS_OWN_DATA_SQL} or exists (
    select from activity where activity.subject_kind = certificate.subject_kind and activity.subject_id = certificate.subject_id
      and strpos(details, 'Sha256":"' || certificate.sha256 || '"') > 0) as is_vouched_for,
    case when exists (select from certificate_key where certificate_key.id = certificate.key_fingerprint and ended_at is not null) then (
      select min(index) from activity join activity_chain on entry_id = activity.id join log_leaf using (seq)
      where activity.subject_kind = certificate.subject_kind and activity.subject_id = certificate.subject_id
        and strpos(details, 'Sha256":"' || certificate.sha256 || '"') > 0) end as leaf
  from certificate left join certificate before on before.id = certificate.supersedes_id`

/** True if the signed paper agrees with the row. */
const saysTheSame = ({ supersedes, ...row }: Held): boolean => {
  const paper = parseCertificatePaper(row)
  return (
    paper.number === row.number &&
    paper.kind === row.kind &&
    paper.subject.kind === row.subjectKind &&
    paper.subject.id === row.subjectId &&
    paper.madeAt === row.madeAt &&
    paper.keyFingerprint === row.keyFingerprint &&
    paper.supersedes === supersedes
  )
}

const wrongWith = async (held: Held, keys: ReadonlyMap<string, Known>): Promise<string[]> => {
  const content = Buffer.from(held.content, 'utf8')
  const { key, endedSize = null } = keys.get(held.keyFingerprint) ?? {}
  const isAfterEnd = endedSize !== null && held.leaf !== null && held.leaf >= endedSize
  const isSigned = key && (await isSignedBy(null, content, key, Buffer.from(held.signature, 'base64')))
  const isHashed = createHash('sha256').update(content).digest('hex') === held.sha256
  return [
    ...(key ? [] : ['names an unknown signing key']),
    ...(key && !isSigned ? ['has a signature that does not match its content'] : []),
    ...(isAfterEnd ? ['was signed with a key that had expired'] : []),
    ...(isHashed ? [] : ['does not match its SHA-256']),
    ...(saysTheSame(held) ? [] : ['differs from what was signed']),
    ...(held.isVouchedFor ? [] : ['has a SHA-256 that no entry of the log contains']),
  ]
}

/**
 * Checks that every certificate is the signed paper, signed by the key that it names, and that the log vouches for it.
 */
export const verifyCertificates: VerificationCheck = {
  name: 'certificates',
  run: async function* ({ db }, looked) {
    const keys = await keysOf(db)
    for await (const page of iterateResultPages(db, EVERY)) {
      for (const held of page)
        for (const why of await wrongWith(held, keys)) yield { what: `certificate ${held.number}`, why }
      looked(page.length)
    }
  },
}
