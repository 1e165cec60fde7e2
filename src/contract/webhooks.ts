import { z } from 'zod'
import type { StoredKind } from '#domain/entities'
import { DELIVERY_STATES, PAUSED_WHYS } from '#domain/webhook'
import { endpoint, none } from './endpoint.ts'
import { nounOf, pathOf, statusesOf, statusLabel } from './nouns.ts'
import { listOf, refusal } from './resource.ts'
import { id, instant, maybeText, named } from './values.ts'

const tag = 'Webhooks'

/** The kinds of things of which webhooks tell. */
export const TOLD_KINDS = [
  ...(['project', 'projectGroup', 'requirement', 'requirementGroup'] as const),
  ...(['participation', 'agentAuthority', 'organisation', 'round', 'market'] as const),
] satisfies readonly StoredKind[]

/** `PendingScreening` as `pending-screening`. */
const kebab = (word: string): string => word.replaceAll(/(?!^)[A-Z]/g, letter => `-${letter}`).toLowerCase()

/** What has happened to a thing, as a webhook names it: the status it has come to, else that it has changed. */
export const webhookTypeOf = (kind: StoredKind, toStatus: string | null): string =>
  `${pathOf(kind)}.${toStatus === null ? 'changed' : kebab(toStatus)}`

/** Every type of message there is, the kind of thing that it tells of, and what it says in words. */
export const WEBHOOK_TYPES: readonly { type: string; kind: string; label: string }[] = TOLD_KINDS.flatMap(
  kind => {
    const [called = kind] = nounOf(kind)?.called ?? []
    const thing = called.charAt(0).toUpperCase() + called.slice(1)
    return [null, ...statusesOf(kind).map(([status]) => status)].map(status => ({
      ...{ type: webhookTypeOf(kind, status), kind },
      label: `${thing}: ${status === null ? 'changed' : statusLabel(kind, status)}`,
    }))
  },
)

/** The type of a message that somebody asks for, to see whether it comes. */
export const TEST_TYPE = 'webhook.test'

/** What a message says, as it is sent: which thing, never an amount. What it is now its address tells whoever may read it. */
export const webhookMessage = z
  .object({
    type: z.string(),
    timestamp: instant,
    data: z.object({
      kind: z.string(),
      id,
      action: z.string().nullable().meta({ description: 'Name of the action, as in the interface' }),
      status: maybeText.meta({ description: 'The status that it came to, if it came to another' }),
      roundId: id.nullable(),
      entry: z.string().nullable().meta({ description: 'The entry of the activity log' }),
      self: z.url().nullable().meta({ description: 'Address for programs' }),
      page: z.url().nullable().meta({ description: 'Address for people' }),
    }),
  })
  .meta({ id: 'WebhookMessage' })
export type WebhookMessage = z.infer<typeof webhookMessage>

