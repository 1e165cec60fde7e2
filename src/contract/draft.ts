import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { draftAnswers } from './form-draft.ts'
import { refusal } from './resource.ts'
import { id, instant, maybeText } from './values.ts'

/** How much the answers of a draft may come to, as characters of JSON. */
export const LARGEST_DRAFT = 200_000

/** Which form: the path of what it is about below /api, such as `project/17` or `projects`, and the action. */
const form = {
  on: z
    .string()
    .max(300)
    .meta({ description: 'What the form is about, by its path below /api: project/17, or projects' }),
  action: z.string().max(100),
}

/** A form that somebody has begun to fill in, without its answers: they come with the form. */
const draftItem = z
  .object({
    ...form,
    title: z.string().meta({ description: 'What the form is for' }),
    name: maybeText.meta({ description: 'Of what it is about, where that has a name and can still be seen' }),
    at: instant,
  })
  .meta({ id: 'DraftItem' })
export type DraftItem = z.infer<typeof draftItem>

const tag = 'Drafts'
const refusals = { 403: refusal, 404: refusal, 409: refusal } as const

export const listDrafts = endpoint('GET /api/drafts', {
  id: 'listDrafts',
  tag,
  summary: 'Which forms the reader has begun to fill in and not submitted, the latest first',
  access: 'member',
  answers: { 200: z.array(draftItem) },
})

export const saveDraft = endpoint('POST /api/drafts', {
  id: 'saveDraft',
  tag,
  summary: 'Keeps the answers of a form for the reader alone, until the action is done or they are discarded',
  access: 'member',
  body: z.object({
    ...form,
    ...draftAnswers.shape,
    version: z.int().nonnegative().meta({ description: 'That of the form' }),
    writer: id.meta({ description: 'An id that a client makes up for each form that it opens' }),
    after: id.nullable().optional().meta({
      description:
        'The `writer` of the draft that the form came with, or null where it came with none: refused with 409 once there is another, so that no window overwrites what was kept in a second one. Left out, these answers take the place of whatever is there',
    }),
  }),
  malformed: 'A draft is { on, action, values, files, version, writer, after }',
  answers: { 200: z.object({ at: instant }), ...refusals },
})

export const discardDraft = endpoint('DELETE /api/drafts', {
  id: 'discardDraft',
  tag,
  summary: 'Forgets the answers that were kept for a form; nothing happens where there are none',
  access: 'member',
  query: z.object(form),
  answers: { 204: none, ...refusals },
})
