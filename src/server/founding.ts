import { type Kysely, sql } from 'kysely'
import type { Instant } from '#domain/dates'
import { type Founding, FOUNDINGS } from '#domain/founding'
import { isOneOf } from '#domain/narrow'
import { contradictionOf } from './config.ts'
import { BEGUN, LOADED } from './demonstration/notes.ts'
import { cell, rowsOf } from './demonstration/step.ts'
import { append, ofInstallation } from './store/activity.ts'
import { note, noteOf } from './store/notes.ts'
import type { Database } from './store/tables.ts'

const FOUNDED = 'founded'

/**
 * As what the market in a database was founded. One that an earlier version made has no note of it, and is told by what
 * it holds; undefined where nothing is, not even tables. Nothing is written.
 */
export const foundingOf = async (db: Kysely<Database>): Promise<Founding | undefined> => {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass('activity') is not null as "isThere"`.execute(db)
  return rows[0]?.isThere ? ((await notedIn(db)) ?? (await toldBy(db))) : undefined
}

/**
 * Founds the market unless that was done before, and answers as what it was founded. Several may do so at once: one
 * founds, the others hear of it. A market that holds something already is what that tells, whatever is wanted.
 */
export const found = (db: Kysely<Database>, as: Founding, now: Instant): Promise<Founding> =>
  db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('found the market'))`.execute(trx)
    const noted = await notedIn(trx)
    if (noted) return noted
    const told = await toldBy(trx)
    const founding = told ?? as
    await note(trx, FOUNDED, founding)
    await append(trx, [
      ofInstallation({
        at: now,
        action: 'Found',
        title: 'Found the market',
        message: told
          ? `Founded earlier as ${IN_WORDS[told]}, as what it holds tells`
          : `Founded as ${IN_WORDS[as]}`,
        details: { as: founding, told: told !== undefined },
      }),
    ])
    return founding
  })

/** Founds the market as this, or refuses where it is another already. */
export const foundAs = async (db: Kysely<Database>, as: Founding, now: Instant): Promise<void> => {
  const founding = await found(db, as, now)
  if (founding !== as) throw new Error(contradictionOf(founding))
}

/** What a market was founded as, in words. */
export const IN_WORDS: Record<Founding, string> = { real: 'a real market', demonstration: 'a demonstration' }

const notedIn = async (db: Kysely<Database>): Promise<Founding | undefined> => {
  const noted = await noteOf(db, FOUNDED)
  if (noted === undefined || isOneOf(FOUNDINGS, noted)) return noted
  throw new Error(`The market is noted to be founded as "${noted}", which this version does not know`)
}

/** The trace of a demonstration outweighs all else: where its accounts are, no market is a real one. */
const toldBy = async (db: Kysely<Database>): Promise<Founding | undefined> => {
  const accounts = rowsOf('demo_users').map(user => cell(user, 'username'))
  const { rows } = await sql<{ demonstration: boolean; something: boolean }>`
    select exists (select from meta where key in (${BEGUN}, ${LOADED}))
        or exists (select from "user" where id = any(${accounts})) as demonstration,
      exists (select from "user") or exists (select from organisation) or exists (select from activity where subject_kind <> 'installation') as something`.execute(
    db,
  )
  if (rows[0]?.demonstration) return 'demonstration'
  return rows[0]?.something ? 'real' : undefined
}
