import type { Kysely } from 'kysely'
import { BRAND, BRAND_ID, type Brand } from '#domain/brand'
import { wholeOf } from './store/store.ts'
import type { Database } from './store/tables.ts'

/** Without news of other servers, a brand that was changed there is shown here so soon. */
const LIFE_MS = 5000

interface Reading {
  brand: Promise<Brand>
  until: number
  told: number
}

/** What was read last, by the database that it was read from. */
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
  if (!stored) return BRAND
  const { name, tagline, contact, legalName, year, accentLight, accentDark, hasLogo } = stored
  const kept = { name, tagline, contact, legalName, year, accentLight, accentDark }
  return { ...kept, logo: hasLogo ? (logo?.sha256 ?? null) : null }
}

/**
 * Under what name and by whom the market is run. It is read once and kept until something has been changed on this server or
 * another has told of a change, and looked at again after seconds where none is told.
 */
export const brandOf = (db: Kysely<Database>): Promise<Brand> => {
  const whole = wholeOf(db)
  const now = performance.now()
  const last = readings.get(whole)
  if (last && last.told === told && now < last.until) return last.brand
  const brand = read(whole)
  const reading = { brand, until: now + LIFE_MS, told }
  readings.set(whole, reading)
  // What could not be read is asked for again.
  brand.catch(() => readings.get(whole) === reading && readings.delete(whole))
  return brand
}

/** Something has changed, here or elsewhere: it may have been the brand. */
export const lookAtBrandAgain = (): void => {
  told += 1
}
