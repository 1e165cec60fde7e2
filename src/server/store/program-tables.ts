import type { Generated } from 'kysely'
import type { KeyScope } from '#domain/api-key'
import type { Instant } from '#domain/dates'
import type { DeliveryState, PausedWhy } from '#domain/webhook'

/** A key with which a program acts as the person who made it. */
export interface ApiKeyTable {
  id: string
  userId: string
  name: string
  /** How the key begins, by which people tell it. */
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

/** An address to which an organisation is told what happens; its secrets are encrypted. */
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
  pausedWhy: PausedWhy | null
  busyUntil: Instant | null
}

/** A message to one address: its id and its bytes are the same however often it is sent. */
export interface WebhookDeliveryTable {
  id: string
  webhookId: string
  /** The entry of the activity log that it tells of; null for a test. */
  entryId: number | null
  type: string
  payload: string
  state: Generated<DeliveryState>
  attempt: Generated<number>
  unanswered: Generated<number>
  /** Why the last attempt ended without an answer. */
  message: string | null
  setAsideAt: Instant | null
  notBefore: Instant
  madeAt: Instant
}

/** One time that a message was sent: what was answered, or why nothing was. */
export interface WebhookAttemptTable {
  deliveryId: string
  number: number
  at: Instant
  milliseconds: number
  status: number | null
  answer: string | null
  problem: string | null
}
