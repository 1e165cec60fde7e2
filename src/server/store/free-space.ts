import { statfs } from 'node:fs/promises'

/**
 * Returns the bytes that an unprivileged user may still write in this folder's file system; throws if it cannot be
 * read.
 */
export const readFreeDiskSpace = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
