import type { FastifyInstance } from 'fastify'
import { makeOwnCalendar, readOwnCalendar, revokeOwnCalendar } from '#contract/own-calendar'
import { calendarReader, calendarSince, makeCalendar, revokeCalendar } from '../auth/own-calendar.ts'
import { brandOf } from '../brand.ts'
import { personalCalendar } from '../views/calendar.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { serve } from './serve.ts'

/** The calendars of people: made and ended by themselves, and read by programs that know the secret address. */
export const ownCalendarRoutes = (app: FastifyInstance, { runtime, config }: AppContext): void => {
  const { store, now } = runtime
  serve(app, readOwnCalendar, async ({ session: { userId } }) => ({
    madeAt: await calendarSince(store.db, userId),
  }))
  serve(app, makeOwnCalendar, async ({ session: { userId } }) => {
    const madeAt = now()
    const secret = await makeCalendar(runtime, userId, madeAt)
    return { madeAt, address: new URL(`/calendar/${secret}.ics`, config.publicUrl).href }
  })
  serve(app, revokeOwnCalendar, ({ session: { userId } }) => revokeCalendar(runtime, userId))

  // Whoever knows the secret may read, without a session: calendar programs cannot sign in.
  app.get<{ Params: { file: string } }>(
    '/calendar/:file',
    { config: { isPage: true } },
    async ({ params: { file } }, reply) => {
      const { db, on } = contextOf(runtime)
      const reader = file.endsWith('.ics')
        ? await calendarReader(db, file.slice(0, -'.ics'.length))
        : undefined
      void reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
      if (!reader)
        return reply.code(404).type('text/plain; charset=utf-8').send('There is no such calendar.\n')
      return reply.type('text/calendar; charset=utf-8').send(
        await personalCalendar(db, reader, {
          market: (await brandOf(db)).name,
          publicUrl: config.publicUrl,
          today: on,
        }),
      )
    },
  )
}
