import { z } from 'zod'
import { anyResource } from './resource.ts'
import { id, maybeText, named } from './values.ts'

const anything = z.record(z.string(), z.unknown())

/** A field as the interface describes it, its type one of the fifteen of the specification. */
export const formField = z
  .object({
    id,
    label: z.string(),
    type: z.string(),
    optional: z.boolean(),
    readonly: z.boolean(),
    hint: maybeText,
    prefix: maybeText,
    suffix: maybeText,
    rows: z.int().nullable(),
    accept: z.array(z.string()).readonly().nullable(),
    multiple: z.boolean(),
    autocomplete: maybeText,
    source: maybeText,
    ifBlank: maybeText,
  })
  .meta({ id: 'FormField' })
export type FormField = z.infer<typeof formField>

export const actionLink = z.object({ id, links: z.object({ self: z.string() }) }).meta({ id: 'ActionLink' })
export type ActionLink = z.infer<typeof actionLink>

/** All that the form of an action needs. */
export const actionForm = z
  .object({
    id,
    title: z.string(),
    actionLabel: z.string(),
    description: maybeText,
    groups: z.array(
      z.object({
        id,
        label: z.string(),
        description: maybeText,
        fieldIds: z.array(z.string()).readonly(),
        defaultOpen: z.boolean(),
      }),
    ),
    fields: z.array(formField),
    values: anything,
    options: z.record(z.string(), z.array(named).readonly()),
    settings: anything,
    declarations: z.array(
      z.object({ id, name: z.string(), declaration: z.string(), category: z.string(), roundId: id }),
    ),
    steps: z.array(z.object({ id, title: z.string(), current: z.boolean() })),
    given: z.looseObject({ today: z.string(), actorIsOperator: z.boolean() }),
    subject: anything,
    version: z.int(),
    cannotCancel: z.boolean(),
    previous: actionLink.nullable(),
  })
  .meta({ id: 'ActionForm' })
export type ActionForm = z.infer<typeof actionForm>

/** The answers to a form; with files, the part `submission` of a multipart request, before a part for each file. */
export const submission = z
  .object({
    values: anything,
    version: z.int().nonnegative().optional(),
    preview: z.boolean().optional(),
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof submission>

/** An action has been run: what is said of it, the next step of the wizard, and what it was about. */
export const done = z
  .object({
    message: z.string(),
    nextAction: actionLink.nullable(),
    context: anyResource,
    preview: z
      .object({ sentences: z.array(z.string()).readonly(), files: z.record(z.string(), named) })
      .optional(),
  })
  .meta({ id: 'Done' })
export type Done = z.infer<typeof done>

/** What a submission is answered. */
export const outcome = done
