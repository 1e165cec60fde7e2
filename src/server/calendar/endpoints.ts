import type { FastifyInstance } from 'fastify'
import { createOwnCalendar, readOwnCalendar, revokeOwnCalendarLink } from '#contract/people/own-calendar'
import {
  findCalendarOwner,
  readCalendarAddressTime,
  createCalendarSecret,
  revokeCalendarSecret,
} from '../auth/own-calendar.ts'
import { readCachedBrand } from '../brand/brand.ts'
import { personalCalendar } from './calendar.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Personal calendars: people create and revoke the address, and programs read it with the secret in the address. */
export const ownCalendarRoutes = (app: FastifyInstance, { runtime, config }: AppContext): void => {
  const { store, now } = runtime
  mountEndpoint(app, readOwnCalendar, async ({ session: { userId } }) => ({
    madeAt: await readCalendarAddressTime(store.db, userId),
  }))
  mountEndpoint(app, createOwnCalendar, async ({ session: { userId } }) => {
    const madeAt = now()
    const secret = await createCalendarSecret(runtime, userId, madeAt)
    return { madeAt, address: new URL(`/calendar/${secret}.ics`, config.publicUrl).href }
  })
  mountEndpoint(app, revokeOwnCalendarLink, ({ session: { userId } }) =>
    revokeCalendarSecret(runtime, userId),
  )

  // The secret grants access without a session: calendar programs cannot sign in.
  app.get<{ Params: { file: string } }>(
    '/calendar/:file',
    { config: { isPage: true } },
    async ({ params: { file } }, reply) => {
      const { db, on } = createViewContext(runtime)
      const reader = file.endsWith('.ics')
        ? await findCalendarOwner(db, file.slice(0, -'.ics'.length))
        : undefined
      void reply.header('cache-control', 'private, no-store').header('x-robots-tag', 'noindex')
      if (!reader)
        return reply
          .code(404)
          .type('text/plain; charset=utf-8')
          .send('There is no calendar at this address.\n')
      return reply.type('text/calendar; charset=utf-8').send(
        await personalCalendar(db, reader, {
          market: (await readCachedBrand(db)).name,
          publicUrl: config.publicUrl,
          today: on,
        }),
      )
    },
  )
}
