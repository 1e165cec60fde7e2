import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Person } from './person.ts'

/** Takes away the letters of the local mailbox that are to somebody or name them; answers how many. Without a mailbox none. */
export const mailboxForgets = async (folder: string, { account, displayName }: Person): Promise<number> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  let count = 0
  for (const name of names) {
    const text = (await readFile(join(folder, name), 'utf8')).toLowerCase()
    if (
      ![account?.email ?? displayName, displayName].some(one =>
        text.includes(JSON.stringify(one).slice(1, -1).toLowerCase()),
      )
    )
      continue
    await rm(join(folder, name))
    count += 1
  }
  return count
}
