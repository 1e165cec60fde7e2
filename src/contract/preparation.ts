import { z } from 'zod'
import { blocking, kind } from './resource.ts'
import { day, id, maybeText, selfLink } from './values.ts'

/** How far a task has come. */
const TASK_STATES = ['done', 'to do', 'optional', 'cannot start yet'] as const

/** An answer as it stands, in words; a file with where it is. */
const standing = z
  .object({ label: z.string(), text: maybeText, links: selfLink.nullable() })
  .meta({ id: 'StandingAnswer' })

/** A document to fill in. */
const template = z.object({ id, name: z.string(), links: selfLink }).meta({ id: 'Template' })

const task = z
  .object({
    id,
    title: z.string(),
    purpose: maybeText.meta({ description: 'What it is for' }),
    state: z.enum(TASK_STATES),
    missing: z.array(z.string()),
    why: maybeText.meta({ description: 'Why it cannot start yet' }),
    action: maybeText.meta({ description: 'What does it, where this reader may now' }),
    on: z.object({ kind, id }),
    answers: z.array(standing),
    templates: z.array(template),
  })
  .meta({ id: 'Task' })
export type Task = z.infer<typeof task>

/** What there is to do until a project or a credit requirement can be registered, in order, and the registering itself. */
export const preparation = z
  .object({
    tasks: z.array(task),
    registering: z.object({
      state: z.enum(TASK_STATES),
      why: maybeText,
      action: maybeText,
      blockedBy: z.array(blocking),
      start: day.nullable().meta({ description: 'When its registration window begins' }),
      end: day.nullable(),
    }),
  })
  .meta({ id: 'Preparation' })
export type Preparation = z.infer<typeof preparation>
