import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { logPage } from '#front/pages/log'
import type { AppContext } from '../http/app-context.ts'
import { createVisitorReads } from '../http/behind.ts'
import { sendCached, sendCompressed } from '../http/kept.ts'
import { parseQueryString } from '../http/query.ts'
import { proveInclusionOfHash } from '../log/proofs.ts'
import {
  readCheckpointNote,
  readConsistencyProof,
  readInclusionProof,
  readPublicLogState,
  readLogTile,
} from '../log/read.ts'
import { badRequestError, notFoundError } from '../runner/refusals.ts'
import { acceptCosignature } from '../log/witnesses.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import type { PublicPageRenderer } from './front.ts'

const YEAR = 365 * 24 * 60 * 60
const gzipped = promisify(gzip)

/** Tiles and proofs per minute for one address: enough to read a log of a million entries in an hour. */
const A_MINUTE = { max: 1200, timeWindow: 60_000 }

/** Submissions per minute: a witness submits one. */
const HANDED_IN = { max: 60, timeWindow: 60_000 }

/** A short time, so that no shared cache delays a checkpoint. */
const FOR_SECONDS = { 'cache-control': 'public, max-age=5' }

const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const count = z.int().min(0)

/**
 * The public log for verifiers: checkpoints and tiles by C2SP tlog-tiles, proofs for clients that prefer to request
 * them, and a page in words.
 */
export const publicLogRoutes = (
  app: FastifyInstance,
  context: AppContext,
  { page }: PublicPageRenderer,
): void => {
  const reads = createVisitorReads(context)
  const config = { isPage: true, rateLimit: A_MINUTE } as const
  const draw = async ({ store: { db } }: ReadOnlyStore) =>
    logPage(await readPublicLogState(db), context.config.publicUrl)
  page({ path: '/log/', draw })
  app.get('/log', { config: { isPage: true } }, (_request, reply) => reply.redirect('/log/', 301))

  /** An answer that is the same for everyone and changes when a checkpoint is signed. */
  const told = (
    path: string,
    type: string,
    write: (from: ReadOnlyStore, asked: Asked) => Promise<string>,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    app.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(
      path,
      { onSend: sendCompressed, config },
      async (request, reply) => {
        const { params, query } = request
        const key = JSON.stringify(['log', path, params, query])
        return sendCached(app.kept, 'moment', { key, request, reply }, () =>
          reads(async from => ({ type, body: await write(from, { params, query }), headers })),
        )
      },
    )
  }
  told('/log/checkpoint', TEXT, ({ store: { db } }) => readCheckpointNote(db), FOR_SECONDS)
  told('/log/checkpoints/:size', TEXT, ({ store: { db } }, { params: { size = '' } }) => {
    if (!/^[1-9]\d{0,14}$/.test(size)) throw notFoundError()
    return readCheckpointNote(db, Number(size))
  })
  told('/log/keys', JSON_TYPE, async ({ store: { db } }) => {
    const log = await readPublicLogState(db)
    if (!log) throw notFoundError()
    const keys = log.keys.map(({ key, since, succession, ended }) => ({ key, since, succession, ended }))
    return JSON.stringify({ origin: log.origin, keys })
  })
  told('/log/keys/:file', 'application/x-pem-file', async ({ store: { db } }, { params: { file = '' } }) => {
    const keys = (await readPublicLogState(db))?.keys ?? []
    const its = keys.find(({ fingerprint }) => file === `${fingerprint}.pem`)
    if (!its) throw notFoundError()
    return its.publicKey
  })
  told('/log/inclusion', JSON_TYPE, async ({ store: { db } }, { query }) => {
    const { index, size } = parseQueryString(INCLUSION, query) as z.output<typeof INCLUSION>
    return JSON.stringify(await readInclusionProof(db, index, size))
  })
  told('/log/consistency', JSON_TYPE, async ({ store: { db } }, { query }) => {
    const { from, to } = parseQueryString(CONSISTENCY, query) as z.output<typeof CONSISTENCY>
    return JSON.stringify(await readConsistencyProof(db, from, to))
  })

  told('/log/proofs/:number/:hash', JSON_TYPE, async ({ store: { db } }, { params }) => {
    const { number = '', hash = '' } = params
    if (!/^[1-9]\d{0,14}$/.test(number)) throw notFoundError()
    return JSON.stringify({ proof: await proveInclusionOfHash(db, { number: Number(number), hash }) })
  })

  app.post(
    '/log/cosignatures',
    { config: { isPage: true, rateLimit: HANDED_IN } },
    async (request, reply) => {
      const given = COSIGNATURE.safeParse(request.body)
      if (!given.success) throw badRequestError('A co-signature must be JSON with size and line')
      await acceptCosignature(context.runtime.store.db, given.data, context.runtime.now())
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
    const bytes = await reads(({ store: { db } }) => readLogTile(db, path))
    // The content at an address never changes.
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
