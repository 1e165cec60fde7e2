import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '#domain/narrow'
import { conditionOf } from '../files/condition-of.ts'
import { measure, measureCompressed, type Stoppable } from './copying.ts'
import type { Opener } from './lock.ts'
import {
  documentFile,
  type Envelope,
  type Manifest,
  openBackup,
  type OpenBackup,
  readEnvelope,
  rowsFile,
} from './manifest.ts'
import { unwrapKey } from './wrapped-key.ts'

/** What a look at a whole backup finds. */
export interface Verified {
  /** The moment that it is of. */
  at: string
  /** Its contents; null where it is encrypted and nothing was named to open it. */
  opened: OpenBackup | null
  /** What is wrong with it, each with its file and what to do; nothing, as it should be. */
  faults: string[]
  /** What whoever relies on it should know. */
  notes: string[]
}

const anotherBackup = 'restore another backup, or take a new one while the market is there'

const faultOfTable = async (
  { fileOf, read }: OpenBackup,
  table: Manifest['tables'][number],
  stoppable: Stoppable,
): Promise<string[]> => {
  const file = fileOf(rowsFile(table.name))
  if (!(await stat(file).catch(() => undefined))) return [`${file} is gone: ${anotherBackup}`]
  const found = await measureCompressed(read(rowsFile(table.name)), stoppable).catch((error: unknown) => {
    stoppable.signal?.throwIfAborted()
    return messageOf(error)
  })
  if (typeof found === 'string') return [`${file} is damaged or cut short (${found}): ${anotherBackup}`]
  return found.sha256 === table.sha256 && found.rows === table.rows
    ? []
    : [`${file} holds ${found.rows} rows that are not the ${table.rows} written: ${anotherBackup}`]
}

const copyOfDocument = `copy the file of this name from another backup, or ${anotherBackup}`

const faultOfDocument = async (
  { fileOf, read }: OpenBackup,
  { sha256 }: Manifest['documents'][number],
  stoppable: Stoppable,
): Promise<string[]> => {
  const path = documentFile(sha256)
  const isThere = await stat(fileOf(path)).catch(() => undefined)
  const condition = await conditionOf(sha256, isThere && { stream: read(path) }, stoppable).catch(() => {
    stoppable.signal?.throwIfAborted()
    return 'changed' as const
  })
  if (condition === 'whole') return []
  return [
    `${fileOf(path)} ${condition === 'gone' ? 'is gone' : 'is not the document it was'}: ${copyOfDocument}`,
  ]
}

/** What to say where neither the backup nor the installation has the key. */
export const KEY_IS_ELSEWHERE =
  'The secret key is not in this backup: keep it yourself. Without it everybody has to set up the second factor anew'

const ONLY_OUTSIDE =
  'Every file is as it was written. What they hold was not read: name BACKUP_IDENTITY or BACKUP_PASSPHRASE for that'

/** Holds the files of a backup against its envelope, without opening them. */
const verifyOutside = async (
  backup: string,
  { at, files }: Envelope,
  stoppable: Stoppable,
): Promise<Verified> => {
  const faults: string[] = []
  for (const [path, said] of Object.entries(files)) {
    const file = join(backup, path)
    const found = await measure(createReadStream(file), stoppable).catch(() => {
      stoppable.signal?.throwIfAborted()
      return undefined
    })
    if (found?.sha256 !== said.sha256)
      faults.push(`${file} is ${found ? 'damaged or cut short' : 'gone'}: ${anotherBackup}`)
  }
  return { at, opened: null, faults, notes: [ONLY_OUTSIDE] }
}

const isWithout = ({ identities = [], passphrase }: Opener): boolean =>
  identities.length === 0 && passphrase === undefined

/**
 * Reads a whole backup and holds every file in it against what was noted when it was written; writes nothing. An encrypted one
 * is looked at from outside where nothing is named to open it. Throws where it is no whole backup or cannot be opened.
 */
export const verifyBackup = async (
  backup: string,
  { signal, ...opener }: Stoppable & Opener = {},
): Promise<Verified> => {
  const around = await readEnvelope(backup)
  if (around.format === 2 && isWithout(opener)) return verifyOutside(backup, around, { signal })
  const opened = await openBackup(backup, opener)
  const { manifest } = opened
  const faults: string[] = []
  for (const table of manifest.tables) faults.push(...(await faultOfTable(opened, table, { signal })))
  for (const document of manifest.documents)
    faults.push(...(await faultOfDocument(opened, document, { signal })))
  if (manifest.key.wrapped && opener.passphrase)
    try {
      unwrapKey(manifest.key.wrapped, opener.passphrase)
    } catch (error) {
      faults.push(messageOf(error))
    }
  const notes = manifest.missing.map(
    sha256 => `The document ${sha256} was not to be had when the backup was made`,
  )
  return { at: manifest.at, opened, faults, notes }
}
