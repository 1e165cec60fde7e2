import type { FastifyInstance } from 'fastify'
import { handInMatch, readInstance, readInstanceFile } from '#contract/instance'
import { notFound } from '../runner/refusals.ts'
import type { Reading } from '../store/replica.ts'
import { filesOf, instanceView, type Published, publishedOf } from '../views/instance.ts'
import { type AppContext, isIdLike } from './app-context.ts'
import { readsForAnybody } from './behind.ts'
import { serve } from './serve.ts'

/** One address may hand in so many a minute. */
const A_FEW = 20

/** The published matches of settled rounds, for anybody who checks them or knows a better one. */
export const instanceRoutes = (app: FastifyInstance, context: AppContext): void => {
  const reads = readsForAnybody(context)
  const found = <T>(id: string, view: (from: Reading, published: Published) => T | Promise<T>): Promise<T> =>
    reads(async from => {
      const published = isIdLike(id) ? await publishedOf(from.store.db, id) : undefined
      if (!published) throw notFound()
      return view(from, published)
    })
  serve(app, readInstance, ({ params: { id } }) =>
    found(id, ({ store: { db } }, published) => instanceView(db, published)),
  )
  serve(app, readInstanceFile, ({ params: { id, file } }) =>
    found(id, (_from, published) => {
      const its = filesOf(published).find(({ name }) => name === file)
      if (!its) throw notFound()
      return { type: 'application/json; charset=utf-8', body: its.said }
    }),
  )
  serve(app, handInMatch, ({ params: { id }, body }) => app.handIn(id, body), { mostAMinute: A_FEW })
}
