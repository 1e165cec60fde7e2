import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { LandCheck } from '#contract/system'
import type { Instant } from '#domain/dates'
import { note, noteOf } from '../store/notes.ts'
import { openStore } from '../store/store.ts'
import type { Database } from '../store/tables.ts'
import { oversoldAmong, sitesAround } from './sites-around.ts'

const KEY = 'land'
/** So many sites are looked at in an hour; what is left comes next, and then the first again. */
const MOST_SITES = 1000
/** So many of those that are wrong are called by name. */
const NAMED = 5

const noted = z.object({
  ...{ at: z.iso.datetime(), ok: z.boolean(), faults: z.int(), sites: z.int(), result: z.string() },
  /** The last site that was looked at, where others are left. */
  after: z.string().optional(),
})

/** Sites over whose ground others are certified for credits of the same type, by their ids. */
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
 * Of so many certified sites after one that share ground, those that have not land enough for all (I12), whatever let it come to
 * that: each by a site and the names of those that want the same. `after` is the last that was looked at, where others are left.
 */
export const landSoldTwice = async (
  db: Kysely<Database>,
  from: string,
): Promise<{ faults: { id: string; names: string }[]; looked: number; after: string | undefined }> => {
  const { read } = openStore(db)
  const ids = await sharingAfter(db, from)
  const seen = new Set<string>()
  const faults: { id: string; names: string }[] = []
  for (const id of ids) {
    if (seen.has(id)) continue
    const sites = await sitesAround({ db, list: (kind, where) => read.list(kind, where) }, id)
    for (const site of sites) seen.add(site.id)
    const found = sites.map(site => oversoldAmong(sites, site.id)).find(Boolean)
    const nameOf = (site: string): string => `“${sites.find(one => one.id === site)?.name}”`
    if (found) faults.push({ id, names: found.sites.map(nameOf).join(' and ') })
  }
  return { faults, looked: ids.length, after: ids.length === MOST_SITES ? ids.at(-1) : undefined }
}

/** Looks at the next of them, and notes what came of it, where `/metrics` and the page of the system find it. */
export const checkLand = async (db: Kysely<Database>, at: Instant): Promise<void> => {
  const before = await lastNoted(db)
  const { faults, looked, after } = await landSoldTwice(db, before?.after ?? '')
  const result =
    faults.length === 0
      ? `${looked} sites share certified ground, and all have land enough`
      : `Certified for more land than they have: ${faults
          .slice(0, NAMED)
          .map(({ names }) => names)
          .join('; ')}`
  const said = { at, ok: faults.length === 0, faults: faults.length, sites: looked, result, after }
  await note(db, KEY, JSON.stringify(said))
}

const lastNoted = async (db: Kysely<Database>) => {
  const value = await noteOf(db, KEY)
  return value === undefined ? null : noted.parse(JSON.parse(value))
}

/** What came of the last check of the land; null where there was none. */
export const lastLandCheck = async (db: Kysely<Database>): Promise<LandCheck | null> => {
  const last = await lastNoted(db)
  if (!last) return null
  const { after: _, ...check } = last
  return check
}
