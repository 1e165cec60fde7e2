import { type Kysely, sql, type SqlBool } from 'kysely'
import type { ApiKey } from '#contract/api-keys'
import { KEY_NOTICE_DAYS, type KeyScope } from '#domain/api-key'
import { type Actor, administersOwn } from '#domain/actor'
import { addMinutes, type Instant, marketDayOf } from '#domain/dates'
import { conflict, notFound, unauthorised } from '../runner/refusals.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { Database } from '../store/tables.ts'
import { ifWritable } from '../store/trouble.ts'
import { type Accounts, personOf, record } from './accounts.ts'
import { beginningOf, isKeyLike, keyHashOf, newKey } from './key-words.ts'
import { sendLetter } from './letters.ts'
import { recordOwn, refuseUnlessProven } from './own-account.ts'
import { actorIn, type Session, usersWithRights } from './sessions.ts'

const MOST_KEYS = 20
const DAY_MINUTES = 24 * 60

/** Who asks with this key, with the rights of this moment; 401 with what is wrong with the key, in words for its owner. */
export const askingByKey = async (db: Kysely<Database>, key: string, now: Instant): Promise<Actor> => {
  const found = isKeyLike(key)
    ? await usersWithRights(db)
        .innerJoin('apiKey', 'apiKey.userId', 'user.id')
        .select(['user.mustResetPassword', 'apiKey.id as keyId', 'apiKey.scopes', 'apiKey.lastUsedAt'])
        .select(['apiKey.expiresAt', 'apiKey.revokedAt'])
        .where('apiKey.keyHash', '=', keyHashOf(key))
        .executeTakeFirst()
    : undefined
  if (!found) throw unauthorised('This is no API key of this market')
  if (found.revokedAt) throw unauthorised('This API key was revoked: make another')
  if (found.expiresAt <= now) throw unauthorised('This API key has expired: make another')
  if (!found.active) throw unauthorised('The account of this API key is closed')
  if (found.mustResetPassword)
    throw unauthorised('The owner of this API key must choose a new password first')
  // Once a minute is enough, and spares a write for every request.
  if (found.lastUsedAt === null || found.lastUsedAt < addMinutes(now, -1))
    await ifWritable(
      db.updateTable('apiKey').set({ lastUsedAt: now }).where('id', '=', found.keyId).execute(),
    )
  return { ...actorIn(found), byKey: { id: found.keyId, scopes: found.scopes } }
}

const shown = (db: Kysely<Database>) =>
  db
    .selectFrom('apiKey')
    .innerJoin('user', 'user.id', 'apiKey.userId')
    .leftJoin('organisation', 'organisation.id', 'user.organisationId')
    .select([
      'apiKey.id',
      'apiKey.name',
      'begins',
      'scopes',
      'madeAt',
      'expiresAt',
      'lastUsedAt',
      'revokedAt',
    ])
    .select(['user.id as userId', 'user.displayName', 'user.organisationId', 'organisation.name as ofName'])

type Shown = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

const itemOf = (
  { userId, displayName, organisationId, ofName, ...key }: Shown,
  reader: Pick<Actor, 'userId'>,
  now: Instant,
): ApiKey => ({
  ...key,
  person: { id: userId, name: displayName },
  organisation: organisationId === null ? null : { id: organisationId, name: ofName ?? '' },
  isOwn: userId === reader.userId,
  state: key.revokedAt ? 'revoked' : key.expiresAt <= now ? 'expired' : 'live',
})

/** The keys that somebody may see and end: their own; an administrator's, those of the organisation; a system administrator's, all. */
const within = (actor: Actor) => {
  if (actor.groups.includes('sysadmin')) return sql<SqlBool>`true`
  const ofOrganisation = administersOwn(actor) ? actor.organisationId : null
  return sql<SqlBool>`("user".id = ${actor.userId} or "user".organisation_id = ${ofOrganisation})`
}

/** The keys that this reader may see, those that work first and the latest first. */
export const keysFor = async ({ store, now }: Runtime, reader: Actor): Promise<ApiKey[]> => {
  const moment = now()
  const rows = await shown(store.db)
    .where(within(reader))
    .orderBy(sql`revoked_at is null and expires_at > ${moment}`, 'desc')
    .orderBy('madeAt', 'desc')
    .orderBy('apiKey.id')
    .limit(500)
    .execute()
  return rows.map(row => itemOf(row, reader, moment))
}

