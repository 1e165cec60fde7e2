import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from './blob-store.ts'

/** How the bytes of a new file get onto the disk for good. */
type WriteFile = (path: string, content: Buffer) => Promise<void>

const writeSynced: WriteFile = async (path, content) => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
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

/** A folder of this machine: a document is there whole or not at all, whenever the server or the machine stops. */
export const openFolder = async (folder: string, write: WriteFile = writeSynced): Promise<BlobStore> => {
  const arriving = join(folder, 'arriving')
  await mkdir(arriving, { recursive: true, mode: 0o700 })
  // What a killed server was receiving is of no use to anybody.
  for (const name of await readdir(arriving)) await rm(join(arriving, name), { force: true })
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)
  return {
    put: async (sha256, content) => {
      const path = join(arriving, randomUUID())
      try {
        await write(path, content)
        await moveForGood(path, join(folder, sha256.slice(0, 2)), sha256)
      } finally {
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
