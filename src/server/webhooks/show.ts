import { type Kysely, sql } from 'kysely'
import type { Webhook, WebhookDelivery } from '#contract/nouns/webhooks'
import type { ListPage } from '#contract/kit/resource'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'

const MOST_ATTEMPTS = 20

/** Lists the webhooks of an organisation, oldest first, or the one with an id; secrets are not read. */
export const listWebhooks = async (
  db: Kysely<Database>,
  organisationId: string,
  now: Instant,
  id?: string,
): Promise<Webhook[]> => {
  const rows = await db
    .selectFrom('webhook')
    .leftJoin('user', 'user.id', 'madeBy')
    .select(['webhook.id', 'url', 'types', 'madeAt', 'failingSince', 'pausedAt', 'pausedWhy', 'formerUntil'])
    .select(['user.id as makerId', 'user.displayName'])
    .select([
      sql<number>`(select count(*) from webhook_delivery
        where webhook_id = webhook.id and state = 'queued')`.as('waiting'),
      sql<Instant | null>`(select max(at) from webhook_attempt
        join webhook_delivery on webhook_delivery.id = delivery_id
        where webhook_id = webhook.id and status between 200 and 299)`.as('lastTakenAt'),
    ])
    .where('webhook.organisationId', '=', organisationId)
    .$if(id !== undefined, query => query.where('webhook.id', '=', id ?? ''))
    .orderBy('madeAt')
    .orderBy('webhook.id')
    .execute()
  return rows.map(({ makerId, displayName, formerUntil, ...hook }) => ({
    ...hook,
    madeBy: makerId === null ? null : { id: makerId, name: displayName ?? '' },
    formerUntil: formerUntil !== null && formerUntil > now ? formerUntil : null,
  }))
}

interface Page {
  limit: number
  cursor?: string
}

/** Separates the instant and the id in a cursor. */
const BETWEEN = ' '

/** Lists messages of a webhook, sent and waiting, latest first, with their answers. */
export const listDeliveries = async (
  db: Kysely<Database>,
  webhookId: string,
  { limit, cursor }: Page,
): Promise<ListPage<WebhookDelivery>> => {
  const all = db.selectFrom('webhookDelivery').where('webhookId', '=', webhookId)
  const [at = '', id = ''] = cursor?.split(BETWEEN) ?? []
  const rows = await all
    .selectAll()
    .$if(at !== '' && !Number.isNaN(Date.parse(at)), query =>
      query.where(eb => eb.or([eb('madeAt', '<', at), eb.and([eb('madeAt', '=', at), eb('id', '<', id)])])),
    )
    .orderBy('madeAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { total } = await all.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const shown = rows.slice(0, limit)
  const attempts = await db
    .selectFrom('webhookAttempt')
    .selectAll()
    .where('deliveryId', '=', sql<string>`any(${shown.map(one => one.id)})`)
    .orderBy('number', 'desc')
    .execute()
  const last = shown.at(-1)
  return {
    items: shown.map(({ state, notBefore, type, payload, madeAt, id: itsId }) => ({
      ...{ id: itsId, type, payload, state, madeAt },
      nextAt: state === 'queued' ? notBefore : null,
      attempts: attempts
        .filter(({ deliveryId }) => deliveryId === itsId)
        .slice(0, MOST_ATTEMPTS)
        .map(({ number, at: sentAt, milliseconds, status, answer, problem }) => ({
          ...{ number, at: sentAt, milliseconds, status, answer, problem },
        })),
    })),
    total,
    next: rows.length > limit && last ? [last.madeAt, last.id].join(BETWEEN) : null,
    actions: [],
  }
}
