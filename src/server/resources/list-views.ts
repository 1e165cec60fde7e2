import type { FastifyInstance } from 'fastify'
import { MAX_LIST_VIEWS, readListViews, removeListView, saveListView } from '#contract/kit/list-views'
import { conflictError, notFoundError } from '../runner/refusals.ts'
import { deleteListView, keepListView, readSavedListViews } from '../store/list-views.ts'
import type { AppContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Saved views of lists: each person reads and changes their own. */
export const listViewRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { store, newId } = runtime
  mountEndpoint(app, readListViews, ({ session }) => readSavedListViews(store.db, session.userId))
  mountEndpoint(app, saveListView, async ({ body, session: { userId } }) => {
    if (!(await keepListView(store.db, { ...body, id: newId(), userId })))
      throw conflictError(`You can save up to ${MAX_LIST_VIEWS} views of this list. Remove one first.`)
  })
  mountEndpoint(app, removeListView, async ({ params: { id }, session: { userId } }) => {
    if (!(await deleteListView(store.db, { id, userId }))) throw notFoundError()
  })
}
