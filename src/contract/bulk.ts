import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { TASK_STATES } from './match.ts'
import { MOST_OF_QUEUE } from './queue.ts'
import { kind, refusal, wrongAnswers } from './resource.ts'
import { id, instant, maybeNamed, maybeText, named } from './values.ts'

const tag = 'Bulk acts'

export const BULK_ITEM_STATES = ['waiting', 'done', 'refused', 'cancelled'] as const
export type BulkItemState = (typeof BULK_ITEM_STATES)[number]

const answers = z.record(z.string(), z.unknown())

/** What is asked for: an action on some things, what is answered for all of them, and for each besides or otherwise. */
const bulkRequest = z.object({
  key: z.string().min(1).max(200).meta({ description: 'Made up by the client: the same one begins it once' }),
  kind,
  action: z.string().min(1).max(100),
  values: answers.meta({ description: 'Answered for all' }),
  reason: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'Why, where a second person must approve it: each thing is then proposed' }),
  items: z
    .array(
      z.object({
        id,
        version: z.int().optional().meta({ description: 'The version that was looked at' }),
        values: answers.optional().meta({ description: 'Answered for this one besides, or otherwise' }),
      }),
    )
    .min(1)
    .max(MOST_OF_QUEUE),
})
export type BulkRequest = z.infer<typeof bulkRequest>

const head = {
  id,
  kind,
  action: z.string(),
  title: z.string(),
  state: z.enum(TASK_STATES),
  startedBy: maybeNamed,
  createdAt: instant,
  finishedAt: instant.nullable(),
  steppedUpAt: instant
    .nullable()
    .meta({ description: 'When the fresh code was given that covers all of it' }),
  total: z.int(),
  done: z.int(),
  refused: z.int(),
  cancelled: z.int(),
}

/** How far a bulk act has come. */
const bulkHead = z.object(head).meta({ id: 'BulkActHead' })
export type BulkHead = z.infer<typeof bulkHead>

const bulkAct = z
  .object({
    ...head,
    items: z.array(
      named.extend({
        link: maybeText,
        state: z.enum(BULK_ITEM_STATES),
        message: maybeText.meta({
          description: 'What was said of it: why it was not done, where it was not',
        }),
      }),
    ),
  })
  .meta({ id: 'BulkAct' })
export type BulkAct = z.infer<typeof bulkAct>

export const startBulkAct = endpoint('POST /api/bulk-act', {
  id: 'startBulkAct',
  tag,
  summary: 'Runs one action on many things, each in a transaction of its own',
  access: 'member',
  body: bulkRequest,
  answers: { 200: bulkAct, 404: refusal, 409: refusal, 422: wrongAnswers },
})

export const readBulkAct = endpoint('GET /api/bulk-act/:id', {
  id: 'readBulkAct',
  tag,
  summary: 'How far a bulk act has come, and what was not done and why',
  access: 'member',
  answers: { 200: bulkAct },
})

export const cancelBulkAct = endpoint('DELETE /api/bulk-act/:id', {
  id: 'cancelBulkAct',
  tag,
  summary: 'Stops a bulk act before its next item; what is done stays done',
  access: 'member',
  answers: { 204: none, 409: refusal },
})

export const listBulkActs = endpoint('GET /api/bulk-acts', {
  id: 'listBulkActs',
  tag,
  summary: 'The latest bulk acts: of staff to staff, of others their own',
  access: 'member',
  answers: { 200: z.object({ items: z.array(bulkHead) }) },
})
