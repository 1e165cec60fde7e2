import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { ServerConfig } from '../process/config.ts'

/** Says why an installation with these settings can make no backup, with the remedy; null if it can. */
export const backupProblem = async ({
  folder,
  recipients,
  passphrase,
}: ServerConfig['backup']): Promise<string | null> => {
  if (folder === undefined)
    return 'The server makes no backups by itself. Set a folder in BACKUP_DIR, on another disk, and restart it'
  if (recipients.length === 0 && passphrase === undefined)
    return 'Backups have no key to encrypt them. Set BACKUP_RECIPIENTS or BACKUP_PASSPHRASE and restart the server'
  try {
    await access(folder, constants.R_OK | constants.W_OK)
    return null
  } catch {
    return 'The server cannot write to the folder in BACKUP_DIR. Create it, or give the server permission'
  }
}
