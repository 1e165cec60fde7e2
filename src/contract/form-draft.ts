import { z } from 'zod'
import { id, instant } from './values.ts'

const said = (description: string) => ({ description })

/** Answers that were given and not submitted. */
export const draftAnswers = z.object({
  values: z
    .record(z.string(), z.unknown())
    .meta(said('The answers that differ from the first ones, by the ids of the fields')),
  files: z
    .record(z.string(), z.string())
    .meta(said('The names of files that were picked but not uploaded, by field: they must be chosen again')),
})

/** The same, as a form comes with them. */
export const formDraft = draftAnswers
  .extend({
    at: instant.meta(said('When they were kept')),
    writer: id.meta(said('What has to be named as `after` to keep others in their place')),
    isOutdated: z.boolean().meta(said('What the form is about has changed since')),
  })
  .meta({ id: 'FormDraft' })
export type FormDraft = z.infer<typeof formDraft>
