import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#domain/narrow'
import { conditionOf } from '../files/condition-of.ts'
import { measureFile, type Stoppable } from './copying.ts'
import { documentFile, type Manifest, readManifest, rowsFile } from './manifest.ts'
import { unwrapKey } from './wrapped-key.ts'

/** What a look at a whole backup finds. */
export interface Verified {
  manifest: Manifest
  /** What is wrong with it, each with its file and what to do; nothing, as it should be. */
  faults: string[]
  /** What whoever relies on it should know. */
  notes: string[]
}

const anotherBackup = 'restore another backup, or take a new one while the market is there'

const faultOfTable = async (
  backup: string,
  table: Manifest['tables'][number],
  stoppable: Stoppable,
): Promise<string[]> => {
  const file = join(backup, rowsFile(table.name))
  if (!(await stat(file).catch(() => undefined))) return [`${file} is gone: ${anotherBackup}`]
  const found = await measureFile(file, stoppable).catch((error: unknown) => {
    stoppable.signal?.throwIfAborted()
    return messageOf(error)
  })
  if (typeof found === 'string') return [`${file} is damaged or cut short (${found}): ${anotherBackup}`]
  return found.sha256 === table.sha256 && found.rows === table.rows
    ? []
    : [`${file} holds ${found.rows} rows that are not the ${table.rows} written: ${anotherBackup}`]
}

const faultOfDocument = async (
  backup: string,
  { sha256 }: Manifest['documents'][number],
  stoppable: Stoppable,
): Promise<string[]> => {
  const file = join(backup, documentFile(sha256))
  const remedy = `copy the file of this name from another backup or from the installation, or ${anotherBackup}`
  const isThere = await stat(file).catch(() => undefined)
  const condition = await conditionOf(sha256, isThere && { stream: createReadStream(file) }, stoppable)
  if (condition === 'whole') return []
  return [`${file} ${condition === 'gone' ? 'is gone' : 'is not the document it was'}: ${remedy}`]
}

/** What to say where neither the backup nor the installation has the key. */
export const KEY_IS_ELSEWHERE =
  'The secret key is not in this backup: keep it yourself, or set BACKUP_PASSPHRASE and take another. Without it everybody has to set up the second factor anew'

/** Reads a whole backup and holds every file in it against what the manifest says of it; writes nothing. */
export const verifyBackup = async (
  backup: string,
  { passphrase, signal }: Stoppable & { passphrase?: string } = {},
): Promise<Verified> => {
  const manifest = await readManifest(backup)
  const faults: string[] = []
  for (const table of manifest.tables) faults.push(...(await faultOfTable(backup, table, { signal })))
  for (const document of manifest.documents)
    faults.push(...(await faultOfDocument(backup, document, { signal })))
  if (manifest.key.wrapped && passphrase)
    try {
      unwrapKey(manifest.key.wrapped, passphrase)
    } catch (error) {
      faults.push(messageOf(error))
    }
  const notes = manifest.missing.map(
    sha256 => `The document ${sha256} was not to be had when the backup was made`,
  )
  return { manifest, faults, notes }
}
