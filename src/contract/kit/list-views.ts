import { z } from 'zod'
import { endpoint, noContentResponse } from './endpoint.ts'
import { refusal } from './resource.ts'
import { id } from './values.ts'

const tag = 'Saved views'

/** Most saved views of one list per person. */
export const MAX_LIST_VIEWS = 30

const view = {
  list: z
    .string()
    .regex(/^[a-z][a-zA-Z-]{0,59}$/, { error: 'Not the name of a list' })
    .meta({ description: 'Name of the list in the address of its page' }),
  name: z
    .string()
    .trim()
    .min(1, { error: 'Enter a name for the view' })
    .max(60, { error: 'Must be 60 characters or fewer' }),
  words: z
    .string()
    .max(2000, { error: 'Too many filters to save. Remove some of them' })
    .meta({ description: 'Query of the page: filters, order, columns and date' }),
  isDefault: z.boolean().meta({ description: 'True if the list opens with this view' }),
}

/** A saved view: the query of the list at that time. */
const listView = z.object({ id, ...view }).meta({ id: 'ListView' })
export type ListView = z.infer<typeof listView>

export const readListViews = endpoint('GET /api/list-views', {
  id: 'readListViews',
  tag,
  summary: 'Your saved views of lists, by name',
  access: 'member',
  answers: { 200: z.array(listView) },
})
export const saveListView = endpoint('POST /api/list-views', {
  id: 'saveListView',
  tag,
  summary: 'Saves a view of a list; replaces one of the same name and, with isDefault, the previous default',
  access: 'member',
  body: z.object(view),
  answers: { 204: noContentResponse, 409: refusal },
})
export const removeListView = endpoint('DELETE /api/list-view/:id', {
  id: 'removeListView',
  tag,
  summary: 'Deletes one of your saved views',
  access: 'member',
  answers: { 204: noContentResponse },
})
