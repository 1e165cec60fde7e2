import { z } from 'zod'
import type { Kind } from '#domain/entities'
import { day, id, instant, maybeText, named } from './values.ts'

/** The kind of a thing, such as `project`, or of a list as such, such as `projects`. */
export const kind = z
  .custom<Kind>(value => typeof value === 'string')
  .meta({ type: 'string', description: 'The kind of a thing, such as project or round' })

/** Where a thing is, and what lies under it. */
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

/** An action that this reader may run now; one that only leads to a page says to which. */
export const availableAction = z
  .object({
    id,
    title: z.string(),
    label: z.string(),
    navigatesTo: z.string().optional(),
    offMenu: z
      .literal(true)
      .optional()
      .meta({ description: 'It may be run; menus offer another in its place' }),
    missing: z.string().optional().meta({ description: 'What its form would refuse whatever is answered' }),
    helpedBy: z
      .object({ label: z.string(), link: z.string() })
      .optional()
      .meta({ description: 'Where the reader takes away what is missing' }),
  })
  .meta({ id: 'AvailableAction' })
export type AvailableAction = z.infer<typeof availableAction>

const actions = z.array(availableAction)

const common = { id, name: z.string(), version: z.int(), links, actions }

/** What every single resource of a kind carries. */
export const resourceOf = <const K extends Kind>(of: K) => ({ ...common, kind: z.literal(of) })

/** Any single resource, as far as all are alike. */
export interface Resource {
  id: string
  name: string
  kind: Kind
  version: number
  links: Links
  actions: AvailableAction[]
}
export const anyResource: z.ZodType<Resource> = z.looseObject({ ...common, kind }).meta({ id: 'Resource' })

/** What every row of a list carries. */
export const rowOf = { id, links }

/** One page of a list; `next` is the cursor of the next, null on the last. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), next: z.string().nullable(), actions })
export interface ListOf<T> {
  items: T[]
  total: number
  next: string | null
  actions: AvailableAction[]
}

/** One page of a list whose quantities are those of a day. */
export const datedListOf = <T extends z.ZodType>(item: T) => listOf(item).extend({ on: day })
export interface DatedListOf<T> extends ListOf<T> {
  on: string
}

/** What stands in the way of something, and who takes it away by which action on what. */
export const blocking = z
  .object({
    text: z.string(),
    whose: z.enum(['you', 'the market operator', 'its owner']),
    on: z.object({ kind, id }),
    action: z.string(),
  })
  .meta({ id: 'Blocking' })
export type Blocking = z.infer<typeof blocking>

/** What a person should do next, in a sentence, and where. */
export const nextThing = z
  .object({
    text: z.string(),
    detail: maybeText,
    by: day.optional().meta({ description: 'The last day on which it can be done, where that is known' }),
    link: z.string(),
    action: maybeText.meta({ description: 'What does it; null where there is nothing to do but to wait' }),
    on: z.object({ kind, id: id.nullable() }).meta({
      description:
        'The thing on which it is done; without an id several of them, which are listed at the link',
    }),
    since: instant.optional().meta({ description: 'Since when the thing has had its status' }),
    usualDays: z
      .number()
      .optional()
      .meta({ description: 'How many days things like it usually had this status of late' }),
    count: z.int().optional().meta({ description: 'How many there are, where it is about several' }),
    missing: z.string().optional().meta({ description: 'What its form would refuse whatever is answered' }),
    blockedBy: z
      .array(blocking)
      .optional()
      .meta({ description: 'What takes away what is missing, as far as somebody can now' }),
  })
  .meta({ id: 'NextThing' })
export type NextThing = z.infer<typeof nextThing>
export const nextThings = z.array(nextThing)

/** Found by search. */
export const found = named
  .extend({
    kind,
    status: maybeText,
    detail: z.string(),
    why: z.string().meta({ description: 'By what it was found, in words' }),
    link: z.string(),
  })
  .meta({ id: 'Found' })
export type Found = z.infer<typeof found>

/** Why a request is refused. */
export const refusal = z.object({ error: z.string(), reason: z.string().optional() }).meta({ id: 'Refusal' })

/** A fault of ours; the log holds the same id. */
export const fault = z.object({ error: z.string(), id }).meta({ id: 'Fault' })

/** What is wrong with the answers, by field; of the form as a whole where the field is empty. */
export const wrongAnswers = z
  .array(z.object({ field: z.string(), message: z.string() }))
  .meta({ id: 'WrongAnswers' })
