import type { FastifyInstance } from 'fastify'
import { readEvents } from '#contract/desk/home'
import { openStreamsGauge } from '../metrics/counted.ts'
import { HttpError } from '../runner/refusals.ts'
import { logFailure } from '../process/log-failure.ts'
import type { AppContext } from './app-context.ts'
import { type EventSubscriber, openEventSubscribers } from './open-pages.ts'
import { type EndpointCall, mountEndpoint } from './serve.ts'

const HEARTBEAT_MS = 25_000
const MOST_STREAMS = 20
/** Longer than the time between reading a page from a replica and its stream, and the largest lag of that replica. */
const RECENT_MS = 15_000
/**
 * A client with more unread bytes than this, such as a sleeping computer, is disconnected; it reconnects when it
 * wakes.
 */
const MOST_UNREAD = 256 * 1024

/** Server-sent events about changed subjects that the reader may see, so that open pages refresh by themselves. */
export const eventRoutes = (app: FastifyInstance, { runtime, replica, drain }: AppContext): void => {
  const pages = openEventSubscribers(
    runtime,
    error => logFailure(app.log, error, 'Changes could not be sent to open pages'),
    replica && RECENT_MS,
  )
  const heart = setInterval(() => {
    for (const page of pages.all()) page.say(Buffer.from(': still here\n\n'))
  }, HEARTBEAT_MS)
  heart.unref()

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(heart)
    for (const page of pages.all()) page.end()
    pages.stop()
  })

  const stream = async ({ actor, request, reply }: EndpointCall<typeof readEvents>) => {
    const userId = actor.userId ?? ''
    if (pages.pagesOf(userId).length >= MOST_STREAMS)
      throw new HttpError(429, { error: 'Too many open pages' }, 60)

    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })

    const page: EventSubscriber = {
      userId,
      idHash: request.session?.idHash ?? '',
      say: text => {
        if (raw.writableLength > MOST_UNREAD) raw.destroy()
        else if (!raw.writableEnded) raw.write(text)
      },
      end: () => {
        if (pages.leave(page)) openStreamsGauge.dec()
        // Random delays, so that clients do not all reconnect at once, whichever server they reach.
        if (!raw.writableEnded) raw.end(`retry: ${Math.round(1000 + 2000 * Math.random())}\n\n`)
      },
    }
    openStreamsGauge.inc()
    raw.on('close', page.end)
    await pages.join(page)
    // The client may have disconnected during authentication. From here on, a reader misses no event.
    if (isClosing || drain?.isDraining() || request.raw.socket.destroyed) page.end()
    else page.say(Buffer.from(': open\n\n'))
    return reply
  }
  mountEndpoint(app, readEvents, stream, { exposeHeadRoute: false })
}
