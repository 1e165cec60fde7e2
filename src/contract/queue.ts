import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MOST_ROWS } from './noun.ts'
import { blocking, refusal } from './resource.ts'
import { stepClock } from './step-clock.ts'
import { QUEUED_ACTS, QUEUED_KINDS } from './steps/index.ts'
import { STAGES } from './steps/step.ts'
import { day, id, instant, maybeNamed, maybeText, named } from './values.ts'

const act = z.enum(QUEUED_ACTS).meta({ description: 'A kind and an action, such as project.Contract' })

/** A thing that waits for an act. */
const queueRow = named
  .extend({
    kind: z.enum(QUEUED_KINDS),
    version: z.int(),
    status: z.string(),
    link: z.string(),
    organisation: named,
    market: maybeNamed.meta({ description: 'null for an organisation that waits to be admitted' }),
    round: maybeNamed.meta({ description: 'null for an organisation that waits to be admitted' }),
    since: instant.nullable().meta({ description: 'Since when it has had its status' }),
    usualDays: stepClock.shape.usualDays,
    due: day.nullable().meta({ description: 'By when it should be done, where anything says so' }),
    missing: maybeText.meta({
      description: 'What the form would refuse whatever is answered: it is blocked',
    }),
    blockedBy: z.array(blocking).meta({ description: 'What is in the way, and whose turn it is' }),
  })
  .meta({ id: 'QueueRow' })
export type QueueRow = z.infer<typeof queueRow>

const queueAct = z
  .object({ id: act, stage: z.enum(STAGES), title: z.string(), count: z.int() })
  .meta({ id: 'QueueAct' })
export type QueueAct = z.infer<typeof queueAct>

const queueView = z
  .object({
    acts: z.array(queueAct).meta({ description: 'All acts, stage by stage, with how many wait for each' }),
    act: act.nullable().meta({ description: 'The one asked for, or the first for which something waits' }),
    items: z
      .array(queueRow)
      .meta({ description: 'What waits for that act, what is due first before the rest' }),
    total: z.int(),
    next: maybeText,
    proposals: z.int().meta({ description: 'How many proposals wait for a second person' }),
  })
  .meta({ id: 'Queue' })
export type QueueView = z.infer<typeof queueView>

/** The most rows of a page of the queue: as many as one bulk act takes. */
export const MOST_OF_QUEUE = 500

export const readQueue = endpoint('GET /api/queue', {
  id: 'readQueue',
  tag: 'Queue',
  summary: 'What waits for the market operator, stage by stage',
  access: 'member',
  query: z.object({
    act: act.optional(),
    id: z.array(z.string()).max(MOST_ROWS).optional().meta({ description: 'Only these, of whichever kind' }),
    marketId: id.optional(),
    marketRoundId: id.optional(),
    limit: z.int().min(1).max(MOST_OF_QUEUE).optional().meta({ description: '100 unless told' }),
    cursor: z.int().min(0).max(1_000_000).optional().meta({ description: 'The `next` of the page before' }),
  }),
  answers: { 200: queueView, 404: refusal },
})
