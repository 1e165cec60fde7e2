import type { Generated } from 'kysely'
import type { KeyScope } from '#domain/people/api-key'
import type { Instant } from '@credit-market/values/dates'
import type { WebhookDeliveryState, WebhookPauseReason } from '#domain/people/webhook'

/** A key with which a program acts as the person who made it. */
export interface ApiKeyTable {
  id: string
  userId: string
  name: string
  /** First characters of the key, so that people can recognise it. */
  begins: string
  keyHash: string
  scopes: KeyScope[]
  madeAt: Instant
  expiresAt: Instant
  /** To the minute. */
  lastUsedAt: Instant | null
  revokedAt: Instant | null
  toldAt: Instant | null
}

/** An address to which an organisation receives messages about changes; its secrets are encrypted. */
export interface WebhookTable {
  id: string
  organisationId: string
  url: string
  types: string[]
  secret: string
  formerSecret: string | null
  formerUntil: Instant | null
  madeBy: string | null
  madeAt: Instant
  failingSince: Instant | null
  pausedAt: Instant | null
  pausedWhy: WebhookPauseReason | null
  busyUntil: Instant | null
}

/** A message to one address: its id and its bytes stay the same however often it is sent. */
export interface WebhookDeliveryTable {
  id: string
  webhookId: string
  /** The entry of the activity log that it reports; null for a test. */
  entryId: number | null
  type: string
  payload: string
  state: Generated<WebhookDeliveryState>
  attempt: Generated<number>
  unanswered: Generated<number>
  /** Why the last attempt ended without an answer. */
  message: string | null
  setAsideAt: Instant | null
  notBefore: Instant
  madeAt: Instant
}

/** One attempt to deliver a message: the answer, or the reason for none. */
export interface WebhookAttemptTable {
  deliveryId: string
  number: number
  at: Instant
  milliseconds: number
  status: number | null
  answer: string | null
  problem: string | null
}