/** One key by its id, as its owner sees it; 404 without one. */
export const keyFor = async (
  { store, now }: Runtime,
  owner: Pick<Actor, 'userId'>,
  id: string,
): Promise<ApiKey> => {
  const row = await shown(store.db)
    .where('apiKey.id', '=', id)
    .where('userId', '=', owner.userId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return itemOf(row, owner, now())
}

interface Wanted {
  name: string
  scopes: readonly KeyScope[]
  days: number
}

/** Makes a key for somebody, who gets a letter about it. The key itself is told once and kept nowhere. */
export const makeKey = async (
  accounts: Accounts,
  session: Session,
  { name, scopes, days }: Wanted,
  /** The key in whose place it comes, which ends within a day. */
  replaced?: string,
): Promise<ApiKey & { key: string }> => {
  const { runtime } = accounts
  const { store, newId } = runtime
  const now = runtime.now()
  const person = await personOf(store.db, session)
  refuseUnlessProven(accounts, person, session)
  const key = newKey()
  const id = newId()
  const userId = person.id
  await store.transaction(async ({ db }) => {
    // One after the other, so that many at once do not come to more than there may be.
    await db.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
    const { count } = await db
      .selectFrom('apiKey')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirstOrThrow()
    if (count >= MOST_KEYS) throw conflict(`A person has ${MOST_KEYS} keys at most: revoke one first`)
    await db
      .insertInto('apiKey')
      .values({
        ...{ id, userId, name, begins: beginningOf(key), keyHash: keyHashOf(key) },
        scopes: [...new Set<KeyScope>(['read', ...scopes])],
        madeAt: now,
        expiresAt: addMinutes(now, days * DAY_MINUTES),
      })
      .execute()
    if (replaced !== undefined)
      await db
        .updateTable('apiKey')
        .set({ expiresAt: addMinutes(now, DAY_MINUTES), toldAt: now })
        .where('id', '=', replaced)
        .where('expiresAt', '>', addMinutes(now, DAY_MINUTES))
        .execute()
    await sendLetter(db, 'key-made', person.email, { key: name }, now)
    await recordOwn(db, session, 'MakeApiKey', 'Make API key', now)
  })
  return { ...(await keyFor(runtime, { userId }, id)), key }
}

/** Makes another key like this one of somebody's own, with as long a life; the one before works for another day. */
export const rotateKeyOf = async (
  accounts: Accounts,
  session: Session,
  id: string,
): Promise<ApiKey & { key: string }> => {
  const { store, now } = accounts.runtime
  const old = await store.db
    .selectFrom('apiKey')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', session.userId)
    .executeTakeFirst()
  if (!old) throw notFound()
  if (old.revokedAt) throw conflict('This key was revoked: make another')
  const life = Date.parse(old.expiresAt) - Date.parse(old.madeAt)
  const days = Math.max(1, Math.round(life / (DAY_MINUTES * 60_000)))
  return makeKey(accounts, session, { ...old, days }, old.expiresAt > now() ? id : undefined)
}

/** Ends a key at once; 404 where there is none that this person may end. */
export const revokeKey = async ({ store, now }: Runtime, actor: Actor, id: string): Promise<void> => {
  const moment = now()
  await store.transaction(async ({ db }) => {
    const found = await shown(db).where(within(actor)).where('apiKey.id', '=', id).executeTakeFirst()
    if (!found) throw notFound()
    const { numUpdatedRows } = await db
      .updateTable('apiKey')
      .set({ revokedAt: moment })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await record(db, {
      ...{ action: 'RevokeApiKey', title: 'Revoke API key', actorId: actor.userId },
      ...{ subjectKind: 'user', subjectId: found.userId, now: moment },
    })
  })
}

/** Writes to the owners of keys that end within two weeks, once for each key. */
export const tellOfEndingKeys = async ({ store, now }: Runtime): Promise<number> =>
  store.transaction(async ({ db }) => {
    const moment = now()
    const ending = await db
      .selectFrom('apiKey')
      .innerJoin('user', 'user.id', 'apiKey.userId')
      .select(['apiKey.id', 'apiKey.name', 'expiresAt', 'email'])
      .where('toldAt', 'is', null)
      .where('revokedAt', 'is', null)
      .where('active', '=', true)
      .where('expiresAt', '>', moment)
      .where('expiresAt', '<=', addMinutes(moment, KEY_NOTICE_DAYS * DAY_MINUTES))
      .forUpdate('apiKey')
      .execute()
    for (const { id, name, expiresAt, email } of ending) {
      await db.updateTable('apiKey').set({ toldAt: moment }).where('id', '=', id).execute()
      await sendLetter(db, 'key-ends', email, { key: name, day: marketDayOf(expiresAt) }, moment)
    }
    return ending.length
  })
