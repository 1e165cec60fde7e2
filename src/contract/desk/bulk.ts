import { z } from 'zod'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { TASK_STATES } from '../round/match.ts'
import { MAX_QUEUE_ROWS } from './queue.ts'
import { kind, refusal, fieldErrors } from '../kit/resource.ts'
import { id, instant, nullableIdAndName, nullableText, idAndName } from '../kit/values.ts'

const tag = 'Bulk actions'

export const BULK_ITEM_STATES = ['waiting', 'done', 'refused', 'cancelled'] as const
export type BulkItemState = (typeof BULK_ITEM_STATES)[number]

const answers = z.record(z.string(), z.unknown())

/** A bulk action: an action, its things, shared answers, and additional or different answers for single things. */
const bulkRequest = z.object({
  key: z.string().min(1).max(200).meta({
    description:
      'Key that the client chooses; a repeated request with the same key starts the bulk action only once',
  }),
  kind,
  action: z.string().min(1).max(100),
  values: answers.meta({ description: 'Answers for all items' }),
  reason: z.string().max(2000).optional().meta({
    description: 'Reason, required if the action needs a second approval; each item then becomes a proposal',
  }),
  items: z
    .array(
      z.object({
        id,
        version: z.int().optional().meta({ description: 'Version of the item that you saw' }),
        values: answers.optional().meta({
          description: 'Answers for this item that are added to the common answers or replace them',
        }),
      }),
    )
    .min(1)
    .max(MAX_QUEUE_ROWS),
})
export type BulkRequest = z.infer<typeof bulkRequest>

const head = {
  id,
  kind,
  action: z.string(),
  title: z.string(),
  state: z.enum(TASK_STATES),
  startedBy: nullableIdAndName,
  createdAt: instant,
  finishedAt: instant.nullable(),
  steppedUpAt: instant.nullable().meta({ description: 'Time of the step-up sign-in that covers all items' }),
  total: z.int(),
  done: z.int(),
  refused: z.int(),
  cancelled: z.int(),
}

/** Progress of a bulk action. */
const bulkHead = z.object(head).meta({ id: 'BulkActHead' })
export type BulkActSummary = z.infer<typeof bulkHead>

const bulkAct = z
  .object({
    ...head,
    items: z.array(
      idAndName.extend({
        link: nullableText,
        state: z.enum(BULK_ITEM_STATES),
        message: nullableText.meta({
          description: 'Result message; if the action was not done, the reason',
        }),
      }),
    ),
  })
  .meta({ id: 'BulkAct' })
export type BulkAct = z.infer<typeof bulkAct>

export const startBulkAct = endpoint('POST /api/bulk-act', {
  id: 'startBulkAct',
  tag,
  summary: 'Runs one action on many items, each in its own transaction',
  access: 'member',
  body: bulkRequest,
  answers: { 200: bulkAct, 404: refusal, 409: refusal, 422: fieldErrors },
})

export const readBulkAct = endpoint('GET /api/bulk-act/:id', {
  id: 'readBulkAct',
  tag,
  summary: 'Progress of a bulk action, with the items that were not done and the reasons',
  access: 'member',
  answers: { 200: bulkAct },
})

export const cancelBulkAct = endpoint('DELETE /api/bulk-act/:id', {
  id: 'cancelBulkAct',
  tag,
  summary: 'Stops a bulk action before its next item; finished items stay finished',
  access: 'member',
  answers: { 204: noContentResponse, 409: refusal },
})

export const listBulkActs = endpoint('GET /api/bulk-acts', {
  id: 'listBulkActs',
  tag,
  summary: 'Latest bulk actions. Staff get those of all staff; others get their own',
  access: 'member',
  answers: { 200: z.object({ items: z.array(bulkHead) }) },
})
