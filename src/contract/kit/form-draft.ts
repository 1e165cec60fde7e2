import { z } from 'zod'
import { id, instant } from './values.ts'

/** Answers that were given and not submitted. */
export const draftAnswers = z.object({
  values: z
    .record(z.string(), z.unknown())
    .describe('Answers that differ from the initial ones, by id of the field'),
  files: z
    .record(z.string(), z.string())
    .describe('Names of files that were chosen but not uploaded, by field; they must be chosen again'),
})

/** A saved draft, as a form includes it. */
export const formDraft = draftAnswers
  .extend({
    at: instant.describe('Time at which the draft was saved'),
    writer: id.describe('Value to send as `after` to replace this draft'),
    isOutdated: z.boolean().describe('True if the subject of the form has changed since'),
  })
  .meta({ id: 'FormDraft' })
export type FormDraft = z.infer<typeof formDraft>
