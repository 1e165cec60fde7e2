import type { FastifyInstance } from 'fastify'
import { readEvents } from '#contract/home'
import { openStreams } from '../metrics/streams.ts'
import { HttpError } from '../runner/refusals.ts'
import { logFailure } from '../log-failure.ts'
import type { AppContext } from './app-context.ts'
import { type OpenPage, openPages } from './open-pages.ts'
import { type Call, serve } from './serve.ts'

const HEARTBEAT_MS = 25_000
const MOST_STREAMS = 20
/** A page that leaves more than this unread, as on a machine that sleeps, has its stream cut; it asks anew when it is back. */
const MOST_UNREAD = 256 * 1024

/** A stream of what has changed, of the subjects that its reader may see, so that open pages refresh by themselves. */
export const eventRoutes = (app: FastifyInstance, { runtime, drain }: AppContext): void => {
  const pages = openPages(runtime, error => logFailure(app.log, error, 'Changes could not be told'))
  const heart = setInterval(() => {
    for (const page of pages.all()) page.say(Buffer.from(': still here\n\n'))
  }, HEARTBEAT_MS)
  heart.unref()

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(heart)
    for (const page of pages.all()) page.end()
  })

  const stream = async ({ actor, request, reply }: Call<typeof readEvents>) => {
    const userId = actor.userId ?? ''
    if (pages.pagesOf(userId).length >= MOST_STREAMS)
      throw new HttpError(429, { error: 'Too many open pages' }, 60)

    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })

    const page: OpenPage = {
      userId,
      idHash: request.session?.idHash ?? '',
      say: text => {
        if (raw.writableLength > MOST_UNREAD) raw.destroy()
        else if (!raw.writableEnded) raw.write(text)
      },
      end: () => {
        if (pages.leave(page)) openStreams.dec()
        // Not all at the same moment, wherever they then go.
        if (!raw.writableEnded) raw.end(`retry: ${Math.round(1000 + 2000 * Math.random())}\n\n`)
      },
    }
    openStreams.inc()
    raw.on('close', page.end)
    await pages.join(page)
    // It may have hung up while it was asked who it is. Whoever reads this has missed nothing that happens from now on.
    if (isClosing || drain?.isDraining() || request.raw.socket.destroyed) page.end()
    else page.say(Buffer.from(': open\n\n'))
    return reply
  }
  serve(app, readEvents, stream, { exposeHeadRoute: false })
}
