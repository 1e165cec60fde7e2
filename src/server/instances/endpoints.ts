import type { FastifyInstance } from 'fastify'
import { submitMatch, readInstance, readInstanceFile } from '#contract/round/instance'
import { notFoundError } from '../runner/refusals.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import {
  publishedMatchFileTexts,
  readPublishedMatchView,
  type PublishedMatch,
  readPublishedMatch,
} from './instance.ts'
import { type AppContext, isPossibleId } from '../http/app-context.ts'
import { createVisitorReads } from '../http/behind.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Submissions per minute that one address may make. */
const A_FEW = 20

/** Published matches of settled rounds, for anyone who verifies them or submits a better one. */
export const instanceRoutes = (app: FastifyInstance, context: AppContext): void => {
  const reads = createVisitorReads(context)
  const found = <T>(
    id: string,
    view: (from: ReadOnlyStore, published: PublishedMatch) => T | Promise<T>,
  ): Promise<T> =>
    reads(async from => {
      const published = isPossibleId(id) ? await readPublishedMatch(from.store.db, id) : undefined
      if (!published) throw notFoundError()
      return view(from, published)
    })
  mountEndpoint(app, readInstance, ({ params: { id } }) =>
    found(id, ({ store: { db } }, published) => readPublishedMatchView(db, published)),
  )
  mountEndpoint(app, readInstanceFile, ({ params: { id, file } }) =>
    found(id, (_from, published) => {
      const its = publishedMatchFileTexts(published).find(({ name }) => name === file)
      if (!its) throw notFoundError()
      return { type: 'application/json; charset=utf-8', body: its.said }
    }),
  )
  mountEndpoint(app, submitMatch, ({ params: { id }, body }) => app.handIn(id, body), { mostAMinute: A_FEW })
}
