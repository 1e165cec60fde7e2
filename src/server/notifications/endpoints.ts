import type { FastifyInstance } from 'fastify'
import { findNotice } from '#actions/notices/index'
import * as inbox from '#contract/desk/inbox'
import type { Actor } from '#domain/people/actor'
import { isOperator } from '#domain/people/actor'
import { invalidAnswersError, notFoundError } from '../runner/refusals.ts'
import {
  unwatchSubject,
  setEmailChoice,
  countInboxItems,
  isSubjectWatched,
  markInboxItems,
  watchSubject,
} from './inbox-items.ts'
import { readInboxView, readNoticeEmailChoices } from './inbox.ts'
import { listUnreachedPeople } from './unreached.ts'
import { type AppContext, createViewContext, requireVisibleSubject } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Routes for notices: people read and mark their own, choose how emails come, and what to watch. */
export const inboxRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { store, now } = runtime
  const { db } = store

  mountEndpoint(app, inbox.readInbox, ({ query, actor }) =>
    readInboxView(query, actor, createViewContext(runtime)),
  )
  mountEndpoint(app, inbox.countInbox, ({ session }) => countInboxItems(db, session.userId))
  mountEndpoint(app, inbox.markInbox, async ({ body: { isRead, ...which }, session: { userId } }) => {
    await markInboxItems(db, { userId, ...which, readAt: isRead ? now() : null })
    return countInboxItems(db, userId)
  })

  mountEndpoint(app, inbox.readEmailSettings, ({ actor, session }) =>
    readNoticeEmailChoices(db, session.userId, actor),
  )
  mountEndpoint(app, inbox.updateEmailSettings, async ({ body: { notices, how }, session }) => {
    for (const name of notices) {
      const notice = findNotice(name)
      if (!notice) throw invalidAnswersError({ notices: `There is no notification ${name}` })
      if (notice.obligatory !== undefined)
        throw invalidAnswersError({
          notices: `${notice.title}: we always send these emails. ${notice.obligatory}.`,
        })
    }
    await setEmailChoice(db, session.userId, notices, how)
  })

  /** The subject that a user wants to watch; throws 404 if the user cannot see it. */
  const watchOf = async ({ kind: named, id }: { kind: string; id: string }, actor: Actor, userId: string) => {
    const subjectKind = inbox.WATCHABLE_KINDS.find(one => one === named)
    if (!subjectKind) throw notFoundError()
    await requireVisibleSubject(runtime, subjectKind, id, actor)
    return { userId, subjectKind, subjectId: id }
  }
  mountEndpoint(app, inbox.readWatch, async ({ params, actor, session: { userId } }) => ({
    isWatching: await isSubjectWatched(db, await watchOf(params, actor, userId)),
  }))
  mountEndpoint(app, inbox.startWatch, async ({ params, actor, session: { userId } }) => {
    await watchSubject(db, await watchOf(params, actor, userId), now())
    return { isWatching: true }
  })
  mountEndpoint(app, inbox.endWatch, async ({ params, actor, session: { userId } }) => {
    await unwatchSubject(db, await watchOf(params, actor, userId))
    return { isWatching: false }
  })

  mountEndpoint(app, inbox.readUnreached, async ({ actor }) => {
    if (!isOperator(actor)) throw notFoundError()
    return listUnreachedPeople(db, now())
  })
}
