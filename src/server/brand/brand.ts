import type { Kysely } from 'kysely'
import { DEFAULT_BRAND, BRAND_ID, type Brand } from '#domain/people/brand'
import { databaseOfConnection } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'

/** Without a notification from other servers, a brand changed there appears here after this time. */
const LIFE_MS = 5000

interface Reading {
  brand: Promise<Brand>
  until: number
  told: number
}

/** The last reading by database. */
const readings = new WeakMap<Kysely<Database>, Reading>()
let told = 0

const read = async (db: Kysely<Database>): Promise<Brand> => {
  const [stored, logo] = await Promise.all([
    db.selectFrom('brand').selectAll().where('id', '=', BRAND_ID).executeTakeFirst(),
    db
      .selectFrom('filedDocument')
      .select('sha256')
      .where('ownerKind', '=', 'brand')
      .where('tag', '=', 'Logo')
      .where('replacedById', 'is', null)
      .executeTakeFirst(),
  ])
  if (!stored) return DEFAULT_BRAND
  const { name, tagline, contact, legalName, year, accentLight, accentDark, hasLogo } = stored
  const kept = { name, tagline, contact, legalName, year, accentLight, accentDark }
  return { ...kept, logo: hasLogo ? (logo?.sha256 ?? null) : null }
}

/**
 * Name and operator of the market. Cached until something changes on this server or another server notifies of a
 * change; without notifications, read again after some seconds.
 */
export const readCachedBrand = (db: Kysely<Database>): Promise<Brand> => {
  const whole = databaseOfConnection(db)
  const now = performance.now()
  const last = readings.get(whole)
  if (last && last.told === told && now < last.until) return last.brand
  const brand = read(whole)
  const reading = { brand, until: now + LIFE_MS, told }
  readings.set(whole, reading)
  // A failed reading is not cached.
  brand.catch(() => readings.get(whole) === reading && readings.delete(whole))
  return brand
}

/** Discards the cached brand, since a change here or on another server may concern it. */
export const invalidateBrandCache = (): void => {
  told += 1
}
