import { opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deletionCutoff } from '#domain/disclosure/retention'
import type { ScheduledJob } from '../tasks/schedule.ts'

/**
 * Deletes emails in this server's mailbox folder after the same retention period as those in the database; a file's
 * name begins with the digits of its instant.
 */
export const deleteOldMailboxEmails: ScheduledJob = {
  name: 'empty mailbox',
  onEveryServer: true,
  run: async ({ runtime, mailbox, stopping }) => {
    if (mailbox === undefined) return
    const digits = deletionCutoff('letter', runtime.now()).replace(/[^0-9]/g, '')
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
