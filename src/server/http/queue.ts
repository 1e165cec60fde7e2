import type { FastifyInstance } from 'fastify'
import { findAction } from '#actions/index'
import * as bulk from '#contract/bulk'
import { readQueue } from '#contract/queue'
import { listOverdue } from '#contract/step-clock'
import { isOperator } from '#domain/actor'
import { isCollection } from '../runner/facts.ts'
import { conflict, invalid, notFound } from '../runner/refusals.ts'
import { beginBulkAct, openBulkActs } from '../store/bulk-acts.ts'
import { requestCancel } from '../tasks/queue.ts'
import { bulkAct, latestBulkActs } from '../views/bulk.ts'
import { mayReadOverdue, overdueSteps } from '../views/overdue.ts'
import { queueView } from '../views/queue.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { refuseUnlessFresh } from './guards.ts'
import { serve } from './serve.ts'

const MOST_OPEN = 5

/** The work queue of the market operator, and acts on many things at once; whether each may be done, its own gates say. */
export const queueRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { runtime } = context
  const { db } = runtime.store

  serve(app, readQueue, ({ query, actor }) => {
    if (!isOperator(actor)) throw notFound()
    return queueView(query, actor, contextOf(runtime))
  })

  serve(app, listOverdue, ({ query, actor }) => {
    if (!mayReadOverdue(actor)) throw notFound()
    return overdueSteps(query, actor, contextOf(runtime))
  })

  serve(app, bulk.startBulkAct, async ({ body, actor, session, request }) => {
    const action = isCollection(body.kind) ? undefined : findAction(body.kind, body.action)
    // What the system reports to itself is nobody's to ask for.
    if (!action || action.who.every(who => who.name === 'system')) throw notFound()
    const ids = new Set(body.items.map(({ id }) => id))
    if (ids.size < body.items.length) throw invalid({ items: 'Each can be named only once' })
    const isGuarded = action.stepUp === true || action.approval !== undefined
    if (isGuarded) await refuseUnlessFresh(context, request)
    if ((await openBulkActs(db, session.userId)) >= MOST_OPEN)
      throw conflict('Five of your bulk acts are under way: wait until one has ended')
    const id = await beginBulkAct(db, body, {
      id: runtime.newId(),
      userId: session.userId,
      steppedUpAt: isGuarded && context.config.requireStepUp ? session.steppedUpAt : null,
      at: runtime.now(),
    })
    const begun = await bulkAct(db, id, actor)
    if (!begun) throw notFound()
    return begun
  })

  serve(app, bulk.readBulkAct, async ({ params, actor }) => {
    const found = await bulkAct(db, params.id, actor)
    if (!found) throw notFound()
    return found
  })

  serve(app, bulk.cancelBulkAct, async ({ params, actor }) => {
    if (!(await bulkAct(db, params.id, actor))) throw notFound()
    if (!(await requestCancel(db, params.id, `Cancelled by ${actor.name}`)))
      throw conflict('This has ended already')
  })

  serve(app, bulk.listBulkActs, async ({ actor }) => ({ items: await latestBulkActs(db, actor) }))
}
