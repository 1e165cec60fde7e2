import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobStore, MARKET_MARKER } from './blob-store.ts'

// A new name in a folder survives a power cut only once the folder itself has been synced.
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

/**
 * Opens a blob store in a folder of this machine: a document is stored completely or not at all, even if the server or
 * the machine stops. Arrivals must be on the same disk, since they are only renamed.
 */
export const openFolderBlobStore = async (folder: string): Promise<BlobStore> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)
  return {
    put: ({ path, sha256 }) => moveForGood(path, join(folder, sha256.slice(0, 2)), sha256),
    open: async sha256 => {
      const path = pathOf(sha256)
      const found = await stat(path).catch(() => undefined)
      return found && { stream: createReadStream(path), size: found.size }
    },
    remove: sha256 => rm(pathOf(sha256), { force: true }),
    isReachable: () =>
      access(folder, constants.W_OK).then(
        () => true,
        () => false,
      ),
    mark: async () => {
      try {
        return (await readFile(join(folder, MARKET_MARKER), 'utf8')).trim()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    setMark: async mark => {
      await writeFile(join(folder, `${MARKET_MARKER}.part`), `${mark}\n`, { mode: 0o600, flush: true })
      await moveForGood(join(folder, `${MARKET_MARKER}.part`), folder, MARKET_MARKER)
    },
  }
}