const webhook = z
  .object({
    id,
    url: z.string(),
    types: z.array(z.string()),
    madeBy: named.nullable(),
    madeAt: instant,
    failingSince: instant.nullable().meta({ description: 'Since when nothing was taken there' }),
    pausedAt: instant.nullable(),
    pausedWhy: z.enum(PAUSED_WHYS).nullable(),
    formerUntil: instant.nullable().meta({ description: 'Until when the secret before signs as well' }),
    waiting: z.int().meta({ description: 'How many messages wait to be sent' }),
    lastTakenAt: instant.nullable(),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof webhook>

const attempt = z
  .object({
    number: z.int(),
    at: instant,
    milliseconds: z.int(),
    status: z.int().nullable(),
    answer: maybeText.meta({ description: 'How the answer began' }),
    problem: maybeText.meta({ description: 'Why there was none' }),
  })
  .meta({ id: 'WebhookAttempt' })

const delivery = z
  .object({
    id: z.string().meta({ description: 'The `webhook-id` of the message' }),
    type: z.string(),
    payload: z.string().meta({ description: 'What is sent, byte by byte' }),
    state: z.enum(DELIVERY_STATES),
    madeAt: instant,
    nextAt: instant.nullable().meta({ description: 'When it is sent next' }),
    attempts: z.array(attempt).meta({ description: 'The latest first, twenty at most' }),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof delivery>

const withSecret = webhook
  .extend({ secret: z.string().meta({ description: 'The secret that signs, told this once' }) })
  .meta({ id: 'WebhookWithSecret' })

const types = z
  .array(z.string())
  .min(1, { error: 'Choose what is told' })
  .max(200)
  .refine(all => all.every(one => WEBHOOK_TYPES.some(({ type }) => type === one)), {
    error: 'No such type of message',
  })

const url = z.string({ error: 'Which address?' }).trim().min(1, { error: 'Which address?' }).max(2000)

export const listWebhookTypes = endpoint('GET /api/public/webhook-types', {
  id: 'listWebhookTypes',
  tag,
  summary: 'Every type of message that a webhook may be told, and the kind of thing it tells of',
  access: 'anyone',
  kept: 'release',
  answers: { 200: z.array(z.object({ type: z.string(), kind: z.string(), label: z.string() })) },
})
export const listWebhooks = endpoint('GET /api/webhooks', {
  id: 'listWebhooks',
  tag,
  summary: 'The webhooks of the organisation of the reader, who administers it',
  access: 'member',
  answers: { 200: z.array(webhook) },
})
export const readWebhook = endpoint('GET /api/webhooks/:id', {
  id: 'readWebhook',
  tag,
  summary: 'One webhook',
  access: 'member',
  answers: { 200: webhook },
})
export const makeWebhook = endpoint('POST /api/webhooks', {
  id: 'makeWebhook',
  tag,
  summary: 'Adds an address to which messages are sent (Standard Webhooks); its secret is told this once',
  access: 'member',
  body: z.object({ url, types }),
  answers: { 200: withSecret, 409: refusal },
})
export const changeWebhook = endpoint('POST /api/webhooks/:id', {
  id: 'changeWebhook',
  tag,
  summary: 'Changes the address or what is told there, pauses it or goes on',
  access: 'member',
  body: z.object({ url: url.optional(), types: types.optional(), isPaused: z.boolean().optional() }),
  answers: { 200: webhook, 409: refusal },
})
export const removeWebhook = endpoint('DELETE /api/webhooks/:id', {
  id: 'removeWebhook',
  tag,
  summary: 'Removes a webhook with all that was sent there',
  access: 'member',
  answers: { 204: none },
})
export const rotateWebhookSecret = endpoint('POST /api/webhooks/:id/rotate', {
  id: 'rotateWebhookSecret',
  tag,
  summary: 'Makes another secret; for 24 hours messages bear the signatures of both',
  access: 'member',
  answers: { 200: withSecret },
})
export const testWebhook = endpoint('POST /api/webhooks/:id/test', {
  id: 'testWebhook',
  tag,
  summary: 'Sends a message of the type webhook.test',
  access: 'member',
  answers: { 204: none, 409: refusal },
})
export const listDeliveries = endpoint('GET /api/webhooks/:id/deliveries', {
  id: 'listWebhookDeliveries',
  tag,
  summary: 'What was sent there and is to be sent, the latest first, with what was answered',
  access: 'member',
  query: z.object({
    limit: z.int().min(1).max(100).optional().meta({ description: '25 unless told' }),
    cursor: z.string().optional().meta({ description: 'The `next` of the page before' }),
  }),
  answers: { 200: listOf(delivery) },
})
export const sendDeliveryAgain = endpoint('POST /api/webhooks/:id/deliveries/:delivery/again', {
  id: 'sendDeliveryAgain',
  tag,
  summary: 'Sends a message once more, under the same id',
  access: 'member',
  answers: { 204: none, 409: refusal },
})
