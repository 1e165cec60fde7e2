import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { isOperator, type Actor } from '#domain/people/actor'
import type { FiledDocument, UploadedFileRef } from '#domain/text/filed-document'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import type { ServerConfig } from '../process/config.ts'
import { forbiddenError, tooLargeError, wrongTypeError } from '../runner/refusals.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import type { Database } from '../store/tables/tables.ts'
import {
  type ReceivedFilesFolder,
  type ReceivedFile,
  openReceivedFilesFolder,
  diskErrorToRefusal,
} from './arrivals.ts'
import type { BlobStore } from './blob-store.ts'
import { openUploadBudget, type UploadBudget } from './budget.ts'
import { openFolderBlobStore } from './folder.ts'
import { inspectFile } from './supervised-inspection.ts'
import { openS3BlobStore } from './object-store.ts'
import { clamdScanner, type VirusScan } from './scan.ts'

/** Limit of bytes in all documents that the people of one organisation have uploaded. */
const QUOTA = 2 * 1024 ** 3

/** Storage of documents and arrivals, the budget of uploads, and the virus scanner. */
export interface FileStore extends BlobStore {
  arrivals: ReceivedFilesFolder
  budget: UploadBudget
  scan: VirusScan
}

/** Opens the storage of documents that the configuration names, without a place for arrivals. */
export const openBlobStore = (where: ServerConfig['files']): Promise<BlobStore> =>
  where.kind === 's3' ? openS3BlobStore(where) : openFolderBlobStore(where.folder)

/** Opens the file store that the configuration names. */
export const openFileStore = async (where: ServerConfig['files'], clamdUrl?: string): Promise<FileStore> => ({
  ...(await openBlobStore(where)),
  arrivals: await openReceivedFilesFolder(
    where.kind === 's3' ? await mkdtemp(join(tmpdir(), 'arriving-')) : join(where.folder, 'arriving'),
  ),
  budget: openUploadBudget(),
  scan: clamdUrl === undefined ? async () => {} : clamdScanner(clamdUrl),
})

/** 413: a file is larger than the limit. */
export const uploadTooLargeError = () => tooLargeError('The file is larger than 25 Mb')

const usedBy = async (db: Kysely<Database>, { userId, organisationId }: Actor): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(size), 0)::bigint as used from filed_document where uploaded_by in (
      select id from "user" where id = ${userId} or organisation_id = ${organisationId})`.execute(db)
  return rows[0]?.used ?? 0
}

/**
 * Locks content, so that it is not swept away right after it has arrived again: sweeping and storing the same content
 * wait for each other.
 */
export const lockDocumentHash = (db: Kysely<Database>, sha256: string, how: 'shared' | 'alone') =>
  (how === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(hashtext(${sha256}))`
    : sql`select pg_advisory_xact_lock(hashtext(${sha256}))`
  ).execute(db)

/** Owner and name of an upload, and its accepted kinds. */
interface About {
  name: string
  accept: readonly string[]
  actor: Actor
}

/**
 * Receives an upload, inspects it, and records it as the actor's unfiled document: an action files it, or it is swept
 * away.
 */
export const receiveUpload = async (
  runtime: ActionRuntime,
  files: FileStore,
  stream: Readable,
  about: About,
): Promise<UploadedFileRef> => {
  const arrived = await files.arrivals.receive(stream, MAX_UPLOAD_BYTES, uploadTooLargeError)
  try {
    return await keep(runtime, files, arrived, about)
  } finally {
    await files.arrivals.remove(arrived)
  }
}

/** Inspects and scans a received file; returns its type. Throws `HttpError` 415 with a remedy if it is refused. */
export const requireHarmless = async (
  db: Kysely<Database>,
  { scan }: Pick<FileStore, 'scan'>,
  { sha256, path }: ReceivedFile,
  accept: readonly string[],
): Promise<string> => {
  const found = await inspectFile(db, sha256, { ask: 'kind', path, accept })
  if (!found)
    throw wrongTypeError('The file is too complex to be checked safely: save it again in a simpler form')
  if ('refused' in found) throw wrongTypeError(found.refused)
  await scan(path)
  return found.type
}

/** Inspects a received file; returns the row of an unfiled document, which is not stored yet. */
export const describeUpload = async (
  { store, now, newId }: ActionRuntime,
  files: Pick<FileStore, 'scan'>,
  arrived: ReceivedFile,
  { name, accept, actor }: About,
): Promise<FiledDocument> => {
  const { userId } = actor
  if (userId === null) throw forbiddenError('Only people can upload files, not programs')
  // The market operator files documents for everyone, so has no quota.
  if (!isOperator(actor) && (await usedBy(store.db, actor)) + arrived.size > QUOTA)
    throw tooLargeError(
      'With this file, the documents of your organisation would be larger than 2 GB in total',
    )
  const type = await requireHarmless(store.db, files, arrived, accept)
  return {
    ...{ id: newId(), version: 1, name: safeFileName(name), sha256: arrived.sha256, size: arrived.size },
    ...{ type, ownerKind: null, ownerId: null, tag: null, replacedById: null, reason: null },
    ...{ uploadedBy: userId, uploadedAt: now() },
  }
}

/** Adds the row of a document. */
export const insertDocument = async (db: Kysely<Database>, document: FiledDocument): Promise<void> => {
  await db.insertInto('filedDocument').values(document).execute()
}

const keep = async (
  runtime: ActionRuntime,
  files: FileStore,
  arrived: ReceivedFile,
  about: About,
): Promise<UploadedFileRef> => {
  const document = await describeUpload(runtime, files, arrived, about)
  await runtime.store.db.transaction().execute(async trx => {
    await lockDocumentHash(trx, arrived.sha256, 'shared')
    await files.put(arrived).catch((error: unknown) => {
      throw diskErrorToRefusal(error)
    })
    await insertDocument(trx, document)
  })
  return { id: document.id, name: document.name }
}

/** Records another upload of a document that is stored already, as one that this user has not filed yet. */
export const recordCopy = async (
  { store, now, newId }: ActionRuntime,
  document: FiledDocument,
  uploadedBy: string,
): Promise<UploadedFileRef> => {
  const copy = { id: newId(), name: document.name }
  await store.db
    .insertInto('filedDocument')
    .values({ ...document, ...copy, uploadedBy, uploadedAt: now() })
    .execute()
  return copy
}

/** Makes a file name readable: without folders, and without characters that disguise the type of the file. */
export const safeFileName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu, '').trim()
  // Counted in whole characters, since half a surrogate pair is invalid.
  return Array.from(visible.replace(/^\.+/, '')).slice(-200).join('') || 'file'
}
