import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { refusal } from './resource.ts'
import { day, id, instant, named } from './values.ts'

/** Whose turn a step is: that of the market operator, of who owns the thing, or nobody's, since it happens by itself when it is due. */
export const TURNS = ['operator', 'owner', 'nobody'] as const

/** The step that a thing waits for: whose turn it is, since when, by when, and how long it usually takes. */
export const stepClock = z
  .object({
    action: z.string(),
    what: z.string().meta({ description: 'What is to be done' }),
    turn: z.enum(TURNS),
    since: instant.nullable().meta({ description: 'Since when the thing has had its status' }),
    due: day.nullable().meta({ description: 'By when it should be done, where the rules give a day' }),
    usualDays: z.number().nullable().meta({
      description:
        'How many days things like it usually had this status: the median of those that left it in the last 90 days; null where none did',
    }),
  })
  .meta({ id: 'StepClock' })
export type StepClock = z.infer<typeof stepClock>

/** A step whose day has passed. */
const overdueStep = named
  .extend({
    kind: z.enum(['project', 'requirement', 'participation', 'round']),
    status: z.string(),
    link: z.string(),
    organisation: named.nullable().meta({ description: 'Whose it is; null for a market round' }),
    round: named.extend({ market: z.string() }),
    clock: stepClock,
  })
  .meta({ id: 'OverdueStep' })
export type OverdueStep = z.infer<typeof overdueStep>

/** The most overdue steps that are listed at once. */
export const MOST_OVERDUE = 200

export const listOverdue = endpoint('GET /api/overdue', {
  id: 'listOverdue',
  tag: 'Queue',
  summary:
    'Steps whose day has passed: all to the market operator, those in its area to a planning authority',
  access: 'member',
  query: z.object({
    marketRoundId: id.optional(),
    turn: z.enum(TURNS).optional(),
  }),
  answers: {
    200: z.object({
      items: z.array(overdueStep).meta({ description: 'What has been due for longest first' }),
      total: z.int(),
      isMore: z.boolean().meta({ description: `Only the first ${MOST_OVERDUE} are told and counted` }),
    }),
    404: refusal,
  },
})
