import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { logPage } from '#front/pages/log'
import type { AppContext } from '../http/app-context.ts'
import { readsForAnybody } from '../http/behind.ts'
import { answerKept, packKept } from '../http/kept.ts'
import { readQuery } from '../http/query.ts'
import { proofForHash } from '../log/proofs.ts'
import { checkpointNote, consistencyOf, inclusionOf, publicLog, tileAt } from '../log/read.ts'
import { badRequest, notFound } from '../runner/refusals.ts'
import { takeCosignature } from '../log/witnesses.ts'
import type { Reading } from '../store/replica.ts'
import type { Front } from './front.ts'

const YEAR = 365 * 24 * 60 * 60
const gzipped = promisify(gzip)

/** One address may ask for so many tiles and proofs a minute: enough to read a log of a million entries in an hour. */
const A_MINUTE = { max: 1200, timeWindow: 60_000 }

/** A witness hands in one a minute. */
const HANDED_IN = { max: 60, timeWindow: 60_000 }

/** Shared caches must not hold a checkpoint back. */
const FOR_SECONDS = { 'cache-control': 'public, max-age=5' }

const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const count = z.int().min(0)

/**
 * The log for anybody who checks it: checkpoints and tiles as C2SP tlog-tiles says, proofs for whoever would rather ask for
 * them, and a page in words.
 */
export const logRoutes = (app: FastifyInstance, context: AppContext, { page }: Front): void => {
  const reads = readsForAnybody(context)
  const config = { isPage: true, rateLimit: A_MINUTE } as const
  const draw = async ({ store: { db } }: Reading) => logPage(await publicLog(db), context.config.publicUrl)
  page({ path: '/log/', draw })
  app.get('/log', { config: { isPage: true } }, (_request, reply) => reply.redirect('/log/', 301))

  /** An answer that is alike for everybody, and changes when a head is signed. */
  const told = (
    path: string,
    type: string,
    write: (from: Reading, asked: Asked) => Promise<string>,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    app.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(
      path,
      { onSend: packKept, config },
      async (request, reply) => {
        const { params, query } = request
        const key = JSON.stringify(['log', path, params, query])
        return answerKept(app.kept, 'moment', { key, request, reply }, () =>
          reads(async from => ({ type, body: await write(from, { params, query }), headers })),
        )
      },
    )
  }
  told('/log/checkpoint', TEXT, ({ store: { db } }) => checkpointNote(db), FOR_SECONDS)
  told('/log/checkpoints/:size', TEXT, ({ store: { db } }, { params: { size = '' } }) => {
    if (!/^[1-9]\d{0,14}$/.test(size)) throw notFound()
    return checkpointNote(db, Number(size))
  })
  told('/log/keys', JSON_TYPE, async ({ store: { db } }) => {
    const log = await publicLog(db)
    if (!log) throw notFound()
    const keys = log.keys.map(({ key, since, succession, ended }) => ({ key, since, succession, ended }))
    return JSON.stringify({ origin: log.origin, keys })
  })
  told('/log/keys/:file', 'application/x-pem-file', async ({ store: { db } }, { params: { file = '' } }) => {
    const keys = (await publicLog(db))?.keys ?? []
    const its = keys.find(({ fingerprint }) => file === `${fingerprint}.pem`)
    if (!its) throw notFound()
    return its.publicKey
  })
  told('/log/inclusion', JSON_TYPE, async ({ store: { db } }, { query }) => {
    const { index, size } = readQuery(INCLUSION, query) as z.output<typeof INCLUSION>
    return JSON.stringify(await inclusionOf(db, index, size))
  })
  told('/log/consistency', JSON_TYPE, async ({ store: { db } }, { query }) => {
    const { from, to } = readQuery(CONSISTENCY, query) as z.output<typeof CONSISTENCY>
    return JSON.stringify(await consistencyOf(db, from, to))
  })

  told('/log/proofs/:number/:hash', JSON_TYPE, async ({ store: { db } }, { params }) => {
    const { number = '', hash = '' } = params
    if (!/^[1-9]\d{0,14}$/.test(number)) throw notFound()
    return JSON.stringify({ proof: await proofForHash(db, { number: Number(number), hash }) })
  })

  app.post(
    '/log/cosignatures',
    { config: { isPage: true, rateLimit: HANDED_IN } },
    async (request, reply) => {
      const given = COSIGNATURE.safeParse(request.body)
      if (!given.success) throw badRequest('A co-signature is JSON with size and line')
      await takeCosignature(context.runtime.store.db, given.data, context.runtime.now())
      return reply.code(204).send()
    },
  )

  app.get<{ Params: { '*': string } }>('/log/tile/*', { config }, async (request, reply) => {
    const path = `tile/${request.params['*']}`
    const etag = `"${path}"`
    void reply.headers({
      'cache-control': `public, max-age=${YEAR}, immutable`,
      vary: 'accept-encoding',
      etag,
    })
    const bytes = await reads(({ store: { db } }) => tileAt(db, path))
    // What is at an address never changes there.
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const isEntries = path.startsWith('tile/entries/')
    const isPacked = isEntries && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isPacked) void reply.header('content-encoding', 'gzip')
    return reply.type('application/octet-stream').send(isPacked ? await gzipped(bytes) : Buffer.from(bytes))
  })
}

interface Asked {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
}

const INCLUSION = z.object({ index: count, size: count.optional() })
const COSIGNATURE = z.object({ size: count, line: z.string().max(2000) })
const CONSISTENCY = z.object({ from: count, to: count.optional() })
