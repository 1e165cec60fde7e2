import { type Kysely, sql, type SqlBool } from 'kysely'
import type { ApiKey } from '#contract/people/api-keys'
import { KEY_NOTICE_DAYS, type KeyScope } from '#domain/people/api-key'
import { type Actor, administersOwnOrganisation } from '#domain/people/actor'
import { addMinutes, type Instant, englishDayOf } from '@credit-market/values/dates'
import { conflictError, notFoundError, unauthorisedError } from '../runner/refusals.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import type { Database } from '../store/tables/tables.ts'
import { ignoreIfReadOnly } from '../process/trouble.ts'
import { type AccountContext, requireSessionUser, logAccountAction } from './accounts.ts'
import { apiKeyPrefix, isApiKeyFormat, hashOfApiKey, generateApiKey } from './key-words.ts'
import { queueAccountEmail } from './letters.ts'
import { logOwnAccountAction, requireRecentSecondFactor } from './own-account.ts'
import { actorFromRow, type Session, actorQuery } from './sessions.ts'

const MOST_KEYS = 20
const DAY_MINUTES = 24 * 60

/** The actor of an API key with current rights; throws 401 with the fault of the key, in words for its owner. */
export const requireActorOfApiKey = async (
  db: Kysely<Database>,
  key: string,
  now: Instant,
): Promise<Actor> => {
  const found = isApiKeyFormat(key)
    ? await actorQuery(db)
        .innerJoin('apiKey', 'apiKey.userId', 'user.id')
        .select(['user.mustResetPassword', 'apiKey.id as keyId', 'apiKey.scopes', 'apiKey.lastUsedAt'])
        .select(['apiKey.expiresAt', 'apiKey.revokedAt'])
        .where('apiKey.keyHash', '=', hashOfApiKey(key))
        .executeTakeFirst()
    : undefined
  if (!found) throw unauthorisedError('This is not an API key of this market')
  if (found.revokedAt) throw unauthorisedError('This API key was revoked: create a new one')
  if (found.expiresAt <= now) throw unauthorisedError('This API key has expired: create a new one')
  if (!found.active) throw unauthorisedError('The account that this API key belongs to is closed')
  if (found.mustResetPassword)
    throw unauthorisedError('The owner of this API key must choose a new password first')
  // Updated once a minute at most, to avoid a write for every request.
  if (found.lastUsedAt === null || found.lastUsedAt < addMinutes(now, -1))
    await ignoreIfReadOnly(
      db.updateTable('apiKey').set({ lastUsedAt: now }).where('id', '=', found.keyId).execute(),
    )
  return { ...actorFromRow(found), byKey: { id: found.keyId, scopes: found.scopes } }
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

/**
 * Keys that an actor may see and revoke: their own; for an administrator, the organisation's; for a system
 * administrator, all.
 */
const within = (actor: Actor) => {
  if (actor.groups.includes('sysadmin')) return sql<SqlBool>`true`
  const ofOrganisation = administersOwnOrganisation(actor) ? actor.organisationId : null
  return sql<SqlBool>`("user".id = ${actor.userId} or "user".organisation_id = ${ofOrganisation})`
}

/** Keys that this reader may see: valid ones first, then the latest. */
export const listVisibleApiKeys = async ({ store, now }: ActionRuntime, reader: Actor): Promise<ApiKey[]> => {
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

/** One key by id, for its owner; throws 404 without one. */
export const requireOwnApiKey = async (
  { store, now }: ActionRuntime,
  owner: Pick<Actor, 'userId'>,
  id: string,
): Promise<ApiKey> => {
  const row = await shown(store.db)
    .where('apiKey.id', '=', id)
    .where('userId', '=', owner.userId)
    .executeTakeFirst()
  if (!row) throw notFoundError()
  return itemOf(row, owner, now())
}

interface Wanted {
  name: string
  scopes: readonly KeyScope[]
  days: number
}

/** Creates a key and emails its owner. The key itself is shown once and never stored. */
export const createApiKey = async (
  accounts: AccountContext,
  session: Session,
  { name, scopes, days }: Wanted,
  /** The key that it replaces, which expires within a day. */
  replaced?: string,
): Promise<ApiKey & { key: string }> => {
  const { runtime } = accounts
  const { store, newId } = runtime
  const now = runtime.now()
  const person = await requireSessionUser(store.db, session)
  requireRecentSecondFactor(accounts, person, session)
  const key = generateApiKey()
  const id = newId()
  const userId = person.id
  await store.transaction(async ({ db }) => {
    // Serialises concurrent requests, so that they cannot exceed the limit of keys.
    await db.selectFrom('user').select('id').where('id', '=', userId).forUpdate().execute()
    const { count } = await db
      .selectFrom('apiKey')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirstOrThrow()
    if (count >= MOST_KEYS) throw conflictError(`You can have up to ${MOST_KEYS} keys: revoke one first`)
    await db
      .insertInto('apiKey')
      .values({
        ...{ id, userId, name, begins: apiKeyPrefix(key), keyHash: hashOfApiKey(key) },
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
    await queueAccountEmail(db, 'key-made', person.email, { key: name }, now)
    await logOwnAccountAction(db, session, 'MakeApiKey', 'Make API key', now)
  })
  return { ...(await requireOwnApiKey(runtime, { userId }, id)), key }
}

/** Replaces a person's own key with one of the same lifetime; the earlier key works for another day. */
export const rotateApiKey = async (
  accounts: AccountContext,
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
  if (!old) throw notFoundError()
  if (old.revokedAt) throw conflictError('This key was revoked: create a new one')
  const life = Date.parse(old.expiresAt) - Date.parse(old.madeAt)
  const days = Math.max(1, Math.round(life / (DAY_MINUTES * 60_000)))
  return createApiKey(accounts, session, { ...old, days }, old.expiresAt > now() ? id : undefined)
}

/** Revokes a key at once; throws 404 if there is none that this person may revoke. */
export const revokeApiKey = async (
  { store, now }: ActionRuntime,
  actor: Actor,
  id: string,
): Promise<void> => {
  const moment = now()
  await store.transaction(async ({ db }) => {
    const found = await shown(db).where(within(actor)).where('apiKey.id', '=', id).executeTakeFirst()
    if (!found) throw notFoundError()
    const { numUpdatedRows } = await db
      .updateTable('apiKey')
      .set({ revokedAt: moment })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await logAccountAction(db, {
      ...{ action: 'RevokeApiKey', title: 'Revoke API key', actorId: actor.userId },
      ...{ subjectKind: 'user', subjectId: found.userId, now: moment },
    })
  })
}

/** Emails the owners of keys that expire within two weeks, once for each key. */
export const notifyOfExpiringKeys = async ({ store, now }: ActionRuntime): Promise<number> =>
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
      await queueAccountEmail(db, 'key-ends', email, { key: name, day: englishDayOf(expiresAt) }, moment)
    }
    return ending.length
  })
