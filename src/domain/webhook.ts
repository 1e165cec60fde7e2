/** How far a message to an address has come: waiting, taken there, or given up. */
export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why nothing is sent to an address. */
export const PAUSED_WHYS = ['by hand', 'failing', 'gone', 'key lost'] as const
export type PausedWhy = (typeof PAUSED_WHYS)[number]

/** The same in words. */
export const PAUSED_WORDS: Record<PausedWhy, string> = {
  'by hand': 'Paused',
  failing: 'Stopped: nothing was taken there for three days',
  gone: 'Stopped: the address said that it is gone (410)',
  'key lost':
    'Stopped: the key of the market was lost, and its secret with it. Rotate the secret, then go on',
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** After how many seconds a message is sent again that was not taken: the first, the second, and so on (Standard Webhooks). */
export const RETRY_SECONDS: readonly number[] = [
  ...[5, 5 * MINUTE, 30 * MINUTE],
  ...[2, 5, 10, 14, 20, 24].map(hours => hours * HOUR),
]

/** An address at which nothing was taken for so long is sent nothing more. */
export const FAILING_DAYS = 3

/** For how long the secret before signs as well after a rotation. */
export const FORMER_HOURS = 24
