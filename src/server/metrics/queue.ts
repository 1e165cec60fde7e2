import type { Instant } from '@credit-market/values/dates'
import { addGauge, type RegisterMetrics } from './measure.ts'

/** Waiting tasks and emails: their number, and the age of the oldest. */
export const measureQueues: RegisterMetrics = (registry, { facts, runtime }) => {
  const secondsSince = (moment: Instant | null): number =>
    moment === null ? 0 : Math.max(0, (Date.parse(runtime.now()) - Date.parse(moment)) / 1000)

  addGauge(registry, { name: 'market_tasks', help: 'Tasks to be done', label: 'state' }, async () => {
    const now = await facts()
    return { queued: now?.tasksWaiting, running: now?.tasksRunning }
  })
  addGauge(
    registry,
    { name: 'market_task_oldest_seconds', help: 'How long the oldest task has waited to be started' },
    async () => {
      const now = await facts()
      return now && secondsSince(now.oldestTask)
    },
  )
  addGauge(
    registry,
    {
      name: 'market_set_aside',
      help: 'Work set aside after three attempts without a result',
      label: 'queue',
    },
    async () => {
      const now = await facts()
      return {
        task: now?.tasksAside,
        email: now?.emailsAside,
        webhook: now?.messagesAside,
        inspection: now?.inspectionsAside,
      }
    },
  )
  addGauge(
    registry,
    { name: 'market_letters', help: 'Emails that are not sent', label: 'state' },
    async () => {
      const now = await facts()
      return { queued: now?.lettersWaiting, failed: now?.lettersFailed }
    },
  )
  addGauge(
    registry,
    { name: 'market_letter_oldest_seconds', help: 'How long the oldest email has waited to be sent' },
    async () => {
      const now = await facts()
      return now && secondsSince(now.oldestLetter)
    },
  )
}
