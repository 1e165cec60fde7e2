import { z } from 'zod'
import { stepObstacle, kind } from '../kit/resource.ts'
import { day, id, nullableText, selfLink } from '../kit/values.ts'

/** Progress of a task. */
const TASK_STATES = ['done', 'to do', 'optional', 'cannot start yet'] as const

/** A current answer as text; a file with its address. */
const standing = z
  .object({ label: z.string(), text: nullableText, links: selfLink.nullable() })
  .meta({ id: 'StandingAnswer' })

/** A document to fill in. */
const template = z.object({ id, name: z.string(), links: selfLink }).meta({ id: 'Template' })

const task = z
  .object({
    id,
    title: z.string(),
    purpose: nullableText.meta({ description: 'Purpose of the document' }),
    state: z.enum(TASK_STATES),
    missing: z.array(z.string()),
    why: nullableText.meta({ description: 'Reason why it cannot start yet' }),
    action: nullableText.meta({ description: 'Action to take, if you can take it now' }),
    on: z.object({ kind, id }),
    answers: z.array(standing),
    templates: z.array(template),
  })
  .meta({ id: 'Task' })
export type PreparationTask = z.infer<typeof task>

/** Tasks before a project or a credit requirement can be registered, in order, and the registration. */
export const preparation = z
  .object({
    tasks: z.array(task),
    registering: z.object({
      state: z.enum(TASK_STATES),
      why: nullableText,
      action: nullableText,
      blockedBy: z.array(stepObstacle),
      start: day.nullable().meta({ description: 'First day of its registration window' }),
      end: day.nullable(),
    }),
  })
  .meta({ id: 'Preparation' })
export type Preparation = z.infer<typeof preparation>
