import type { FastifyInstance } from 'fastify'
import { noticeOf } from '#actions/notices/index'
import * as inbox from '#contract/inbox'
import type { Actor } from '#domain/actor'
import { isOperator } from '#domain/actor'
import { invalid, notFound } from '../runner/refusals.ts'
import { ceaseToWatch, choose, inboxCounts, isWatched, markItems, startToWatch } from '../store/inbox.ts'
import { inboxView, noticeChoices } from '../views/inbox.ts'
import { unreachedView } from '../views/unreached.ts'
import { type AppContext, contextOf, visibleSubject } from './app-context.ts'
import { serve } from './serve.ts'

/** What people are told of: each reads and marks their own, chooses how letters come, and what to watch. */
export const inboxRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { store, now } = runtime
  const { db } = store

  serve(app, inbox.readInbox, ({ query, actor }) => inboxView(query, actor, contextOf(runtime)))
  serve(app, inbox.countInbox, ({ session }) => inboxCounts(db, session.userId))
  serve(app, inbox.markInbox, async ({ body: { isRead, ...which }, session: { userId } }) => {
    await markItems(db, { userId, ...which, readAt: isRead ? now() : null })
    return inboxCounts(db, userId)
  })

  serve(app, inbox.readNoticeChoices, ({ actor, session }) => noticeChoices(db, session.userId, actor))
  serve(app, inbox.chooseNotices, async ({ body: { notices, how }, session }) => {
    for (const name of notices) {
      const notice = noticeOf(name)
      if (!notice) throw invalid({ notices: `There is no notice ${name}` })
      if (notice.obligatory !== undefined)
        throw invalid({
          notices: `${notice.title}: letters of this kind are always sent. ${notice.obligatory}.`,
        })
    }
    await choose(db, session.userId, notices, how)
  })

  /** What somebody would watch; 404 where they cannot see it. */
  const watchOf = async ({ kind: named, id }: { kind: string; id: string }, actor: Actor, userId: string) => {
    const subjectKind = inbox.WATCHED.find(one => one === named)
    if (!subjectKind) throw notFound()
    await visibleSubject(runtime, subjectKind, id, actor)
    return { userId, subjectKind, subjectId: id }
  }
  serve(app, inbox.readWatch, async ({ params, actor, session: { userId } }) => ({
    isWatching: await isWatched(db, await watchOf(params, actor, userId)),
  }))
  serve(app, inbox.startWatch, async ({ params, actor, session: { userId } }) => {
    await startToWatch(db, await watchOf(params, actor, userId), now())
    return { isWatching: true }
  })
  serve(app, inbox.endWatch, async ({ params, actor, session: { userId } }) => {
    await ceaseToWatch(db, await watchOf(params, actor, userId))
    return { isWatching: false }
  })

  serve(app, inbox.readUnreached, async ({ actor }) => {
    if (!isOperator(actor)) throw notFound()
    return unreachedView(db, now())
  })
}
