import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../store/embedded.ts'
import type { Stoppable } from './copying.ts'
import type { Opener } from './lock.ts'
import { openBackup, type OpenBackup } from './manifest.ts'
import { type Loaded, loadTables, refuseUnknownTables } from './load.ts'
import { verifyBackup, type Verified } from './verify.ts'

/** What a rehearsal found: the backup as it is verified, and the market as it would be. */
export interface Rehearsed extends Verified {
  opened: OpenBackup
  loaded: Loaded
}

/**
 * Verifies a backup and restores it into a new database of its own in the system's folder for temporary files, which is
 * taken away afterwards. What is wrong is in `faults`.
 */
export const rehearse = async (backup: string, given: Stoppable & Opener = {}): Promise<Rehearsed> => {
  const verified = await verifyBackup(backup, given)
  if (verified.faults.length > 0) throw new Error(verified.faults.join('\n'))
  const opened = verified.opened ?? (await openBackup(backup, given))
  refuseUnknownTables(opened.manifest)
  const dataDir = await mkdtemp(join(tmpdir(), 'rehearsal-'))
  try {
    const { connection, stop } = await startEmbedded({ dataDir })
    try {
      const loaded = await loadTables(connection, opened, given)
      return { ...verified, opened, loaded, faults: loaded.faults }
    } finally {
      await stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
  }
}
