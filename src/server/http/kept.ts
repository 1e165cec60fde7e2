import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachePolicy } from '#contract/kit/endpoint'
import { publicAnswersCounter } from '../metrics/counted.ts'
import { HttpError } from '../runner/refusals.ts'

/** A serialised answer with its media type, such as a page. */
export interface CachedAnswer {
  type: string
  body: string
  headers?: Readonly<Record<string, string>>
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How long an answer stays in this cache (milliseconds), and the `Cache-Control` of shared caches and browsers
 * (seconds).
 */
const LIVES: Record<CachePolicy, { ms: number; control: string }> = {
  moment: {
    ms: 5000,
    control: `public, max-age=5, s-maxage=30, stale-while-revalidate=30, stale-if-error=${HOUR}`,
  },
  release: {
    ms: Infinity,
    control: `public, max-age=${5 * MINUTE}, s-maxage=${HOUR}, stale-if-error=${HOUR}`,
  },
  lasting: { ms: Infinity, control: `public, max-age=${7 * DAY}, stale-if-error=${7 * DAY}` },
}

const MOST_BYTES = 16 * 1024 * 1024
const AT_ONCE = 2
const MOST_WAITING = 200
/** Smaller bodies, in bytes, are not worth compressing. */
const PACKED_FROM = 1024

type Encoding = 'br' | 'gzip'

interface Drawn extends CachedAnswer {
  etag: string
  packed: Map<Encoding, Promise<Buffer>>
}

interface Entry {
  drawing: Promise<Drawn>
  until: number
  bytes: number
}

/**
 * A cache of answers that are the same for everyone, by request. Concurrent requests of one key are rendered once, at
 * most two keys are rendered at a time, and the oldest answers are evicted when the cache is full.
 */
export const openAnswerCache = (now: () => number = () => performance.now()) => {
  const entries = new Map<string, Entry>()
  const inTurn = turns(AT_ONCE, MOST_WAITING)
  let bytes = 0
  const drop = (key: string, entry: Entry): void => {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    bytes -= entry.bytes
  }
  const makeRoom = (): void => {
    for (const [oldest, its] of entries) {
      if (bytes <= MOST_BYTES) return
      drop(oldest, its)
    }
  }
  const draw = async (key: string, ms: number, write: () => Promise<CachedAnswer>): Promise<Drawn> => {
    const drawing = inTurn(async () => drawnFrom(await write()))
    const entry: Entry = { drawing, until: Infinity, bytes: 0 }
    entries.set(key, entry)
    try {
      const drawn = await drawing
      if (entries.get(key) !== entry) return drawn
      entry.until = now() + ms
      // Compressed forms are smaller; together they are no larger than the body.
      entry.bytes = 2 * Buffer.byteLength(drawn.body)
      bytes += entry.bytes
      makeRoom()
      return drawn
    } catch (error) {
      // Failures are not cached: the next request tries again.
      drop(key, entry)
      throw error
    }
  }
  return async (
    key: string,
    ms: number,
    write: () => Promise<CachedAnswer>,
  ): Promise<{ drawn: Drawn; isNew: boolean }> => {
    const found = entries.get(key)
    if (found && now() < found.until) return { drawn: await found.drawing, isNew: false }
    if (found) drop(key, found)
    return { drawn: await draw(key, ms, write), isNew: true }
  }
}

/** Limits concurrent work and queues the rest; throws 503 if the queue is full. */
const turns = (atOnce: number, mostWaiting: number) => {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free === 0) {
      if (waiting.length >= mostWaiting)
        throw new HttpError(503, { error: 'The market is very busy; try again in a moment' }, 5)
      await new Promise<void>(resolve => waiting.push(resolve))
    } else free -= 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

const drawnFrom = (written: CachedAnswer): Drawn => ({
  ...written,
  // A weak tag, since it is the same for every content encoding.
  etag: `W/"${createHash('sha256').update(written.body).digest('base64url').slice(0, 22)}"`,
  packed: new Map(),
})

const knows = ({ headers }: FastifyRequest, etag: string): boolean => {
  const said = headers['if-none-match']?.split(',').map(one => one.trim())
  return said?.some(one => one === '*' || one === etag || `W/${one}` === etag) ?? false
}

const drawnOf = new WeakMap<FastifyReply, Drawn>()

/** Answers from the cache, or renders first: 304 if the client has this version already. */
export const sendCached = async (
  keep: ReturnType<typeof openAnswerCache>,
  kept: CachePolicy,
  { key, request, reply }: { key: string; request: FastifyRequest; reply: FastifyReply },
  write: () => Promise<CachedAnswer>,
): Promise<FastifyReply> => {
  const { ms, control } = LIVES[kept]
  const { drawn, isNew } = await keep(key, ms, write)
  void reply.headers({
    etag: drawn.etag,
    'cache-control': control,
    vary: 'accept-encoding',
    ...drawn.headers,
  })
  const isKnown = knows(request, drawn.etag)
  publicAnswersCounter.inc({ how: isNew ? 'drawn' : isKnown ? 'unchanged' : 'kept' })
  if (isKnown) return reply.code(304).send()
  drawnOf.set(reply, drawn)
  return reply.type(drawn.type).send(drawn.body)
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)
const PACKING: Record<Encoding, (body: string) => Promise<Buffer>> = {
  br: body => brotlied(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: body => gzipped(body),
}

const encodingFor = ({ headers }: FastifyRequest): Encoding | undefined => {
  const said = (headers['accept-encoding'] ?? '')
    .split(',')
    .map(one => one.trim())
    .filter(one => !one.replaceAll(' ', '').endsWith(';q=0'))
    .map(one => one.split(';')[0])
  return (['br', 'gzip'] as const).find(one => said.includes(one))
}

/** Sends a cached answer in an encoding that the client accepts, compressed once for all clients. */
export const sendCompressed = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> => {
  const drawn = drawnOf.get(reply)
  const encoding = encodingFor(request)
  if (!drawn || payload !== drawn.body || !encoding || payload.length < PACKED_FROM) return payload
  const packed = drawn.packed.get(encoding) ?? PACKING[encoding](drawn.body)
  drawn.packed.set(encoding, packed)
  const bytes = await packed
  void reply.header('content-encoding', encoding).header('content-length', bytes.length)
  return bytes
}
