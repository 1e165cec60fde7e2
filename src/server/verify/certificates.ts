import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Certificate } from '#domain/certificate'
import { paperIn } from '../certificates/read.ts'
import { pagesOf } from '../store/pages.ts'
import type { Database } from '../store/tables.ts'
import type { Check } from './check.ts'
import { NOT_LOADED } from './loaded.ts'

// Away from the thread that answers people.
const isSignedBy = promisify<null, Buffer, KeyObject, Buffer, boolean>(verify)

/** A key, and how many entries the log had by its end; null where it signs still. */
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

/** All of them, each with the number of the one before it, and whether an entry of the log about its subject names its hash. */
const EVERY = sql<Held>`select certificate.*, before.number as supersedes, not ${NOT_LOADED} or exists (
    select from activity where activity.subject_kind = certificate.subject_kind and activity.subject_id = certificate.subject_id
      and strpos(details, 'Sha256":"' || certificate.sha256 || '"') > 0) as is_vouched_for,
    case when exists (select from certificate_key where certificate_key.id = certificate.key_fingerprint and ended_at is not null) then (
      select min(index) from activity join activity_chain on entry_id = activity.id join log_leaf using (seq)
      where activity.subject_kind = certificate.subject_kind and activity.subject_id = certificate.subject_id
        and strpos(details, 'Sha256":"' || certificate.sha256 || '"') > 0) end as leaf
  from certificate left join certificate before on before.id = certificate.supersedes_id`

/** Does the paper that was signed say what the row says? */
const saysTheSame = ({ supersedes, ...row }: Held): boolean => {
  const paper = paperIn(row)
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
    ...(key ? [] : ['names a key that is not among those that have signed']),
    ...(key && !isSigned ? ['has a signature that does not hold for what it says'] : []),
    ...(isAfterEnd ? ['was signed with a key that had ended before'] : []),
    ...(isHashed ? [] : ['is not the paper of its SHA-256']),
    ...(saysTheSame(held) ? [] : ['says something else than was signed']),
    ...(held.isVouchedFor ? [] : ['has a SHA-256 that no entry of the log vouches for']),
  ]
}

/** Every certificate is the paper that was signed, by the key it names, and that the log vouches for. */
export const certificates: Check = {
  name: 'certificates',
  run: async function* ({ db }, looked) {
    const keys = await keysOf(db)
    for await (const page of pagesOf(db, EVERY)) {
      for (const held of page)
        for (const why of await wrongWith(held, keys)) yield { what: `certificate ${held.number}`, why }
      looked(page.length)
    }
  },
}
