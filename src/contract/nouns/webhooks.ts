import { z } from 'zod'
import type { StoredKind } from '#domain/disclosure/entities'
import { capitalise } from '#domain/text/sentence'
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_PAUSE_REASONS } from '#domain/people/webhook'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { nounOf, pathOf, statusesOf, statusLabel } from './nouns.ts'
import { listPage, refusal } from '../kit/resource.ts'
import { id, instant, nullableText, idAndName } from '../kit/values.ts'

const tag = 'Webhooks'

/** Kinds of things with webhook messages. */
export const WEBHOOK_KINDS = [
  ...(['project', 'projectGroup', 'requirement', 'requirementGroup'] as const),
  ...(['participation', 'agentAuthority', 'organisation', 'round', 'market', 'case'] as const),
] satisfies readonly StoredKind[]

/** `PendingScreening` as `pending-screening`. */
const kebab = (word: string): string => word.replaceAll(/(?!^)[A-Z]/g, letter => `-${letter}`).toLowerCase()

/** Webhook type of a change: the new status of a thing, otherwise that it changed. */
export const webhookTypeFor = (kind: StoredKind, toStatus: string | null): string =>
  `${pathOf(kind)}.${toStatus === null ? 'changed' : kebab(toStatus)}`

/** All types of messages, with the kind of thing and a description. */
export const WEBHOOK_TYPES: readonly { type: string; kind: string; label: string }[] = WEBHOOK_KINDS.flatMap(
  kind => {
    const [called = kind] = nounOf(kind)?.called ?? []
    const thing = capitalise(called)
    return [null, ...statusesOf(kind).map(([status]) => status)].map(status => ({
      ...{ type: webhookTypeFor(kind, status), kind },
      label: `${thing}: ${status === null ? 'changed' : statusLabel(kind, status)}`,
    }))
  },
)

/** Type of a test message. */
export const TEST_WEBHOOK_TYPE = 'webhook.test'

/** A webhook message: it names a thing, never an amount. Readers of the thing fetch its current state at its address. */
export const webhookMessage = z
  .object({
    type: z.string(),
    timestamp: instant,
    data: z.object({
      kind: z.string(),
      id,
      action: z.string().nullable().meta({ description: 'Name of the action, as in the API' }),
      status: nullableText.meta({ description: 'New status, if it changed' }),
      roundId: id.nullable(),
      entry: z.string().nullable().meta({ description: 'Id of the entry in the activity log' }),
      self: z.url().nullable().meta({ description: 'Address in the API' }),
      page: z.url().nullable().meta({ description: 'Address of the page' }),
    }),
  })
  .meta({ id: 'WebhookMessage' })
export type WebhookMessage = z.infer<typeof webhookMessage>

const webhook = z
  .object({
    id,
    url: z.string(),
    types: z.array(z.string()),
    madeBy: idAndName.nullable(),
    madeAt: instant,
    failingSince: instant.nullable().meta({ description: 'Time since which no delivery has succeeded' }),
    pausedAt: instant.nullable(),
    pausedWhy: z.enum(WEBHOOK_PAUSE_REASONS).nullable(),
    formerUntil: instant.nullable().meta({ description: 'Time until which the previous secret also signs' }),
    waiting: z.int().meta({ description: 'Number of messages waiting to be sent' }),
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
    answer: nullableText.meta({ description: 'Beginning of the answer' }),
    problem: nullableText.meta({ description: 'Reason why there was no answer' }),
  })
  .meta({ id: 'WebhookAttempt' })

const delivery = z
  .object({
    id: z.string().meta({ description: 'Value of `webhook-id` of the message' }),
    type: z.string(),
    payload: z.string().meta({ description: 'Exact body of the message' }),
    state: z.enum(WEBHOOK_DELIVERY_STATES),
    madeAt: instant,
    nextAt: instant.nullable().meta({ description: 'Time of the next attempt' }),
    attempts: z.array(attempt).meta({ description: 'Attempts, latest first, at most twenty' }),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof delivery>

const withSecret = webhook
  .extend({ secret: z.string().meta({ description: 'Signing secret, shown only once' }) })
  .meta({ id: 'WebhookWithSecret' })

const types = z
  .array(z.string())
  .min(1, { error: 'Choose at least one type of message' })
  .max(200)
  .refine(all => all.every(one => WEBHOOK_TYPES.some(({ type }) => type === one)), {
    error: 'Unknown type of message',
  })

const url = z.string({ error: 'Enter an address' }).trim().min(1, { error: 'Enter an address' }).max(2000)

export const listWebhookTypes = endpoint('GET /api/public/webhook-types', {
  id: 'listWebhookTypes',
  tag,
  summary: 'All types of webhook messages, each with the kind of resource',
  access: 'anyone',
  kept: 'release',
  answers: { 200: z.array(z.object({ type: z.string(), kind: z.string(), label: z.string() })) },
})
export const listWebhooks = endpoint('GET /api/webhooks', {
  id: 'listWebhooks',
  tag,
  summary: 'Webhooks of your organisation; for its administrators',
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
export const createWebhook = endpoint('POST /api/webhooks', {
  id: 'makeWebhook',
  tag,
  summary: 'Adds an address to which messages are sent (Standard Webhooks); the secret is shown only once',
  access: 'member',
  body: z.object({ url, types }),
  answers: { 200: withSecret, 409: refusal },
})
export const updateWebhook = endpoint('POST /api/webhooks/:id', {
  id: 'changeWebhook',
  tag,
  summary: 'Changes the address or the types of messages, pauses or resumes the webhook',
  access: 'member',
  body: z.object({ url: url.optional(), types: types.optional(), isPaused: z.boolean().optional() }),
  answers: { 200: webhook, 409: refusal },
})
export const deleteWebhook = endpoint('DELETE /api/webhooks/:id', {
  id: 'removeWebhook',
  tag,
  summary: 'Removes a webhook and its deliveries',
  access: 'member',
  answers: { 204: noContentResponse },
})
export const rotateWebhookSecret = endpoint('POST /api/webhooks/:id/rotate', {
  id: 'rotateWebhookSecret',
  tag,
  summary: 'Creates a new secret; for 24 hours messages are signed with both',
  access: 'member',
  answers: { 200: withSecret },
})
export const testWebhook = endpoint('POST /api/webhooks/:id/test', {
  id: 'testWebhook',
  tag,
  summary: 'Sends a message of the type webhook.test',
  access: 'member',
  answers: { 204: noContentResponse, 409: refusal },
})
export const listDeliveries = endpoint('GET /api/webhooks/:id/deliveries', {
  id: 'listWebhookDeliveries',
  tag,
  summary: 'Sent and waiting messages, latest first, with the answers',
  access: 'member',
  query: z.object({
    limit: z.int().min(1).max(100).optional().meta({ description: 'Items per page, default 25' }),
    cursor: z.string().optional().meta({ description: 'Value of `next` on the previous page' }),
  }),
  answers: { 200: listPage(delivery) },
})
export const resendDelivery = endpoint('POST /api/webhooks/:id/deliveries/:delivery/again', {
  id: 'sendDeliveryAgain',
  tag,
  summary: 'Sends a message again with the same id',
  access: 'member',
  answers: { 204: noContentResponse, 409: refusal },
})
