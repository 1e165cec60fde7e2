import type { FastifyInstance } from 'fastify'
import { MOST_VIEWS, readListViews, removeListView, saveListView } from '#contract/list-views'
import { conflict, notFound } from '../runner/refusals.ts'
import { dropListView, keepListView, listViewsOf } from '../store/list-views.ts'
import type { AppContext } from './app-context.ts'
import { serve } from './serve.ts'

/** The views of lists that people keep: each reads and changes their own. */
export const listViewRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { store, newId } = runtime
  serve(app, readListViews, ({ session }) => listViewsOf(store.db, session.userId))
  serve(app, saveListView, async ({ body, session: { userId } }) => {
    if (!(await keepListView(store.db, { ...body, id: newId(), userId })))
      throw conflict(`You keep ${MOST_VIEWS} views of this list already. Remove one first.`)
  })
  serve(app, removeListView, async ({ params: { id }, session: { userId } }) => {
    if (!(await dropListView(store.db, { id, userId }))) throw notFound()
  })
}
