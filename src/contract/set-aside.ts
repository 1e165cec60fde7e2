import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { instant } from './values.ts'

/** Queues whose items are set aside after three attempts without an answer. */
export const QUEUES = ['task', 'email', 'webhook', 'inspection'] as const
export type QueueName = (typeof QUEUES)[number]

const setAsideItem = z
  .object({
    queue: z.enum(QUEUES),
    id: z.string(),
    what: z.string().meta({ description: 'The kind of work, and what it is about' }),
    attempts: z.int(),
    lastError: z.string().nullable(),
    setAsideAt: instant,
  })
  .meta({ id: 'SetAsideItem' })
export type SetAsideItem = z.infer<typeof setAsideItem>

const tag = 'System'

export const systemSetAside = endpoint('GET /api/sysadmin/set-aside', {
  id: 'listSetAside',
  tag,
  summary: 'Work that was set aside because three attempts ended without an answer',
  access: 'sysadmin',
  answers: { 200: z.object({ items: z.array(setAsideItem) }) },
})
export const retrySetAside = endpoint('POST /api/sysadmin/set-aside/:queue/:id/retry', {
  id: 'retrySetAside',
  tag,
  summary: 'Tries work again that was set aside',
  access: 'sysadmin',
  answers: { 204: none },
})
