import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { isOperator, type Actor } from '#domain/actor'
import type { FileRef } from '#domain/filed-document'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import type { Config } from '../config.ts'
import { forbidden, tooLarge, wrongType } from '../runner/refusals.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { Database } from '../store/tables.ts'
import { type Arrivals, type Arrived, openArrivals, refusalOfDisk } from './arrivals.ts'
import type { BlobStore } from './blob-store.ts'
import { openBudget, type UploadBudget } from './budget.ts'
import { openFolder } from './folder.ts'
import { inspectFile } from './supervised-inspection.ts'
import { openObjectStore } from './object-store.ts'
import { clamdAt, type Scan } from './scan.ts'

/** The most bytes of all documents that the people of one organisation have uploaded. */
const QUOTA = 2 * 1024 ** 3

/** Where documents lie and where they arrive, how much may be on the way, and who looks for viruses. */
export interface FileStore extends BlobStore {
  arrivals: Arrivals
  budget: UploadBudget
  scan: Scan
}

/** Opens the file store that the configuration names. */
export const openFileStore = async (where: Config['files'], clamdUrl?: string): Promise<FileStore> => ({
  ...(where.kind === 's3' ? await openObjectStore(where) : await openFolder(where.folder)),
  arrivals: await openArrivals(
    where.kind === 's3' ? await mkdtemp(join(tmpdir(), 'arriving-')) : join(where.folder, 'arriving'),
  ),
  budget: openBudget(),
  scan: clamdUrl === undefined ? async () => {} : clamdAt(clamdUrl),
})

/** A file is larger than is accepted. */
export const tooLargeUpload = () => tooLarge('The file is larger than 25 Mb')

const usedBy = async (db: Kysely<Database>, { userId, organisationId }: Actor): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(size), 0)::bigint as used from filed_document where uploaded_by in (
      select id from "user" where id = ${userId} or organisation_id = ${organisationId})`.execute(db)
  return rows[0]?.used ?? 0
}

/** Sweeping and keeping the same content wait for each other: what has just arrived must not be swept away. */
export const lockContent = (db: Kysely<Database>, sha256: string, how: 'shared' | 'alone') =>
  (how === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(hashtext(${sha256}))`
    : sql`select pg_advisory_xact_lock(hashtext(${sha256}))`
  ).execute(db)

/** Whose an upload is, what it is called, and which kinds are accepted. */
interface About {
  name: string
  accept: readonly string[]
  actor: Actor
}

/** Takes an upload, looks at what it is, and notes it as the actor's, unfiled: an action files it, or it is swept away. */
export const receiveUpload = async (
  runtime: Runtime,
  files: FileStore,
  stream: Readable,
  about: About,
): Promise<FileRef> => {
  const arrived = await files.arrivals.receive(stream, LARGEST_UPLOAD, tooLargeUpload)
  try {
    return await keep(runtime, files, arrived, about)
  } finally {
    await files.arrivals.remove(arrived)
  }
}

const keep = async (
  { store, now, newId }: Runtime,
  files: FileStore,
  arrived: Arrived,
  { name, accept, actor }: About,
): Promise<FileRef> => {
  const { userId } = actor
  if (userId === null) throw forbidden('Only people upload files')
  // The market operator files the papers of everybody.
  if (!isOperator(actor) && (await usedBy(store.db, actor)) + arrived.size > QUOTA)
    throw tooLarge('The documents of your organisation would be larger than 2 GB together')
  const found = await inspectFile(store.db, arrived.sha256, { ask: 'kind', path: arrived.path, accept })
  if (!found)
    throw wrongType('The file is too intricate to be looked into safely: save it anew, in a simpler form')
  if ('refused' in found) throw wrongType(found.refused)
  await files.scan(arrived.path)
  const document = { id: newId(), name: plainName(name) }
  await store.db.transaction().execute(async trx => {
    await lockContent(trx, arrived.sha256, 'shared')
    await files.put(arrived).catch((error: unknown) => {
      throw refusalOfDisk(error)
    })
    await trx
      .insertInto('filedDocument')
      .values({
        ...document,
        sha256: arrived.sha256,
        size: arrived.size,
        type: found.type,
        ownerKind: null,
        ownerId: null,
        tag: null,
        replacedById: null,
        reason: null,
        uploadedBy: userId,
        uploadedAt: now(),
      })
      .execute()
  })
  return document
}

/** A file name as people may read it: without folders, and without signs that hide what it is. */
export const plainName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu, '').trim()
  // Counted as they are written: half of a sign would be none.
  return Array.from(visible.replace(/^\.+/, '')).slice(-200).join('') || 'file'
}
