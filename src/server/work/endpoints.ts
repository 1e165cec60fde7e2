import type { FastifyInstance } from 'fastify'
import { findAction } from '#actions/index'
import * as bulk from '#contract/desk/bulk'
import { readQueue } from '#contract/desk/queue'
import { listOverdue } from '#contract/kit/step-clock'
import { isOperator } from '#domain/people/actor'
import { isCollection } from '../runner/facts.ts'
import { conflictError, invalidAnswersError, notFoundError } from '../runner/refusals.ts'
import { beginBulkAct, countOpenBulkActs } from './bulk-acts.ts'
import { requestTaskCancellation } from '../tasks/queue.ts'
import { readBulkAct, listLatestBulkActs } from './bulk.ts'
import { mayReadOverdue, listOverdueSteps } from './overdue.ts'
import { readQueueView } from './queue.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { requireRecentStepUp } from '../http/guards.ts'
import { mountEndpoint } from '../http/serve.ts'

const MOST_OPEN = 5

/** Routes for the market operator's work queue and for bulk acts; the gates of each action still apply. */
export const queueRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { runtime } = context
  const { db } = runtime.store

  mountEndpoint(app, readQueue, ({ query, actor }) => {
    if (!isOperator(actor)) throw notFoundError()
    return readQueueView(query, actor, createViewContext(runtime))
  })

  mountEndpoint(app, listOverdue, ({ query, actor }) => {
    if (!mayReadOverdue(actor)) throw notFoundError()
    return listOverdueSteps(query, actor, createViewContext(runtime))
  })

  mountEndpoint(app, bulk.startBulkAct, async ({ body, actor, session, request }) => {
    const action = isCollection(body.kind) ? undefined : findAction(body.kind, body.action)
    // Only the system may ask for its own actions.
    if (!action || action.who.every(who => who.name === 'system')) throw notFoundError()
    const ids = new Set(body.items.map(({ id }) => id))
    if (ids.size < body.items.length) throw invalidAnswersError({ items: 'Name each item only once' })
    const isGuarded = action.stepUp === true || action.approval !== undefined
    if (isGuarded) await requireRecentStepUp(context, request)
    if ((await countOpenBulkActs(db, session.userId)) >= MOST_OPEN)
      throw conflictError('You have five bulk actions running: wait until one has finished')
    const id = await beginBulkAct(db, body, {
      id: runtime.newId(),
      userId: session.userId,
      steppedUpAt: isGuarded && context.config.requireStepUp ? session.steppedUpAt : null,
      at: runtime.now(),
    })
    const begun = await readBulkAct(db, id, actor)
    if (!begun) throw notFoundError()
    return begun
  })

  mountEndpoint(app, bulk.readBulkAct, async ({ params, actor }) => {
    const found = await readBulkAct(db, params.id, actor)
    if (!found) throw notFoundError()
    return found
  })

  mountEndpoint(app, bulk.cancelBulkAct, async ({ params, actor }) => {
    if (!(await readBulkAct(db, params.id, actor))) throw notFoundError()
    if (!(await requestTaskCancellation(db, params.id, `Cancelled by ${actor.name}`)))
      throw conflictError('This bulk action has already ended')
  })

  mountEndpoint(app, bulk.listBulkActs, async ({ actor }) => ({ items: await listLatestBulkActs(db, actor) }))
}
