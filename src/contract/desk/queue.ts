import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { MAX_PAGE_ROWS } from '../kit/noun.ts'
import { stepObstacle, refusal } from '../kit/resource.ts'
import { currentStep } from '../kit/step-clock.ts'
import { QUEUED_ACTS, WORK_QUEUE_KINDS } from '../steps/index.ts'
import { WORK_STAGES } from '../steps/step.ts'
import { day, id, instant, nullableIdAndName, nullableText, idAndName } from '../kit/values.ts'

const act = z.enum(QUEUED_ACTS).meta({ description: 'Kind and action, such as project.Contract' })

/** A thing that waits for an act. */
const queueRow = idAndName
  .extend({
    kind: z.enum(WORK_QUEUE_KINDS),
    version: z.int(),
    status: z.string(),
    link: z.string(),
    organisation: idAndName,
    market: nullableIdAndName.meta({ description: 'Null for an organisation that waits to be admitted' }),
    round: nullableIdAndName.meta({ description: 'Null for an organisation that waits to be admitted' }),
    since: instant.nullable().meta({ description: 'Time of its last change of status' }),
    usualDays: currentStep.shape.usualDays,
    due: day.nullable().meta({ description: 'Due date, if there is one' }),
    missing: nullableText.meta({
      description: 'Reason why the form cannot be submitted, whatever the answers',
    }),
    blockedBy: z.array(stepObstacle).meta({ description: 'Obstacles, each with who can remove it' }),
  })
  .meta({ id: 'QueueRow' })
export type QueueRow = z.infer<typeof queueRow>

/** A thing of a bulk action. */
export type BulkSubject = Pick<
  QueueRow,
  'id' | 'name' | 'kind' | 'version' | 'organisation' | 'missing' | 'blockedBy'
>

const queueAct = z
  .object({ id: act, stage: z.enum(WORK_STAGES), title: z.string(), count: z.int() })
  .meta({ id: 'QueueAct' })
export type QueueAct = z.infer<typeof queueAct>

/** An act that can be carried out in bulk: its kind and action, and its title. */
export type BulkActChoice = Pick<QueueAct, 'id' | 'title'>

const failedMatch = idAndName
  .extend({
    market: idAndName,
    link: z.string(),
    reason: nullableText.meta({ description: 'Why the match failed, and which parts are open' }),
  })
  .meta({ id: 'FailedMatch' })
export type FailedMatch = z.infer<typeof failedMatch>

const queueView = z
  .object({
    acts: z
      .array(queueAct)
      .meta({ description: 'All actions by stage, each with the number of waiting items' }),
    act: act.nullable().meta({ description: 'Requested action, or the first with waiting items' }),
    items: z
      .array(queueRow)
      .meta({ description: 'Items that wait for this action, earliest due date first' }),
    total: z.int(),
    next: nullableText,
    failed: z.array(failedMatch).meta({
      description: 'Market rounds whose match failed, which wait for a decision of the market operator',
    }),
    proposals: z.int().meta({ description: 'Number of proposals that wait for approval' }),
  })
  .meta({ id: 'Queue' })
export type QueueView = z.infer<typeof queueView>

/** Most rows of a page of the queue: the maximum of one bulk action. */
export const MAX_QUEUE_ROWS = 500

export const readQueue = endpoint('GET /api/queue', {
  id: 'readQueue',
  tag: 'Queue',
  summary: 'Work queue of the market operator, by stage',
  access: 'member',
  query: z.object({
    act: act.optional(),
    id: z
      .array(z.string())
      .max(MAX_PAGE_ROWS)
      .optional()
      .meta({ description: 'Only these ids, of any kind' }),
    marketId: id.optional(),
    marketRoundId: id.optional(),
    limit: z.int().min(1).max(MAX_QUEUE_ROWS).optional().meta({ description: 'Items per page, default 100' }),
    cursor: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Value of `next` on the previous page' }),
  }),
  answers: { 200: queueView, 404: refusal },
})
