import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FileStore } from '../files/file-store.ts'
import { measure } from './copying.ts'
import { documentFile } from './manifest.ts'

const isWhole = async (files: FileStore, sha256: string): Promise<boolean> => {
  const found = await files.open(sha256)
  return found !== undefined && (await measure(found.stream)).sha256 === sha256
}

/** Puts a document where the installation keeps them, unless it is there whole; then asks for it as the market will. */
export const putDocument = async (backup: string, files: FileStore, sha256: string): Promise<void> => {
  if (await isWhole(files, sha256)) return
  const stream = createReadStream(join(backup, documentFile(sha256)))
  const arrived = await files.arrivals.receive(stream, Infinity, () => new Error('It is too large'))
  try {
    await files.put(arrived)
  } finally {
    await files.arrivals.remove(arrived)
  }
  if (!(await isWhole(files, sha256)))
    throw new Error(`The document ${sha256} is not kept as it was: look at the file store and restore again`)
}
