import type { Readable } from 'node:stream'
import type { FileStore } from '../files/file-store.ts'
import { measure } from './copying.ts'

const isWhole = async (files: FileStore, sha256: string): Promise<boolean> => {
  const found = await files.open(sha256)
  return found !== undefined && (await measure(found.stream)).sha256 === sha256
}

/** Puts a document where the installation keeps them, unless it is there whole; then asks for it as the market will. */
export const putDocument = async (files: FileStore, sha256: string, read: () => Readable): Promise<void> => {
  if (await isWhole(files, sha256)) return
  const arrived = await files.arrivals.receive(read(), Infinity, () => new Error('It is too large'))
  try {
    await files.put(arrived)
  } finally {
    await files.arrivals.remove(arrived)
  }
  if (!(await isWhole(files, sha256)))
    throw new Error(`The document ${sha256} is not kept as it was: look at the file store and restore again`)
}
