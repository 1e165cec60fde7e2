import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Actor } from '#domain/actor'
import type { FileRef } from '#domain/filed-document'
import type { Config } from '../config.ts'
import { forbidden, tooLarge } from '../refused.ts'
import type { Runtime } from '../runtime.ts'
import { inspect } from './inspect.ts'

/** The most bytes of one upload. */
export const LARGEST_UPLOAD = 25 * 1024 * 1024

interface Kept {
  sha256: string
  size: number
  type: string
}

/** Where the bytes of documents lie, each under the hash of its content. */
export interface FileStore {
  /** Takes the bytes, looks at what they are, and keeps them for good; throws `Refused` when they are not acceptable. */
  keep: (stream: Readable, accept: readonly string[]) => Promise<Kept>
  /** The bytes of a document; undefined when they are gone. */
  open: (sha256: string) => Promise<{ stream: Readable; size: number } | undefined>
  /** Forgets content that no document has any more. */
  remove: (sha256: string) => Promise<void>
  /** Can documents be kept now? */
  isReachable: () => Promise<boolean>
}

/** Opens the file store that the configuration names. */
export const openFileStore = async (where: Config['files']): Promise<FileStore> => {
  if (where.kind === 's3') throw new Error('S3_URL is set, but this version keeps documents in DATA_DIR only')
  return openFolder(where.folder)
}

const openFolder = async (folder: string): Promise<FileStore> => {
  const arriving = join(folder, 'arriving')
  await mkdir(arriving, { recursive: true, mode: 0o700 })
  // What a killed server was receiving is of no use to anybody.
  for (const name of await readdir(arriving)) await rm(join(arriving, name), { force: true })
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)
  return {
    keep: async (stream, accept) => {
      const path = join(arriving, randomUUID())
      try {
        const { sha256, size } = await write(stream, path)
        const { type } = await inspect(await readFile(path), accept)
        await moveForGood(path, join(folder, sha256.slice(0, 2)), sha256)
        return { sha256, size, type }
      } finally {
        stream.resume()
        await rm(path, { force: true })
      }
    },
    open: async sha256 => {
      const path = pathOf(sha256)
      const found = await stat(path).catch(() => undefined)
      return found && { stream: createReadStream(path), size: found.size }
    },
    remove: sha256 => rm(pathOf(sha256), { force: true }),
    isReachable: () =>
      access(arriving, constants.W_OK).then(
        () => true,
        () => false,
      ),
  }
}

const write = async (stream: Readable, path: string): Promise<{ sha256: string; size: number }> => {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > LARGEST_UPLOAD) throw tooLarge('The file is larger than 25 Mb')
      hash.update(chunk)
      await file.appendFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), size }
}

// A name in a folder is only safe from a power cut once the folder itself has been written.
const moveForGood = async (path: string, folder: string, name: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(path, join(folder, name))
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Keeps an upload and notes it as the actor's, unfiled: an action files it, or it is swept away. */
export const receiveUpload = async (
  { store, now, newId }: Runtime,
  files: FileStore,
  stream: Readable,
  { name, accept, actor }: { name: string; accept: readonly string[]; actor: Actor },
): Promise<FileRef> => {
  if (actor.userId === null) throw forbidden('Only people upload files')
  const kept = await files.keep(stream, accept)
  const document = { id: newId(), name: plainName(name) }
  await store.db
    .insertInto('filedDocument')
    .values({
      ...document,
      ...kept,
      ownerKind: null,
      ownerId: null,
      tag: null,
      replacedById: null,
      reason: null,
      uploadedBy: actor.userId,
      uploadedAt: now(),
    })
    .execute()
  return document
}

/** A file name as people may read it: without folders, and without signs that hide what it is. */
export const plainName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu, '').trim()
  return visible.replace(/^\.+/, '').slice(-200) || 'file'
}
