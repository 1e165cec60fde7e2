import { z } from 'zod'
import type { Kind } from '#domain/disclosure/entities'
import { day, id, instant, nullableText, idAndName } from './values.ts'

/** Kind of a thing, such as `project`, or of a list, such as `projects`. */
export const kind = z
  .custom<Kind>(value => typeof value === 'string')
  .meta({ type: 'string', description: 'Kind of resource, such as project or round' })

/** Addresses of a thing and of its subordinate lists. */
export const links = z
  .object({
    self: z.string(),
    location: z.string().optional(),
    activity: z.string().optional(),
    files: z.string().optional(),
    comments: z.string().optional(),
    supply: z.string().optional(),
  })
  .meta({ id: 'Links' })
export type Links = z.infer<typeof links>

/** An action that this reader may run now; some lead to a page instead of a form. */
export const availableAction = z
  .object({
    id,
    title: z.string(),
    label: z.string(),
    navigatesTo: z.string().optional(),
    offMenu: z
      .literal(true)
      .optional()
      .meta({ description: 'True if the action can be run, but menus offer another action instead' }),
    missing: z
      .string()
      .optional()
      .meta({ description: 'Reason why its form cannot be submitted, whatever the answers' }),
    helpedBy: z
      .object({ label: z.string(), link: z.string() })
      .optional()
      .meta({ description: 'Page where you can remove the obstacle' }),
  })
  .meta({ id: 'AvailableAction' })
export type AvailableAction = z.infer<typeof availableAction>

const actions = z.array(availableAction)

const common = { id, name: z.string(), version: z.int(), links, actions }

/** Common fields of every single resource of a kind. */
export const resourceFields = <const K extends Kind>(of: K) => ({ ...common, kind: z.literal(of) })

/** A single resource with its common fields. */
export interface Resource {
  id: string
  name: string
  kind: Kind
  version: number
  links: Links
  actions: AvailableAction[]
}
export const anyResource: z.ZodType<Resource> = z.looseObject({ ...common, kind }).meta({ id: 'Resource' })

/** Common fields of every row of a list. */
export const rowFields = { id, links }

/** One page of a list; `next` is the cursor of the next page, null on the last. */
export const listPage = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), next: z.string().nullable(), actions })
export interface ListPage<T> {
  items: T[]
  total: number
  next: string | null
  actions: AvailableAction[]
}

/** One page of a list whose quantities are for a date. */
export const datedListPage = <T extends z.ZodType>(item: T) => listPage(item).extend({ on: day })
export interface DatedListPage<T> extends ListPage<T> {
  on: string
}

/** An obstacle, and who removes it by which action on which thing. */
export const stepObstacle = z
  .object({
    text: z.string(),
    whose: z.enum(['you', 'the market operator', 'its owner']),
    on: z.object({ kind, id }),
    action: z.string(),
  })
  .meta({ id: 'Blocking' })
export type StepObstacle = z.infer<typeof stepObstacle>

/** The next step of a person as a sentence, and its address. */
export const nextStep = z
  .object({
    text: z.string(),
    detail: nullableText,
    by: day.optional().meta({ description: 'Last day on which it can be done, if known' }),
    link: z.string(),
    action: nullableText.meta({ description: 'Name of the action; null if you can only wait' }),
    on: z.object({ kind, id: id.nullable() }).meta({
      description: 'Subject of the action; without an id, several subjects, listed at the link',
    }),
    since: instant.optional().meta({ description: 'Time since which it has had its status' }),
    usualDays: z
      .number()
      .optional()
      .meta({ description: 'Usual number of days in this status, from recent items' }),
    count: z.int().optional().meta({ description: 'Number of subjects, if there are several' }),
    missing: z
      .string()
      .optional()
      .meta({ description: 'Reason why its form cannot be submitted, whatever the answers' }),
    blockedBy: z.array(stepObstacle).optional().meta({
      description: 'Steps that remove the obstacle. Only steps that someone can take now are listed',
    }),
  })
  .meta({ id: 'NextThing' })
export type NextStep = z.infer<typeof nextStep>
export const nextSteps = z.array(nextStep)

/** A search result. */
export const searchHit = idAndName
  .extend({
    kind,
    status: nullableText,
    detail: z.string(),
    why: z.string().meta({ description: 'Text that says why it matches' }),
    link: z.string(),
  })
  .meta({ id: 'Found' })
export type SearchHit = z.infer<typeof searchHit>

/** Reason for a refusal. */
export const refusal = z.object({ error: z.string(), reason: z.string().optional() }).meta({ id: 'Refusal' })

/** An internal error; the log has the same id. */
export const internalError = z.object({ error: z.string(), id }).meta({ id: 'Fault' })

/** Errors of answers by field; an empty field stands for the whole form. */
export const fieldErrors = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .meta({ id: 'WrongAnswers' })
