/** States of a message: waiting, delivered, or abandoned. */
export const WEBHOOK_DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]

/** Reasons why no messages are sent to an address. */
export const WEBHOOK_PAUSE_REASONS = ['by hand', 'failing', 'gone', 'key lost'] as const
export type WebhookPauseReason = (typeof WEBHOOK_PAUSE_REASONS)[number]

/** Labels of the reasons. */
export const WEBHOOK_PAUSE_REASON_LABELS: Record<WebhookPauseReason, string> = {
  'by hand': 'Paused',
  failing: 'Stopped: no message could be delivered for three days',
  gone: 'Stopped: the address no longer exists (410)',
  'key lost':
    'Stopped: the market lost its encryption key, so it cannot read the secret. Rotate the secret, then resume',
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds before each retry of a failed message: the first, the second, and so on (Standard Webhooks). */
export const WEBHOOK_RETRY_SECONDS: readonly number[] = [
  ...[5, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map(hours => hours * HOUR),
]

/** Days without success after which an address gets no more messages. */
export const MAX_FAILING_DAYS_OF_WEBHOOK = 3

/** Hours for which the previous secret also signs after a rotation. */
export const PREVIOUS_SECRET_HOURS = 24
