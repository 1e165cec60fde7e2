import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundPerson } from './person.ts'

/**
 * Deletes emails in the local mailbox that are to a person or name them; returns their number, 0 without a mailbox.
 */
export const deleteMailboxEmailsOf = async (
  folder: string,
  { account, displayName }: FoundPerson,
): Promise<number> => {
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
