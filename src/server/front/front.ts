import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Kept } from '#contract/endpoint'
import type { Brand } from '#domain/brand'
import { isWellFormed } from '#domain/well-formed'
import { documentOf, type FrontPage } from '#front/layout'
import { troublePage } from '#front/pages/trouble'
import { webDir } from '../places.ts'
import { HttpError, notFound } from '../runner/refusals.ts'
import { brandOf } from '../brand.ts'
import type { Reading } from '../store/replica.ts'
import type { AppContext } from '../http/app-context.ts'
import { readsForAnybody } from '../http/behind.ts'
import { answerKept, packKept } from '../http/kept.ts'
import { openParts } from '../http/parts.ts'
import { readQuery } from '../http/query.ts'

interface PageRoute<Q extends z.ZodObject> {
  path: `/${string}`
  /** What may follow the question mark. */
  query?: Q
  /** What the page shows; undefined where there is no such thing. */
  draw: (
    from: Reading,
    asked: { params: Readonly<Record<string, string>>; query: z.output<Q>; brand: Brand },
  ) => FrontPage | undefined | Promise<FrontPage | undefined>
}

interface FileRoute {
  path: `/${string}`
  type: string
  kept?: Kept
  write: (from: Reading, brand: Brand) => string | Promise<string>
}

const sentenceOf = ({ body }: HttpError): string =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : 'This address cannot be answered.'

const HTML = 'text/html; charset=utf-8'

/** Draws and answers pages of the public zone: alike for everybody, kept for seconds, without any cookie. */
export const openFront = (app: FastifyInstance, context: AppContext) => {
  const { config, runtime } = context
  const brandNow = () => brandOf(runtime.store.db)
  const reads = readsForAnybody(context)
  const filesOf = openParts(join(webDir, 'front'))
  const documentFor = (page: FrontPage, path: string, brand: Brand): string =>
    documentOf(page, {
      brand,
      publicUrl: config.publicUrl,
      path,
      isDemonstration: config.demo,
      filesOf,
    })
  /** A page that is for this request only, and that nobody keeps. */
  const say = async (page: FrontPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .header('cache-control', 'no-store')
      .type(HTML)
      .send(documentFor(page, request.url.split('?')[0] ?? '/', await brandNow()))
  const answer = async <Q extends z.ZodObject>(
    { query: shape, draw }: PageRoute<Q>,
    request: FastifyRequest,
    reply: FastifyReply,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '/'
    const brand = await brandNow()
    try {
      const params = request.params as Record<string, string>
      if (!Object.values(params).every(isWellFormed)) throw notFound()
      const query = readQuery(shape, request.query as Record<string, string>) as z.output<Q>
      const key = JSON.stringify(['front', path, query, brand])
      return await answerKept(app.kept, 'moment', { key, request, reply }, () =>
        reads(async from => {
          const page = await draw(from, { params, query, brand })
          if (!page) throw notFound()
          return { type: HTML, body: documentFor(page, path, brand), headers }
        }),
      )
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const page =
        error.status === 404
          ? troublePage('Page not found', 'There is nothing at this address.')
          : troublePage('Sorry', sentenceOf(error))
      return say(page, request, reply.code(error.status))
    }
  }
  const page = <Q extends z.ZodObject>(route: PageRoute<Q>): void => {
    app.get(route.path, { onSend: packKept, config: { isPage: true } }, (request, reply) =>
      answer(route, request, reply),
    )
  }
  /** What is no page but about pages, alike for everybody and kept as they are. */
  const file = ({ path, type, kept = 'moment', write }: FileRoute): void => {
    app.get(path, { onSend: packKept, config: { isPage: true } }, async (request, reply) => {
      const brand = await brandNow()
      const key = JSON.stringify(['front', path, brand])
      return answerKept(app.kept, kept, { key, request, reply }, () =>
        reads(async from => ({ type, body: await write(from, brand) })),
      )
    })
  }
  return { page, file, answer, say, brandNow }
}

/** What draws the pages of the public zone. */
export type Front = ReturnType<typeof openFront>
