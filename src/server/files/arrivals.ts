import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpError } from '../runner/refusals.ts'

/** A completely received file on this machine's disk, until it is stored or removed. */
export interface ReceivedFile {
  path: string
  size: number
  sha256: string
}

/** Folder for files while they are received and inspected: on disk, never in the memory of the server. */
export interface ReceivedFilesFolder {
  /**
   * Receives a whole stream; throws `tooLargeError` at the first byte beyond `most`, and 503 if the disk is full. Incomplete
   * files are removed.
   */
  receive: (stream: Readable, most: number, tooLarge: () => Error) => Promise<ReceivedFile>
  /** Removes an arrived file; a stored copy is not touched. */
  remove: (arrived: ReceivedFile) => Promise<void>
}

const AN_HOUR_MS = 3_600_000
const ROOM = /^(ENOSPC|EDQUOT|EFBIG)$/

/** Maps an error of the disk to a refusal: 503 if it is full, else the error itself. */
export const diskErrorToRefusal = (error: unknown): unknown =>
  error instanceof Error && ROOM.test((error as NodeJS.ErrnoException).code ?? '')
    ? new HttpError(503, { error: 'There is no space for documents at the moment; try again later' }, 300)
    : error

const writeSynced = (path: string): Writable =>
  createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })

/** Milliseconds by the clock of the disk, which all servers that share a folder have in common. */
const timeOfDisk = async (folder: string): Promise<number> => {
  const probe = join(folder, randomUUID())
  await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
  const { mtimeMs } = await stat(probe)
  await rm(probe, { force: true })
  return mtimeMs
}

/** Opens the folder of arrivals, and removes files that a killed server was receiving more than an hour ago. */
export const openReceivedFilesFolder = async (
  folder: string,
  write = writeSynced,
): Promise<ReceivedFilesFolder> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const now = names.length > 0 ? await timeOfDisk(folder) : 0
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    // Another server that shares the folder may still be receiving a younger one.
    if (found && now - found.mtimeMs > AN_HOUR_MS) await rm(join(folder, name), { force: true })
  }
  return {
    receive: async (stream, most, tooLarge) => {
      const path = join(folder, randomUUID())
      const hash = createHash('sha256')
      let size = 0
      const metered = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > most) throw tooLarge()
          hash.update(chunk)
          yield chunk
        }
      }
      try {
        await pipeline(stream, metered, write(path))
        return { path, size, sha256: hash.digest('hex') }
      } catch (error) {
        await rm(path, { force: true })
        throw diskErrorToRefusal(error)
      }
    },
    remove: ({ path }) => rm(path, { force: true }),
  }
}
