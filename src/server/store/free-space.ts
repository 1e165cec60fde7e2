import { statfs } from 'node:fs/promises'

/** How many bytes a user without privileges may still write below this folder; an error where it cannot be asked. */
export const freeSpace = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
