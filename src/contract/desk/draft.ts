import { z } from 'zod'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { draftAnswers } from '../kit/form-draft.ts'
import { refusal } from '../kit/resource.ts'
import { id, instant, nullableText } from '../kit/values.ts'

/** Most characters of JSON in the answers of a draft. */
export const MAX_DRAFT_LENGTH = 200_000

/** Form of a draft: the path of its subject under /api, such as `project/17` or `projects`, and the action. */
const form = {
  on: z
    .string()
    .max(300)
    .meta({ description: 'Path under /api of the subject of the form: project/17, or projects' }),
  action: z.string().max(100),
}

/** A started form, without its answers: the form itself has them. */
const draftItem = z
  .object({
    ...form,
    title: z.string().meta({ description: 'Title of the form' }),
    name: nullableText.meta({
      description: 'Name of the subject; null if it has none or you can no longer see it',
    }),
    at: instant,
  })
  .meta({ id: 'DraftItem' })
export type DraftItem = z.infer<typeof draftItem>

const tag = 'Drafts'
const refusals = { 403: refusal, 404: refusal, 409: refusal } as const

export const listDrafts = endpoint('GET /api/drafts', {
  id: 'listDrafts',
  tag,
  summary: 'Forms that you have started and not submitted, latest first',
  access: 'member',
  answers: { 200: z.array(draftItem) },
})

export const saveDraft = endpoint('POST /api/drafts', {
  id: 'saveDraft',
  tag,
  summary: 'Saves the answers of a form for you only, until you submit or discard them',
  access: 'member',
  body: z.object({
    ...form,
    ...draftAnswers.shape,
    version: z.int().nonnegative().meta({ description: 'Version of the subject, from the form' }),
    writer: id.meta({ description: 'Id that the client chooses for each form that it opens' }),
    after: id.nullable().optional().meta({
      description:
        'Value of `writer` in the draft that the form contained, or null if it contained none. If another window has saved a draft since, the request is refused with 409. Without `after`, these answers replace any draft',
    }),
  }),
  malformed: 'A draft must have the form { on, action, values, files, version, writer, after }',
  answers: { 200: z.object({ at: instant }), ...refusals },
})

export const discardDraft = endpoint('DELETE /api/drafts', {
  id: 'discardDraft',
  tag,
  summary: 'Deletes the saved answers of a form, if there are any',
  access: 'member',
  query: z.object(form),
  answers: { 204: noContentResponse, ...refusals },
})
