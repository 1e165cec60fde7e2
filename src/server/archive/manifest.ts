import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { canonicalJson } from '#domain/canonical'
import { FOUNDINGS } from '#domain/founding'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().nonnegative()

const archive = z.object({
  archive: z.literal(1),
  at: z.iso.datetime(),
  version: z.string(),
  /** The last by which the tables were made. */
  migration: z.string(),
  /** As what the installation was founded: the accounts of a demonstration never come into a real market. */
  founding: z.enum(FOUNDINGS),
  market: z.object({ id: z.string(), name: z.string() }),
  /** Rounds that are not settled; nothing of them is in the archive. */
  leftOut: z.array(z.string()),
  /** Where the log of the installation ended, which its entries can be held against. */
  log: z.object({ seq: whole, hash: sha256 }),
  rows: z.array(z.object({ table: z.string().regex(/^\w+$/), rows: whole, sha256 })),
  documents: z.array(z.object({ sha256, size: whole })),
})

/** What an archive of a market says of itself. */
export type Archive = z.infer<typeof archive>

const MANIFEST = 'archive.json'

/** The file of a table: one row as JSON on each line. */
export const linesFile = (table: string): string => `rows/${table}.jsonl`

/** The hash of all that an archive is: of what it says of itself, with the hashes of its files. */
export const sealOf = (said: Archive): string =>
  createHash('sha256').update(canonicalJson(said)).digest('hex')

/** Writes what an archive says of itself, last of all. */
export const writeArchive = (folder: string, said: Archive): Promise<void> =>
  writeFile(join(folder, MANIFEST), `${JSON.stringify({ ...said, seal: sealOf(said) }, null, 1)}\n`, {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  })

/** Reads what an archive says of itself; what is none, or damaged, is an error. */
export const readArchive = async (folder: string): Promise<Archive> => {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) throw new Error(`${folder} is no whole archive of a market: it has no ${MANIFEST}`)
  const read = archive
    .extend({ seal: sha256 })
    .safeParse(await readFile(path, 'utf8').then((text): unknown => JSON.parse(text)))
  if (!read.success) throw new Error(`${path} is damaged, or of a later version: archive the market again`)
  const { seal, ...said } = read.data
  if (seal !== sealOf(said)) throw new Error(`${path} has been changed: archive the market again`)
  return said
}
