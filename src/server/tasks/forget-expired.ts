import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { addMinutes, type Instant } from '#domain/dates'
import { keysOf } from '#domain/narrow'
import { type Fleeting, KEPT } from '#domain/retention'
import type { Database } from '../store/tables.ts'
import type { Job, Working } from './schedule.ts'

const MINUTES_OF_DAY = 24 * 60

type Forget = (db: Kysely<Database>, before: Instant, working: Working) => Promise<unknown>

/** How what is kept on people for some days is removed: all of it from before a moment. Uploads have a job of their own. */
const FORGET: Record<Exclude<Fleeting, 'upload'>, Forget> = {
  session: (db, before) => db.deleteFrom('session').where('expiresAt', '<', before).execute(),
  signInAttempt: (db, before) => db.deleteFrom('signInAttempt').where('at', '<', before).execute(),
  knownDevice: (db, before) => db.deleteFrom('knownDevice').where('since', '<', before).execute(),
  passkeyChallenge: (db, before) =>
    db.deleteFrom('passkeyChallenge').where('expiresAt', '<', before).execute(),
  providerSignIn: (db, before) => db.deleteFrom('providerSignIn').where('expiresAt', '<', before).execute(),
  mailedCode: (db, before) => db.deleteFrom('mailedCode').where('expiresAt', '<', before).execute(),
  signUp: (db, before) => db.deleteFrom('signUp').where('createdAt', '<', before).execute(),
  invitation: (db, before) => db.deleteFrom('invitation').where('invitedAt', '<', before).execute(),
  letter: async (db, before, { mailbox }) => {
    await db
      .deleteFrom('mailOutbox')
      .where('state', '<>', 'queued')
      .where('createdAt', '<', before)
      .where(eb => eb.or([eb('toAddress', 'is not', null), eb('state', '=', 'failed')]))
      .execute()
    // Its id remains where it went to an organisation, so that nobody is reminded twice of the same.
    await db
      .updateTable('mailOutbox')
      .set({ facts: '{}' })
      .where('state', '=', 'sent')
      .where(sql`facts::text`, '<>', '{}')
      .where('createdAt', '<', before)
      .execute()
    if (mailbox !== undefined) await emptyMailbox(mailbox, before)
  },
  idempotency: (db, before) => db.deleteFrom('idempotency').where('createdAt', '<', before).execute(),
  task: (db, before) => db.deleteFrom('task').where('finishedAt', '<', before).execute(),
}

/** The name of a letter's file begins with the digits of its moment. */
const emptyMailbox = async (folder: string, before: Instant): Promise<void> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const digits = before.replace(/[^0-9]/g, '')
  for (const name of names)
    if (/^\d{17}-/.test(name) && name.slice(0, 17) < digits) await rm(join(folder, name), { force: true })
}

/** Forgets what is kept on people no longer than is said (`domain/retention.ts`). */
export const forgetExpired: Job = {
  name: 'forget expired',
  run: async working => {
    const { runtime } = working
    for (const kind of keysOf(FORGET))
      await FORGET[kind](
        runtime.store.db,
        addMinutes(runtime.now(), -KEPT[kind].days * MINUTES_OF_DAY),
        working,
      )
  },
}
