import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../embedded/embedded.ts'
import type { AbortOption } from '../files/copying.ts'
import type { BackupKeys } from './lock.ts'
import { openBackup, type OpenBackup } from './manifest.ts'
import { type BackupLoadResult, loadBackupTables, refuseUnknownTables } from './load.ts'
import { verifyBackup, type BackupVerification } from './verify.ts'

/** Result of a restore test: the verified backup, and the market as it would be. */
export interface RestoreTestResult extends BackupVerification {
  opened: OpenBackup
  loaded: BackupLoadResult
}

/**
 * Verifies a backup and restores it into a temporary database in the system's temporary folder, which is removed
 * afterwards. Errors are in `faults`.
 */
export const testRestore = async (
  backup: string,
  given: AbortOption & BackupKeys = {},
): Promise<RestoreTestResult> => {
  const verified = await verifyBackup(backup, given)
  if (verified.faults.length > 0) throw new Error(verified.faults.join('\n'))
  const opened = verified.opened ?? (await openBackup(backup, given))
  refuseUnknownTables(opened.manifest)
  const dataDir = await mkdtemp(join(tmpdir(), 'rehearsal-'))
  try {
    const { connection, stop } = await startEmbeddedDatabase({ dataDir })
    try {
      const loaded = await loadBackupTables(connection, opened, given)
      return { ...verified, opened, loaded, faults: loaded.faults }
    } finally {
      await stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
  }
}
