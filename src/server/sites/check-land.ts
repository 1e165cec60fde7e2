import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { LandCheckView } from '#contract/system/system'
import type { Instant } from '@credit-market/values/dates'
import { writeInstallationValue, readInstallationValue } from '../store/notes.ts'
import { openStore } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'
import { findOversoldGround, findSitesAround } from './sites-around.ts'

const KEY = 'land'
/** Sites that are checked in an hour; the next hour continues, and starts over at the end. */
const MOST_SITES = 1000
/** Oversold sites that are listed by name. */
const NAMED = 5

const noted = z.object({
  ...{ at: z.iso.datetime(), ok: z.boolean(), faults: z.int(), sites: z.int(), result: z.string() },
  /** The last site that was checked, if others are left. */
  after: z.string().optional(),
})

/** Ids of sites that overlap other sites certified for credits of the same type. */
const sharingAfter = async (db: Kysely<Database>, after: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select distinct its.project_id as id
    from site_overlap its join service one on one.project_id = its.project_id
      join service other on other.project_id = its.other_id and other.type = one.type
    where its.project_id > ${after} and one.status = 'Certified' and other.status = 'Certified'
      and one.size_unit = 'Ha' and other.size_unit = 'Ha'
    order by id limit ${MOST_SITES}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Sites oversold among the next certified sites that overlap, whatever caused it (I12): each with its name and the
 * names of the competing sites. `after` is the last site that was checked, if others are left.
 */
export const findOversoldLand = async (
  db: Kysely<Database>,
  from: string,
): Promise<{ faults: { id: string; names: string }[]; looked: number; after: string | undefined }> => {
  const { read } = openStore(db)
  const ids = await sharingAfter(db, from)
  const seen = new Set<string>()
  const faults: { id: string; names: string }[] = []
  for (const id of ids) {
    if (seen.has(id)) continue
    const sites = await findSitesAround({ db, list: (kind, where) => read.list(kind, where) }, id)
    for (const site of sites) seen.add(site.id)
    const found = sites.map(site => findOversoldGround(sites, site.id)).find(Boolean)
    const nameOf = (site: string): string => `“${sites.find(one => one.id === site)?.name}”`
    if (found) faults.push({ id, names: found.sites.map(nameOf).join(' and ') })
  }
  return { faults, looked: ids.length, after: ids.length === MOST_SITES ? ids.at(-1) : undefined }
}

/** Checks the next sites and notes the result for `/metrics` and the system page. */
export const checkNextSites = async (db: Kysely<Database>, at: Instant): Promise<void> => {
  const before = await lastNoted(db)
  const { faults, looked, after } = await findOversoldLand(db, before?.after ?? '')
  const result =
    faults.length === 0
      ? `${looked} sites share certified ground, and all have enough land`
      : `Sites certified for more land than they have: ${faults
          .slice(0, NAMED)
          .map(({ names }) => names)
          .join('; ')}`
  const said = { at, ok: faults.length === 0, faults: faults.length, sites: looked, result, after }
  await writeInstallationValue(db, KEY, JSON.stringify(said))
}

const lastNoted = async (db: Kysely<Database>) => {
  const value = await readInstallationValue(db, KEY)
  return value === undefined ? null : noted.parse(JSON.parse(value))
}

/** Result of the last check of the land; null if there was none. */
export const readLastLandCheck = async (db: Kysely<Database>): Promise<LandCheckView | null> => {
  const last = await lastNoted(db)
  if (!last) return null
  const { after: _, ...check } = last
  return check
}
