import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Secrets } from '../auth/secrets.ts'
import type { ServerConfig } from '../process/config.ts'
import { logFailure } from '../process/log-failure.ts'
import { startPollLoop } from '../process/loop.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { startWokenLoop, WOKEN_LOOP_REST_MS } from '../store/due-work.ts'
import { hasNewEntriesSql, writeWebhookMessages } from './gather.ts'
import { dueMessagesSql, sendNextWebhookMessage } from './send.ts'

const EVERY_MS = 1000
/** Messages that a server sends at once, each to another webhook, so that a slow one delays no other. */
const SENDERS = 4

/** Sends messages to webhooks, until stopped. */
export const startWebhookSender = (
  { runtime, config, secrets }: { runtime: ActionRuntime; config: ServerConfig; secrets: Secrets },
  log: Logger,
): { stop: () => Promise<void> } => {
  const failed = (error: unknown): void => logFailure(log, error, 'Webhook messages could not be queued')
  const sending = { runtime, secrets, anywhere: config.localWebhooks }
  const gatherer = startWokenLoop(
    runtime.dueWork,
    { isDue: hasNewEntriesSql, everyMs: EVERY_MS, failed },
    () => writeWebhookMessages(runtime, config.publicUrl),
  )
  const senders = Array.from({ length: SENDERS }, () =>
    startPollLoop(stopping => sendNextWebhookMessage(sending, stopping), {
      restMs: WOKEN_LOOP_REST_MS,
      failed,
    }),
  )
  const unwatch = runtime.dueWork.watch({
    isDue: () => sql<boolean>`exists (${dueMessagesSql(runtime.now())})`,
    wake: () => senders.forEach(sender => sender.wake()),
    everyMs: EVERY_MS,
  })
  return {
    stop: async () => {
      unwatch()
      await Promise.all([gatherer, ...senders].map(loop => loop.stop()))
    },
  }
}
