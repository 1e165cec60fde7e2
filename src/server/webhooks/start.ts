import type { Logger } from 'pino'
import type { Secrets } from '../auth/secrets.ts'
import type { Config } from '../config.ts'
import { logFailure } from '../log-failure.ts'
import { pollLoop } from '../loop.ts'
import type { Runtime } from '../runner/runtime.ts'
import { gatherNews } from './gather.ts'
import { sendNextMessage } from './send.ts'

const GATHER_MS = 1000
const SEND_MS = 1000
/** So many are sent at once by a server, each to another webhook, so that a slow one holds up no other. */
const SENDERS = 4

/** Tells webhooks what happens, until stopped. */
export const startWebhooks = (
  { runtime, config, secrets }: { runtime: Runtime; config: Config; secrets: Secrets },
  log: Logger,
): { stop: () => Promise<void> } => {
  const failed = (error: unknown): void => logFailure(log, error, 'Webhooks could not be told')
  const sending = { runtime, secrets, anywhere: config.localWebhooks }
  const loops = [
    pollLoop(() => gatherNews(runtime, config.publicUrl), { restMs: GATHER_MS, failed }),
    ...Array.from({ length: SENDERS }, () =>
      pollLoop(stopping => sendNextMessage(sending, stopping), { restMs: SEND_MS, failed }),
    ),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map(loop => loop.stop()))
    },
  }
}
