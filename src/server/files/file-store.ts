import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { isOperator, type Actor } from '#domain/actor'
import type { FileRef } from '#domain/filed-document'
import type { Config } from '../config.ts'
import { forbidden, HttpError, tooLarge } from '../runner/refusals.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { Database } from '../store/tables.ts'
import { openFolder } from './folder.ts'
import { inspect } from './inspect.ts'
import { openObjectStore } from './object-store.ts'
import { clamdAt, type Scan } from './scan.ts'
import type { BlobStore } from './blob-store.ts'

/** The most bytes of one upload. */
export const LARGEST_UPLOAD = 25 * 1024 * 1024

/** The most bytes of all documents that the people of one organisation have uploaded. */
const QUOTA = 2 * 1024 ** 3

/** Where documents lie, and who looks for viruses in them. */
export interface FileStore extends BlobStore {
  scan: Scan
}

/** Opens the file store that the configuration names. */
export const openFileStore = async (where: Config['files'], clamdUrl?: string): Promise<FileStore> => ({
  ...(where.kind === 's3' ? await openObjectStore(where) : await openFolder(where.folder)),
  scan: clamdUrl === undefined ? async () => {} : clamdAt(clamdUrl),
})

const received = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > LARGEST_UPLOAD) throw tooLarge('The file is larger than 25 Mb')
      chunks.push(chunk)
    }
  } finally {
    stream.resume()
  }
  return Buffer.concat(chunks)
}

const usedBy = async (db: Kysely<Database>, { userId, organisationId }: Actor): Promise<number> => {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(size), 0)::bigint as used from filed_document where uploaded_by in (
      select id from "user" where id = ${userId} or organisation_id = ${organisationId})`.execute(db)
  return rows[0]?.used ?? 0
}

const ROOM = /^(ENOSPC|EDQUOT|EFBIG)$/

/** Sweeping and keeping the same content wait for each other: what has just arrived must not be swept away. */
export const lockContent = (db: Kysely<Database>, sha256: string, how: 'shared' | 'alone') =>
  (how === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(hashtext(${sha256}))`
    : sql`select pg_advisory_xact_lock(hashtext(${sha256}))`
  ).execute(db)

/** Takes an upload, looks at what it is, and notes it as the actor's, unfiled: an action files it, or it is swept away. */
export const receiveUpload = async (
  { store, now, newId }: Runtime,
  files: FileStore,
  stream: Readable,
  { name, accept, actor }: { name: string; accept: readonly string[]; actor: Actor },
): Promise<FileRef> => {
  const { userId } = actor
  if (userId === null) throw forbidden('Only people upload files')
  const content = await received(stream)
  const { type } = await inspect(content, accept)
  // The market operator files the papers of everybody.
  if (!isOperator(actor) && (await usedBy(store.db, actor)) + content.length > QUOTA)
    throw tooLarge('The documents of your organisation would be larger than 2 GB together')
  await files.scan(content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const document = { id: newId(), name: plainName(name) }
  await store.db.transaction().execute(async trx => {
    await lockContent(trx, sha256, 'shared')
    await files.put(sha256, content).catch((error: NodeJS.ErrnoException) => {
      if (!ROOM.test(error.code ?? '')) throw error
      throw new HttpError(
        503,
        { error: 'There is no room for documents at the moment; try again later' },
        300,
      )
    })
    await trx
      .insertInto('filedDocument')
      .values({
        ...document,
        sha256,
        size: content.length,
        type,
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
  return visible.replace(/^\.+/, '').slice(-200) || 'file'
}
