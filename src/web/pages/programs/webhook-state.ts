import type { Webhook } from '#contract/nouns/webhooks'
import type { Status } from '../../parts/status-tones.ts'

/** State of a webhook, in a word. */
export const webhookStatus = ({
  pausedWhy,
  failingSince,
}: Pick<Webhook, 'pausedWhy' | 'failingSince'>): Status<'webhook'> => {
  if (pausedWhy !== null) return pausedWhy === 'by hand' ? 'paused' : 'stopped'
  return failingSince === null ? 'telling' : 'failing'
}
