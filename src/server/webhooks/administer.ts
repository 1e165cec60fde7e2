import { isIP } from 'node:net'
import type { Webhook, WebhookMessage } from '#contract/nouns/webhooks'
import { TEST_WEBHOOK_TYPE } from '#contract/nouns/webhooks'
import { type Actor, administersOwnOrganisation } from '#domain/people/actor'
import { addMinutes } from '@credit-market/values/dates'
import { PREVIOUS_SECRET_HOURS } from '#domain/people/webhook'
import { type AccountContext, requireSessionUser, logAccountAction } from '../auth/accounts.ts'
import { lockMarketKey } from '../auth/market-key.ts'
import { requireRecentSecondFactor } from '../auth/own-account.ts'
import type { Session } from '../auth/sessions.ts'
import { conflictError, forbiddenError, invalidAnswersError, notFoundError } from '../runner/refusals.ts'
import { hostForConnection, isPublicAddress, NOT_PUBLIC_REASON } from './public-address.ts'
import { listWebhooks } from './show.ts'
import { generateWebhookSecret } from './sign.ts'

const MOST_WEBHOOKS = 20
const MOST_TESTS_WAITING = 5

/** Returns the organisation whose webhooks this person administers; 403 if there is none. */
export const requireAdministeredOrganisation = (actor: Actor): string => {
  if (actor.organisationId === null || !administersOwnOrganisation(actor))
    throw forbiddenError('Only an administrator of the organisation can do this')
  return actor.organisationId
}

/** An address to which messages may be sent; 422 with the reason if it is unsuitable. */
const checkedAddress = ({ config }: Pick<AccountContext, 'config'>, typed: string): string => {
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  const anywhere = config.localWebhooks
  const wrong = (why: string) => invalidAnswersError({ url: why })
  if (!url || !['https:', ...(anywhere ? ['http:'] : [])].includes(url.protocol))
    throw wrong('Must be an address like https://programs.example.org/market')
  if (url.username || url.password || url.hash)
    throw wrong('Must not contain a user name, password or #: messages are signed instead')
  const host = hostForConnection(url)
  if (!anywhere && isIP(host) !== 0 && !isPublicAddress(host)) throw wrong(NOT_PUBLIC_REASON)
  return url.href
}

/** Returns one webhook of this person's organisation; 404 if there is none. */
export const requireWebhook = async (
  { runtime }: AccountContext,
  actor: Actor,
  id: string,
): Promise<Webhook> => {
  const [found] = await listWebhooks(
    runtime.store.db,
    requireAdministeredOrganisation(actor),
    runtime.now(),
    id,
  )
  if (!found) throw notFoundError()
  return found
}

interface Asked {
  actor: Actor
  session: Session
}

type Db = Parameters<typeof logAccountAction>[0]

/** Records a change of a webhook in the log; call it last in the transaction. */
const say = (db: Db, { actor }: Asked, action: string, title: string, now: string): Promise<void> =>
  logAccountAction(db, {
    ...{ action, title, actorId: actor.userId, now },
    ...{ subjectKind: 'organisation', subjectId: requireAdministeredOrganisation(actor) },
  })

/** Adds a webhook. Its secret is shown once, and stored encrypted. */
export const addWebhook = async (
  accounts: AccountContext,
  asked: Asked,
  { url, types }: { url: string; types: readonly string[] },
): Promise<Webhook & { secret: string }> => {
  const { runtime, secrets } = accounts
  const organisationId = requireAdministeredOrganisation(asked.actor)
  requireRecentSecondFactor(
    accounts,
    await requireSessionUser(runtime.store.db, asked.session),
    asked.session,
  )
  const address = checkedAddress(accounts, url)
  const secret = generateWebhookSecret()
  const id = runtime.newId()
  const now = runtime.now()
  await runtime.store.transaction(async ({ db }) => {
    await lockMarketKey(db, secrets)
    await db.selectFrom('organisation').select('id').where('id', '=', organisationId).forUpdate().execute()
    const there = await db
      .selectFrom('webhook')
      .select('id')
      .where('organisationId', '=', organisationId)
      .execute()
    if (there.length >= MOST_WEBHOOKS)
      throw conflictError(`An organisation can have up to ${MOST_WEBHOOKS} webhooks: remove one first`)
    await db
      .insertInto('webhook')
      .values({
        ...{ id, organisationId, url: address, types: [...new Set(types)], secret: secrets.encrypt(secret) },
        ...{ madeBy: asked.actor.userId, madeAt: now },
      })
      .execute()
    await say(db, asked, 'AddWebhook', 'Add webhook', now)
  })
  return { ...(await requireWebhook(accounts, asked.actor, id)), secret }
}

