import { Counter } from 'prom-client'
import { addGauge, type RegisterMetrics } from './measure.ts'

/** Messages that this process sent to webhooks, by result. */
export const sentMessagesCounter = new Counter({
  name: 'market_webhook_attempts_total',
  help: 'Messages sent to webhooks by this server, by whether they were delivered',
  labelNames: ['outcome'] as const,
  registers: [],
})
for (const outcome of ['taken', 'refused']) sentMessagesCounter.inc({ outcome }, 0)

/** Sent and waiting messages of webhooks. */
export const measureWebhooks: RegisterMetrics = (registry, { facts, runtime }) => {
  registry.registerMetric(sentMessagesCounter)
  addGauge(
    registry,
    { name: 'market_webhook_messages', help: 'Webhook messages that wait to be sent' },
    async () => (await facts())?.messagesWaiting,
  )
  addGauge(
    registry,
    {
      name: 'market_webhook_oldest_seconds',
      help: 'How long the oldest webhook message has waited for delivery',
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
  addGauge(
    registry,
    {
      name: 'market_webhooks_stopped',
      help: 'Webhooks that were stopped because nothing could be delivered',
    },
    async () => (await facts())?.webhooksStopped,
  )
}
