import { isIP } from 'node:net'
import type { Webhook, WebhookMessage } from '#contract/webhooks'
import { TEST_TYPE } from '#contract/webhooks'
import { type Actor, administersOwn } from '#domain/actor'
import { addMinutes } from '#domain/dates'
import { FORMER_HOURS } from '#domain/webhook'
import { type Accounts, personOf, record } from '../auth/accounts.ts'
import { holdKey } from '../auth/market-key.ts'
import { refuseUnlessProven } from '../auth/own-account.ts'
import type { Session } from '../auth/sessions.ts'
import { conflict, forbidden, invalid, notFound } from '../runner/refusals.ts'
import { hostOf, isPublic, NOT_PUBLIC } from './public-address.ts'
import { webhooksOf } from './show.ts'
import { newWebhookSecret } from './sign.ts'

const MOST_WEBHOOKS = 20
const MOST_TESTS_WAITING = 5

/** For which organisation this person sees to webhooks; 403 where for none. */
export const administered = (actor: Actor): string => {
  if (actor.organisationId === null || !administersOwn(actor))
    throw forbidden('Only an administrator of the organisation may do this')
  return actor.organisationId
}

/** An address to which messages may be sent; 422 with what is wrong with it. */
const checkedAddress = ({ config }: Pick<Accounts, 'config'>, typed: string): string => {
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  const anywhere = config.localWebhooks
  const wrong = (why: string) => invalid({ url: why })
  if (!url || !['https:', ...(anywhere ? ['http:'] : [])].includes(url.protocol))
    throw wrong('Must be an address like https://programs.example.org/market')
  if (url.username || url.password || url.hash)
    throw wrong('Must hold no user name, password or #: messages are signed instead')
  const host = hostOf(url)
  if (!anywhere && isIP(host) !== 0 && !isPublic(host)) throw wrong(NOT_PUBLIC)
  return url.href
}

/** One webhook of the organisation of this person; 404 without one. */
export const webhookFor = async ({ runtime }: Accounts, actor: Actor, id: string): Promise<Webhook> => {
  const [found] = await webhooksOf(runtime.store.db, administered(actor), runtime.now(), id)
  if (!found) throw notFound()
  return found
}

interface Asked {
  actor: Actor
  session: Session
}

type Db = Parameters<typeof record>[0]

/** Says in the log what was done with a webhook; let it be the last thing of the transaction. */
const say = (db: Db, { actor }: Asked, action: string, title: string, now: string): Promise<void> =>
  record(db, {
    ...{ action, title, actorId: actor.userId, now },
    ...{ subjectKind: 'organisation', subjectId: administered(actor) },
  })

/** Adds a webhook. Its secret is told once, and kept encrypted. */
export const addWebhook = async (
  accounts: Accounts,
  asked: Asked,
  { url, types }: { url: string; types: readonly string[] },
): Promise<Webhook & { secret: string }> => {
  const { runtime, secrets } = accounts
  const organisationId = administered(asked.actor)
  refuseUnlessProven(accounts, await personOf(runtime.store.db, asked.session), asked.session)
  const address = checkedAddress(accounts, url)
  const secret = newWebhookSecret()
  const id = runtime.newId()
  const now = runtime.now()
  await runtime.store.transaction(async ({ db }) => {
    await holdKey(db, secrets)
    await db.selectFrom('organisation').select('id').where('id', '=', organisationId).forUpdate().execute()
    const there = await db
      .selectFrom('webhook')
      .select('id')
      .where('organisationId', '=', organisationId)
      .execute()
    if (there.length >= MOST_WEBHOOKS)
      throw conflict(`An organisation has ${MOST_WEBHOOKS} webhooks at most: remove one first`)
    await db
      .insertInto('webhook')
      .values({
        ...{ id, organisationId, url: address, types: [...new Set(types)], secret: secrets.encrypt(secret) },
        ...{ madeBy: asked.actor.userId, madeAt: now },
      })
      .execute()
    await say(db, asked, 'AddWebhook', 'Add webhook', now)
  })
  return { ...(await webhookFor(accounts, asked.actor, id)), secret }
}

