import type { Instant } from '#domain/dates'
import { gauge, type Measure } from './measure.ts'

/** Tasks and letters that wait: how many, and for how long the oldest. */
export const measureQueues: Measure = (registry, { facts, runtime }) => {
  const secondsSince = (moment: Instant | null): number =>
    moment === null ? 0 : Math.max(0, (Date.parse(runtime.now()) - Date.parse(moment)) / 1000)

  gauge(registry, { name: 'market_tasks', help: 'Long work to be done', label: 'state' }, async () => {
    const now = await facts()
    return { queued: now?.tasksWaiting, running: now?.tasksRunning }
  })
  gauge(
    registry,
    { name: 'market_task_oldest_seconds', help: 'How long the oldest task has waited that nobody has begun' },
    async () => {
      const now = await facts()
      return now && secondsSince(now.oldestTask)
    },
  )
  gauge(
    registry,
    { name: 'market_set_aside', help: 'Work that three attempts left without an answer', label: 'queue' },
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
  gauge(registry, { name: 'market_letters', help: 'Letters that are not sent', label: 'state' }, async () => {
    const now = await facts()
    return { queued: now?.lettersWaiting, failed: now?.lettersFailed }
  })
  gauge(
    registry,
    { name: 'market_letter_oldest_seconds', help: 'How long the oldest letter has waited to be sent' },
    async () => {
      const now = await facts()
      return now && secondsSince(now.oldestLetter)
    },
  )
}