/** Changes the address or types of messages, pauses a webhook, or resumes it with messages from now on. */
export const changeWebhook = async (
  accounts: AccountContext,
  asked: Asked,
  id: string,
  given: { url?: string | undefined; types?: readonly string[] | undefined; isPaused?: boolean | undefined },
): Promise<Webhook> => {
  const { runtime } = accounts
  const hook = await requireWebhook(accounts, asked.actor, id)
  requireRecentSecondFactor(
    accounts,
    await requireSessionUser(runtime.store.db, asked.session),
    asked.session,
  )
  const now = runtime.now()
  const { url, types, isPaused } = given
  if (isPaused === false && hook.pausedWhy === 'key lost')
    throw conflictError('Rotate the secret first: the earlier one was lost')
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
  return requireWebhook(accounts, asked.actor, id)
}

/** Removes a webhook with all messages sent there. */
export const removeWebhook = async (accounts: AccountContext, asked: Asked, id: string): Promise<void> => {
  const { runtime } = accounts
  await requireWebhook(accounts, asked.actor, id)
  await runtime.store.transaction(async ({ db }) => {
    await db.deleteFrom('webhook').where('id', '=', id).execute()
    await say(db, asked, 'RemoveWebhook', 'Remove webhook', runtime.now())
  })
}

/** Makes a new secret, shown once. The previous one signs as well for a day, unless it was lost. */
export const rotateWebhookSecret = async (
  accounts: AccountContext,
  asked: Asked,
  id: string,
): Promise<Webhook & { secret: string }> => {
  const { runtime, secrets } = accounts
  const hook = await requireWebhook(accounts, asked.actor, id)
  requireRecentSecondFactor(
    accounts,
    await requireSessionUser(runtime.store.db, asked.session),
    asked.session,
  )
  const secret = generateWebhookSecret()
  const now = runtime.now()
  const isLost = hook.pausedWhy === 'key lost'
  await runtime.store.transaction(async ({ db }) => {
    await lockMarketKey(db, secrets)
    await db
      .updateTable('webhook')
      .set(eb => ({
        secret: secrets.encrypt(secret),
        formerSecret: isLost ? null : eb.ref('secret'),
        formerUntil: isLost ? null : addMinutes(now, PREVIOUS_SECRET_HOURS * 60),
        ...(isLost && { pausedWhy: 'by hand' as const }),
      }))
      .where('id', '=', id)
      .execute()
    await say(db, asked, 'RotateWebhookSecret', 'Rotate webhook secret', now)
  })
  return { ...(await requireWebhook(accounts, asked.actor, id)), secret }
}

/** Queues a test message without content. */
export const sendTestMessage = async (accounts: AccountContext, actor: Actor, id: string): Promise<void> => {
  const { runtime } = accounts
  const hook = await requireWebhook(accounts, actor, id)
  if (hook.pausedAt !== null) throw conflictError('We send nothing to a paused webhook: resume it first')
  const { db } = runtime.store
  const waiting = await db
    .selectFrom('webhookDelivery')
    .select('id')
    .where('webhookId', '=', id)
    .where('type', '=', TEST_WEBHOOK_TYPE)
    .where('state', '=', 'queued')
    .execute()
  if (waiting.length >= MOST_TESTS_WAITING)
    throw conflictError('Several tests are already waiting for delivery')
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
  const message: WebhookMessage = { type: TEST_WEBHOOK_TYPE, timestamp: at, data }
  await db
    .insertInto('webhookDelivery')
    .values({
      ...{ id: runtime.newId(), webhookId: id, entryId: null, type: TEST_WEBHOOK_TYPE },
      ...{ payload: JSON.stringify(message), notBefore: at, madeAt: at },
    })
    .execute()
}

/** Sends a message again, under the same id. */
export const sendMessageAgain = async (
  accounts: AccountContext,
  actor: Actor,
  { id, delivery }: { id: string; delivery: string },
): Promise<void> => {
  const { runtime } = accounts
  const hook = await requireWebhook(accounts, actor, id)
  if (hook.pausedAt !== null) throw conflictError('We send nothing to a paused webhook: resume it first')
  const { numUpdatedRows } = await runtime.store.db
    .updateTable('webhookDelivery')
    .set({ state: 'queued', notBefore: runtime.now(), unanswered: 0, setAsideAt: null })
    .where('id', '=', delivery)
    .where('webhookId', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFoundError()
}
