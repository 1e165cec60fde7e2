import type { Webhook } from '#contract/webhooks'
import type { Status } from '../../parts/status-tones.ts'

/** How it is with a webhook, in a word. */
export const stateOf = ({
  pausedWhy,
  failingSince,
}: Pick<Webhook, 'pausedWhy' | 'failingSince'>): Status<'webhook'> => {
  if (pausedWhy !== null) return pausedWhy === 'by hand' ? 'paused' : 'stopped'
  return failingSince === null ? 'telling' : 'failing'
}
