import { Counter } from 'prom-client'
import { gauge, type Measure } from './measure.ts'

/** Messages to webhooks that this process has sent, by what came of them. */
export const sentMessages = new Counter({
  name: 'market_webhook_attempts_total',
  help: 'Messages sent to webhooks by this server, by whether they were taken',
  labelNames: ['outcome'] as const,
  registers: [],
})
for (const outcome of ['taken', 'refused']) sentMessages.inc({ outcome }, 0)

/** What goes out to webhooks, and what waits. */
export const measureWebhooks: Measure = (registry, { facts, runtime }) => {
  registry.registerMetric(sentMessages)
  gauge(
    registry,
    { name: 'market_webhook_messages', help: 'Messages to webhooks that wait to be sent' },
    async () => (await facts())?.messagesWaiting,
  )
  gauge(
    registry,
    {
      name: 'market_webhook_oldest_seconds',
      help: 'How long the oldest message to a webhook has waited to be taken',
    },
    async () => {
      const now = await facts()
      if (!now) return undefined
      const { oldestMessage } = now
      return oldestMessage === null
        ? 0
        : Math.max(0, (Date.parse(runtime.now()) - Date.parse(oldestMessage)) / 1000)
    },
  )
  gauge(
    registry,
    { name: 'market_webhooks_stopped', help: 'Webhooks that were stopped since nothing was taken there' },
    async () => (await facts())?.webhooksStopped,
  )
}
