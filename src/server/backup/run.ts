import { basename, join } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { messageOf } from '#domain/narrow'
import type { Config } from '../config.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { Database } from '../store/tables.ts'
import { ownVersion } from '../version.ts'
import type { Stoppable } from './copying.ts'
import type { Opener } from './lock.ts'
import { backupsIn, type Made, makeBackup } from './make.ts'
import { noteOutcome } from './noted.ts'
import { rehearse, type Rehearsed } from './rehearse.ts'
import { keyThere } from './key-there.ts'

/** An installation that can be backed up: its database twice, for notes and for copies. */
export interface Installation {
  db: Kysely<Database>
  reach: pg.ClientConfig
  files: Pick<BlobStore, 'open'>
  config: Pick<Config, 'secretKey' | 'dataDir' | 'backup'>
  now: () => Date
}

const resultOf = ({ manifest: { missing, key } }: Made): string =>
  [
    missing.length === 0 ? 'Whole' : `Whole but for ${missing.length} documents that were not to be had`,
    ...(key.secret === null ? ['without the secret key'] : []),
  ].join(', ')

/** Makes a backup in a folder and notes in the market what came of it. */
export const backUp = async (
  { db, reach, files, config, now }: Installation,
  folder: string,
  { signal }: Stoppable = {},
): Promise<Made> => {
  const at = now().toISOString()
  const note = (said: { backup: string | null; ok: boolean; result: string; size?: number }) =>
    noteOutcome(db, 'backup', { at, ...said })
  try {
    const { recipients, passphrase } = config.backup
    const key = keyThere(config)
    const keyholders = { recipients, passphrase }
    const making = { reach, files, key, keyholders, folder, version: ownVersion(), now, signal }
    const made = await makeBackup(making)
    await note({ backup: basename(made.backup), ok: true, result: resultOf(made), size: made.size })
    return made
  } catch (error) {
    // Where the database is lost the note is, too; what broke is the better news.
    const noted = note({ backup: null, ok: false, result: messageOf(error) })
    await noted.catch(() => {})
    throw error
  }
}

/** Rehearses the restore of a backup and notes in the market, where it can be reached, what came of it. */
export const rehearseAndNote = async (
  backup: string,
  { db, config, now }: Pick<Installation, 'config' | 'now'> & { db?: Kysely<Database> },
  { signal, identities = config.backup.identities }: Stoppable & Pick<Opener, 'identities'> = {},
): Promise<Rehearsed> => {
  const at = now().toISOString()
  const note = async (ok: boolean, result: string): Promise<void> => {
    if (db) await noteOutcome(db, 'rehearsal', { at, backup: basename(backup), ok, result })
  }
  try {
    const found = await rehearse(backup, { identities, passphrase: config.backup.passphrase, signal })
    const [first, ...others] = found.faults
    const more = others.length > 0 ? ', and more' : ''
    await note(!first, first ? `${first}${more}` : `Restored and whole: ${found.loaded.rows} rows`)
    return found
  } catch (error) {
    await note(false, messageOf(error)).catch(() => {})
    throw error
  }
}

/** The newest backup in a folder. */
export const newestIn = async (folder: string): Promise<string | undefined> => {
  const [name] = await backupsIn(folder)
  return name === undefined ? undefined : join(folder, name)
}
