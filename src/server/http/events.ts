import type { FastifyInstance } from 'fastify'
import { readEvents, type RecordChange } from '#contract/home'
import { openStreams } from '../metrics/streams.ts'
import { actorFor, liveSession } from '../auth/sessions.ts'
import { HttpError } from '../runner/refusals.ts'
import { logFailure } from '../log-failure.ts'
import { mayReadById } from '../views/visible.ts'
import type { AppContext } from './app-context.ts'
import { type Call, serve } from './serve.ts'

const HEARTBEAT = 25_000
const MOST_STREAMS = 20

/** A stream of what has changed, of the subjects that its reader may see, so that open pages refresh by themselves. */
export const eventRoutes = (app: FastifyInstance, { runtime, drain }: AppContext): void => {
  const streams = new Map<string, Set<() => void>>()
  const { store, changeFeed } = runtime

  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const ends of streams.values()) for (const end of ends) end()
  })

  const stream = async ({ actor: { userId }, request, reply }: Call<typeof readEvents>) => {
    const mine = streams.get(userId ?? '') ?? new Set()
    if (mine.size >= MOST_STREAMS) throw new HttpError(429, { error: 'Too many open pages' }, 60)
    streams.set(userId ?? '', mine)

    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })

    const say = (text: string): void => {
      if (!raw.writableEnded) raw.write(`${text}\n\n`)
    }
    const tell = async (changes: readonly RecordChange[]): Promise<void> => {
      // Rights are read afresh, as for every request; a person who has left is told nothing more.
      const lives = await liveSession(store.db, request.session?.idHash ?? '', runtime.now())
      const reader = lives && (await actorFor(store.db, userId ?? ''))
      if (!reader) return end()
      for (const changed of changes)
        if (await mayReadById(changed.kind, changed.id, reader, store.read))
          say(`data: ${JSON.stringify(changed)}`)
    }
    // One after the other, so that a change of thousands of things does not keep every connection busy.
    let telling = Promise.resolve()
    const listening = changeFeed.listen(changes => {
      telling = telling
        .then(() => tell(changes))
        .catch((error: unknown) => logFailure(request.log, error, 'A change could not be told'))
    })
    const heart = setInterval(() => say(': still here'), HEARTBEAT)
    const end = (): void => {
      void listening.then(silence => silence())
      clearInterval(heart)
      if (mine.delete(end)) openStreams.dec()
      if (mine.size === 0) streams.delete(userId ?? '')
      // Not all at the same moment, wherever they then go.
      if (!raw.writableEnded) raw.end(`retry: ${Math.round(1000 + 2000 * Math.random())}\n\n`)
    }
    mine.add(end)
    openStreams.inc()
    raw.on('close', end)
    await listening
    // It may have hung up while it was asked who it is. Whoever reads this has missed nothing that happens from now on.
    if (isClosing || drain?.isDraining() || request.raw.socket.destroyed) end()
    else say(': open')
    return reply
  }
  serve(app, readEvents, stream, { exposeHeadRoute: false })
}
