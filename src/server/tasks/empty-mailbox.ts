import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endedBefore } from '#domain/retention'
import type { Job } from './schedule.ts'

/** Letters that lie in the mailbox of this server are kept as long as those in the database; a file's name begins with the digits of its moment. */
export const emptyMailbox: Job = {
  name: 'empty mailbox',
  onEveryServer: true,
  run: async ({ runtime, mailbox, stopping }) => {
    if (mailbox === undefined) return
    const digits = endedBefore('letter', runtime.now()).replace(/[^0-9]/g, '')
    const folder = await opendir(mailbox).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    let letters = 0
    for await (const { name } of folder) {
      if (stopping?.aborted) break
      if (!/^\d{17}-/.test(name) || name.slice(0, 17) >= digits) continue
      await rm(join(mailbox, name), { force: true })
      letters += 1
    }
    return { letters }
  },
}