/** Changes where messages go and which, pauses them, or goes on with those that come from now on. */
export const changeWebhookOf = async (
  accounts: Accounts,
  asked: Asked,
  id: string,
  given: { url?: string | undefined; types?: readonly string[] | undefined; isPaused?: boolean | undefined },
): Promise<Webhook> => {
  const { runtime } = accounts
  const hook = await webhookFor(accounts, asked.actor, id)
  refuseUnlessProven(accounts, await personOf(runtime.store.db, asked.session), asked.session)
  const now = runtime.now()
  const { url, types, isPaused } = given
  if (isPaused === false && hook.pausedWhy === 'key lost')
    throw conflict('Rotate the secret first: the one before was lost')
  const address = url === undefined ? undefined : checkedAddress(accounts, url)
  await runtime.store.transaction(async ({ db }) => {
    await db
      .updateTable('webhook')
      .set({
        ...(address !== undefined && { url: address }),
        ...(types && { types: [...new Set(types)] }),
        ...(isPaused === true && hook.pausedAt === null && { pausedAt: now, pausedWhy: 'by hand' as const }),
        ...(isPaused === false && { pausedAt: null, pausedWhy: null, failingSince: null }),
      })
      .where('id', '=', id)
      .execute()
    await say(db, asked, 'ChangeWebhook', 'Change webhook', now)
  })
  return webhookFor(accounts, asked.actor, id)
}

/** Removes a webhook with all that was sent there. */
export const removeWebhookOf = async (accounts: Accounts, asked: Asked, id: string): Promise<void> => {
  const { runtime } = accounts
  await webhookFor(accounts, asked.actor, id)
  await runtime.store.transaction(async ({ db }) => {
    await db.deleteFrom('webhook').where('id', '=', id).execute()
    await say(db, asked, 'RemoveWebhook', 'Remove webhook', runtime.now())
  })
}

/** Makes another secret, told once. The one before signs as well for a day, unless it was lost. */
export const rotateSecretOf = async (
  accounts: Accounts,
  asked: Asked,
  id: string,
): Promise<Webhook & { secret: string }> => {
  const { runtime, secrets } = accounts
  const hook = await webhookFor(accounts, asked.actor, id)
  refuseUnlessProven(accounts, await personOf(runtime.store.db, asked.session), asked.session)
  const secret = newWebhookSecret()
  const now = runtime.now()
  const isLost = hook.pausedWhy === 'key lost'
  await runtime.store.transaction(async ({ db }) => {
    await holdKey(db, secrets)
    await db
      .updateTable('webhook')
      .set(eb => ({
        secret: secrets.encrypt(secret),
        formerSecret: isLost ? null : eb.ref('secret'),
        formerUntil: isLost ? null : addMinutes(now, FORMER_HOURS * 60),
        ...(isLost && { pausedWhy: 'by hand' as const }),
      }))
      .where('id', '=', id)
      .execute()
    await say(db, asked, 'RotateWebhookSecret', 'Rotate webhook secret', now)
  })
  return { ...(await webhookFor(accounts, asked.actor, id)), secret }
}

/** Puts a message in the queue that tells of nothing, to see whether it comes. */
export const sendTest = async (accounts: Accounts, actor: Actor, id: string): Promise<void> => {
  const { runtime } = accounts
  const hook = await webhookFor(accounts, actor, id)
  if (hook.pausedAt !== null) throw conflict('Nothing is sent there while it is paused: go on first')
  const { db } = runtime.store
  const waiting = await db
    .selectFrom('webhookDelivery')
    .select('id')
    .where('webhookId', '=', id)
    .where('type', '=', TEST_TYPE)
    .where('state', '=', 'queued')
    .execute()
  if (waiting.length >= MOST_TESTS_WAITING) throw conflict('Several tests wait to be taken already')
  const at = runtime.now()
  const data = {
    kind: 'webhook',
    id,
    action: null,
    status: null,
    roundId: null,
    entry: null,
    self: null,
    page: null,
  }
  const message: WebhookMessage = { type: TEST_TYPE, timestamp: at, data }
  await db
    .insertInto('webhookDelivery')
    .values({
      ...{ id: runtime.newId(), webhookId: id, entryId: null, type: TEST_TYPE },
      ...{ payload: JSON.stringify(message), notBefore: at, madeAt: at },
    })
    .execute()
}

/** Sends a message once more, under the same id. */
export const sendMessageAgain = async (
  accounts: Accounts,
  actor: Actor,
  { id, delivery }: { id: string; delivery: string },
): Promise<void> => {
  const { runtime } = accounts
  const hook = await webhookFor(accounts, actor, id)
  if (hook.pausedAt !== null) throw conflict('Nothing is sent there while it is paused: go on first')
  const { numUpdatedRows } = await runtime.store.db
    .updateTable('webhookDelivery')
    .set({ state: 'queued', notBefore: runtime.now(), unanswered: 0, setAsideAt: null })
    .where('id', '=', delivery)
    .where('webhookId', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}
