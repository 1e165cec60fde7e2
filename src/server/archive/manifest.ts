import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { canonicalJson } from '@credit-market/values/canonical'
import { MARKET_FOUNDING_KINDS } from '#domain/people/founding'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().nonnegative()

const archive = z.object({
  archive: z.literal(1),
  at: z.iso.datetime(),
  version: z.string(),
  /** The last migration of the tables. */
  migration: z.string(),
  /** Founding of the installation: the accounts of a demonstration never get into a real market. */
  founding: z.enum(MARKET_FOUNDING_KINDS),
  market: z.object({ id: z.string(), name: z.string() }),
  /** Unsettled rounds; the archive contains nothing of them. */
  leftOut: z.array(z.string()),
  /** End of the installation's log, with which its entries can be compared. */
  log: z.object({ seq: whole, hash: sha256 }),
  rows: z.array(z.object({ table: z.string().regex(/^\w+$/), rows: whole, sha256 })),
  documents: z.array(z.object({ sha256, size: whole })),
})

/** The manifest of a market's archive. */
export type ArchiveManifest = z.infer<typeof archive>

const MANIFEST = 'archive.json'

/** Returns the file of a table: one row as JSON on each line. */
export const archivedTablePath = (table: string): string => `rows/${table}.jsonl`

/** Returns the hash of a whole archive: that of its manifest, which has the hashes of its files. */
export const hashOfArchive = (said: ArchiveManifest): string =>
  createHash('sha256').update(canonicalJson(said)).digest('hex')

/** Writes the manifest of an archive, after all other files. */
export const writeArchiveManifest = (folder: string, said: ArchiveManifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), `${JSON.stringify({ ...said, seal: hashOfArchive(said) }, null, 1)}\n`, {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  })

/** Reads the manifest of an archive; throws if there is none or it is damaged. */
export const readArchiveManifest = async (folder: string): Promise<ArchiveManifest> => {
  const path = join(folder, MANIFEST)
  if (!existsSync(path))
    throw new Error(`${folder} is not a complete archive of a market: it has no ${MANIFEST}`)
  const read = archive
    .extend({ seal: sha256 })
    .safeParse(await readFile(path, 'utf8').then((text): unknown => JSON.parse(text)))
  if (!read.success) throw new Error(`${path} is damaged or from a later version: archive the market again`)
  const { seal, ...said } = read.data
  if (seal !== hashOfArchive(said)) throw new Error(`${path} has been changed: archive the market again`)
  return said
}
