import { z } from 'zod'
import { day, id, idAndName, instant, nullableText } from '../kit/values.ts'

/** Stages of the work of an agent: the columns of its table of clients. */
export const CLIENT_TASK_STAGES = ['join', 'register', 'bid', 'afterMatch'] as const

const clientTask = z.object({
  stage: z.enum(CLIENT_TASK_STAGES),
  text: z.string(),
  link: z.string(),
  by: day.nullable().meta({ description: 'Last day on which it can be done, if known' }),
  missing: nullableText.meta({ description: 'Reason why it cannot be done yet' }),
  action: nullableText,
  on: z.object({
    kind: z.enum(['round', 'project', 'requirement']),
    id,
    name: z.string(),
    version: z.int(),
  }),
})
export type ClientTask = z.infer<typeof clientTask>

/** A task that an agent can do for a client. */
export const clientTasks = z
  .object({ client: idAndName.extend({ version: z.int() }), tasks: z.array(clientTask) })
  .meta({ id: 'ClientTasks' })
export type ClientTasks = z.infer<typeof clientTasks>

/** A date that is due, of a round, a project or a requirement. */
export const upcomingDate = z
  .object({
    day,
    at: instant.nullable().meta({ description: 'Time, if it is announced' }),
    text: z.string(),
    link: z.string(),
  })
  .meta({ id: 'UpcomingDate' })
export type UpcomingDate = z.infer<typeof upcomingDate>
