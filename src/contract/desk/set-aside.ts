import { z } from 'zod'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { instant } from '../kit/values.ts'

/** Queues whose items are set aside after three attempts without an answer. */
export const SET_ASIDE_QUEUES = ['task', 'email', 'webhook', 'inspection'] as const
export type SetAsideQueueName = (typeof SET_ASIDE_QUEUES)[number]

const setAsideItem = z
  .object({
    queue: z.enum(SET_ASIDE_QUEUES),
    id: z.string(),
    what: z.string().meta({ description: 'Kind of work, and its subject' }),
    attempts: z.int(),
    lastError: z.string().nullable(),
    setAsideAt: instant,
  })
  .meta({ id: 'SetAsideItem' })
export type SetAsideItem = z.infer<typeof setAsideItem>

const tag = 'System'

export const listSetAsideItems = endpoint('GET /api/sysadmin/set-aside', {
  id: 'listSetAside',
  tag,
  summary: 'Background jobs that were set aside after three attempts without an answer',
  access: 'sysadmin',
  answers: { 200: z.object({ items: z.array(setAsideItem) }) },
})
export const retrySetAsideItem = endpoint('POST /api/sysadmin/set-aside/:queue/:id/retry', {
  id: 'retrySetAside',
  tag,
  summary: 'Retries a job that was set aside',
  access: 'sysadmin',
  answers: { 204: noContentResponse },
})
