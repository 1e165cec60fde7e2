import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { refusal } from './resource.ts'
import { day, id, instant, idAndName } from './values.ts'

/** Assignees of a step: the market operator, the owner of the thing, or none, if it happens by itself on its date. */
export const ASSIGNEES = ['operator', 'owner', 'nobody'] as const

/** The step that a thing waits for: assignee, start, due date, and usual duration. */
export const currentStep = z
  .object({
    action: z.string(),
    what: z.string().meta({ description: 'Text of the step' }),
    turn: z.enum(ASSIGNEES),
    since: instant.nullable().meta({ description: 'Time since which it has had its status' }),
    due: day.nullable().meta({ description: 'Due date, if the rules set one' }),
    usualDays: z.number().nullable().meta({
      description:
        'Usual number of days in this status: the median of items that left it in the last 90 days; null if none did',
    }),
  })
  .meta({ id: 'StepClock' })
export type CurrentStep = z.infer<typeof currentStep>

/** A step after its due date. */
const overdueStep = idAndName
  .extend({
    kind: z.enum(['project', 'requirement', 'participation', 'round', 'roundQuestion', 'case']),
    status: z.string(),
    link: z.string(),
    organisation: idAndName.nullable().meta({ description: 'Owner; null for a market round' }),
    round: idAndName.extend({ market: z.string() }),
    clock: currentStep,
  })
  .meta({ id: 'OverdueStep' })
export type OverdueStep = z.infer<typeof overdueStep>

/** Most overdue steps in one list. */
export const MAX_OVERDUE_STEPS = 200

export const listOverdue = endpoint('GET /api/overdue', {
  id: 'listOverdue',
  tag: 'Queue',
  summary: 'Overdue steps. The market operator gets all; a planning authority gets those in its area',
  access: 'member',
  query: z.object({
    marketRoundId: id.optional(),
    turn: z.enum(ASSIGNEES).optional(),
  }),
  answers: {
    200: z.object({
      items: z.array(overdueStep).meta({ description: 'Overdue steps, longest overdue first' }),
      total: z.int(),
      isMore: z.boolean().meta({
        description: `True if there are more: only the first ${MAX_OVERDUE_STEPS} are listed and counted`,
      }),
    }),
    404: refusal,
  },
})
