import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { canonicalJson } from '#domain/canonical'
import { wrappedKey } from './wrapped-key.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().nonnegative()

const manifest = z.object({
  format: z.literal(1),
  /** The moment whose state it is. */
  at: z.iso.datetime(),
  version: z.string(),
  postgres: z.string(),
  /** By which the tables are made, in their order. */
  migrations: z.array(z.string()).min(1),
  log: z.object({ seq: whole, hash: sha256 }),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      columns: z.array(z.string()).min(1),
      rows: whole,
      bytes: whole,
      sha256,
    }),
  ),
  /** Where the numbers of each numbered column go on. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), last: whole, called: z.boolean() })),
  documents: z.array(z.object({ sha256, size: whole })),
  /** Documents that were not there, or not whole, when the backup was made. */
  missing: z.array(sha256),
  key: z.object({
    /** By which the same key is known again; null where the installation had none. */
    fingerprint: z.string().nullable(),
    wrapped: wrappedKey.nullable(),
  }),
})

/** What a backup says of itself: what is in it, how much, and with which hashes. */
export type Manifest = z.infer<typeof manifest>

/** The file that makes a folder a backup; it is the last to be written. */
const MANIFEST = 'manifest.json'

const sealOf = (said: unknown): string => createHash('sha256').update(canonicalJson(said)).digest('hex')

/** Where the rows of a table lie in a backup. */
export const rowsFile = (table: string): string => `tables/${table}.copy.gz`

/** Where a document lies in a backup. */
export const documentFile = (hash: string): string => `documents/${hash.slice(0, 2)}/${hash}`

/** Writes the manifest, sealed with its own hash. */
export const writeManifest = async (backup: string, said: Manifest): Promise<void> => {
  const text = `${JSON.stringify({ ...said, seal: sealOf(said) }, null, 1)}\n`
  await writeFile(join(backup, MANIFEST), text, { mode: 0o600, flag: 'wx', flush: true })
}

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Reads the manifest; what is no whole backup of a known form is an error that says what to do. */
export const readManifest = async (backup: string): Promise<Manifest> => {
  const path = join(backup, MANIFEST)
  if (!existsSync(backup)) throw new Error(`There is no backup ${backup}: name the folder of a backup`)
  if (!existsSync(path) || !(await stat(path)).isFile())
    throw new Error(
      `${backup} is no whole backup: it has no ${MANIFEST}, which is written last. Take another backup`,
    )
  const damaged = new Error(`${path} is damaged: nothing in this backup can be trusted. Take another backup`)
  const said = parsed(await readFile(path, 'utf8'))
  if (!said) throw damaged
  const { seal, ...rest } = said
  if (seal !== sealOf(rest)) throw damaged
  const read = manifest.safeParse(rest)
  if (!read.success)
    throw new Error(`${path} is of a form that this version does not know: restore it with a newer version`)
  return read.data
}
