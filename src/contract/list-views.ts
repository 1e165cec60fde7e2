import { z } from 'zod'
import { endpoint, none } from './endpoint.ts'
import { refusal } from './resource.ts'
import { id } from './values.ts'

const tag = 'Views of lists'

/** How many views a person may keep of one list. */
export const MOST_VIEWS = 30

const view = {
  list: z
    .string()
    .regex(/^[a-z][a-zA-Z-]{0,59}$/, { error: 'Not a list' })
    .meta({ description: 'The list that it is of, as its page calls it' }),
  name: z
    .string()
    .trim()
    .min(1, { error: 'Give the view a name' })
    .max(60, { error: 'At most 60 characters' }),
  words: z
    .string()
    .max(2000, { error: 'These filters are too long to be kept' })
    .meta({ description: 'What stands after the question mark: filters, order, columns and day' }),
  isDefault: z.boolean().meta({ description: 'The list opens with it' }),
}

/** A view that a person keeps of a list: what stood in the address of the list when it was named. */
const listView = z.object({ id, ...view }).meta({ id: 'ListView' })
export type ListView = z.infer<typeof listView>

export const readListViews = endpoint('GET /api/list-views', {
  id: 'readListViews',
  tag,
  summary: 'The views of lists that the reader keeps, by name',
  access: 'member',
  answers: { 200: z.array(listView) },
})
export const saveListView = endpoint('POST /api/list-views', {
  id: 'saveListView',
  tag,
  summary:
    'Keeps a view of a list under a name, in place of one of that name; with isDefault in place of the default before',
  access: 'member',
  body: z.object(view),
  answers: { 204: none, 409: refusal },
})
export const removeListView = endpoint('DELETE /api/list-view/:id', {
  id: 'removeListView',
  tag,
  summary: 'Removes a view that the reader keeps',
  access: 'member',
  answers: { 204: none },
})
