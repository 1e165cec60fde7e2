import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { CachePolicy } from '#contract/kit/endpoint'
import type { Brand } from '#domain/people/brand'
import { isWellFormed } from '@credit-market/values/well-formed'
import { renderDocument, type PublicPage } from '#front/layout'
import { errorPage } from '#front/pages/trouble'
import { webBuildDir } from '../process/places.ts'
import { HttpError, notFoundError } from '../runner/refusals.ts'
import { readCachedBrand } from '../brand/brand.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import type { AppContext } from '../http/app-context.ts'
import { createVisitorReads } from '../http/behind.ts'
import { sendCached, sendCompressed } from '../http/kept.ts'
import { openBuiltAssets } from '../http/parts.ts'
import { parseQueryString } from '../http/query.ts'

interface PageRoute<Q extends z.ZodObject> {
  path: `/${string}`
  /** Shape of the query string. */
  query?: Q
  /** Read from the primary for each request and never cached, because people rely on what it says at that moment. */
  isCurrent?: true
  /** Requests that one address may make in a minute, if they are fewer than elsewhere. */
  mostAMinute?: number
  /** Content of the page; undefined if its subject does not exist. */
  draw: (
    from: ReadOnlyStore,
    asked: { params: Readonly<Record<string, string>>; query: z.output<Q>; brand: Brand },
  ) => PublicPage | undefined | Promise<PublicPage | undefined>
}

interface FileRoute {
  path: `/${string}`
  type: string
  kept?: CachePolicy
  write: (from: ReadOnlyStore, brand: Brand) => string | Promise<string>
}

/** The sentence of a refusal, for a page. */
export const sentenceOf = ({ body }: HttpError): string =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : 'We cannot show this page. Check the address and try again.'

const HTML = 'text/html; charset=utf-8'

/** Renders and answers pages of the public zone: the same for everyone, cached for seconds, without cookies. */
export const createPublicPageRenderer = (app: FastifyInstance, context: AppContext) => {
  const { config, runtime } = context
  const brandNow = () => readCachedBrand(runtime.store.db)
  const reads = createVisitorReads(context)
  const filesOf = openBuiltAssets(join(webBuildDir, 'front'))
  const documentFor = (page: PublicPage, path: string, brand: Brand): string =>
    renderDocument(page, {
      brand,
      publicUrl: config.publicUrl,
      path,
      isDemonstration: config.demo,
      filesOf,
    })
  /** Answers a page for this request only, which is never cached. */
  const say = async (page: PublicPage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .header('cache-control', 'no-store')
      .type(HTML)
      .send(documentFor(page, request.url.split('?')[0] ?? '/', await brandNow()))
  const answer = async <Q extends z.ZodObject>(
    { query: shape, isCurrent, draw }: PageRoute<Q>,
    request: FastifyRequest,
    reply: FastifyReply,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '/'
    const brand = await brandNow()
    try {
      const params = request.params as Record<string, string>
      if (!Object.values(params).every(isWellFormed)) throw notFoundError()
      const query = parseQueryString(shape, request.query as Record<string, string>) as z.output<Q>
      const key = JSON.stringify(['front', path, query, brand])
      if (isCurrent) {
        const page = await draw(runtime, { params, query, brand })
        if (!page) throw notFoundError()
        return await say(page, request, reply.headers(headers))
      }
      return await sendCached(app.kept, 'moment', { key, request, reply }, () =>
        reads(async from => {
          const page = await draw(from, { params, query, brand })
          if (!page) throw notFoundError()
          return { type: HTML, body: documentFor(page, path, brand), headers }
        }),
      )
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const page =
        error.status === 404
          ? errorPage(
              'Page not found',
              'There is no page at this address. Check that you typed or copied it in full.',
            )
          : errorPage('Sorry', sentenceOf(error))
      return say(page, request, reply.code(error.status))
    }
  }
  const page = <Q extends z.ZodObject>(route: PageRoute<Q>): void => {
    const { mostAMinute } = route
    const rateLimit = mostAMinute && { max: mostAMinute, timeWindow: 60_000 }
    const routeConfig = { isPage: true, ...(rateLimit && { rateLimit }) } as const
    app.get(route.path, { onSend: sendCompressed, config: routeConfig }, (request, reply) =>
      answer(route, request, reply),
    )
  }
  /** Answers a file that is not a page, such as a site map: the same for everyone and cached like the pages. */
  const file = ({ path, type, kept = 'moment', write }: FileRoute): void => {
    app.get(path, { onSend: sendCompressed, config: { isPage: true } }, async (request, reply) => {
      const brand = await brandNow()
      const key = JSON.stringify(['front', path, brand])
      return sendCached(app.kept, kept, { key, request, reply }, () =>
        reads(async from => ({ type, body: await write(from, brand) })),
      )
    })
  }
  return { page, file, answer, say, brandNow }
}

/** Renderer of the public zone. */
export type PublicPageRenderer = ReturnType<typeof createPublicPageRenderer>
