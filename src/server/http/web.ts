import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FIRST_VIEWS, type FirstView } from '#contract/first-view'
import { lookFor, THEME_OF } from '#domain/user'
import { webDir } from '../places.ts'
import { notFound } from '../runner/refusals.ts'
import { elementOf, firstAnswers, openingOf, readerIn } from './first-view.ts'
import { frontRoutes } from '../front/routes.ts'
import { contentPolicy, verifierPolicy } from './headers.ts'
import { answerKept, packKept } from './kept.ts'
import { openParts } from './parts.ts'
import { secretOf } from './session.ts'
import type { AppContext } from './app-context.ts'

const ONE_YEAR = 365 * 24 * 60 * 60

/** What stands in the page until it is drawn. */
const TO_COME = /<div class="skeleton">.*?<\/div>/s

/** The page in which the browser application starts: a fresh nonce for its one style element, its theme, what is to be fetched, what it opens with, and first answers. */
const pageWith = (
  template: string,
  {
    nonce,
    preloads,
    opening,
    answers,
  }: { nonce: string; preloads: string; opening: string | null; answers: ReadonlyMap<string, string> },
): string =>
  template
    .replace(/data-theme="\w*"/, `data-theme="${THEME_OF[lookFor(readerIn(answers)?.groups ?? [])]}"`)
    .replace(
      /<meta property="csp-nonce"[^>]*>/,
      `<meta property="csp-nonce" nonce="${nonce}" content="${nonce}" />`,
    )
    // Before the faces of letters, without which a page can be read.
    .replace('</title>', () => `</title>${preloads}`)
    .replace(TO_COME, toCome => opening ?? toCome)
    .replace('</body>', () => `${elementOf(answers)}</body>`)

/** The built browser application: its files, and its page for every path that is not of the interface. */
export const serveWeb = async (
  app: FastifyInstance,
  context: AppContext,
  folder: string = webDir,
): Promise<void> => {
  const { config } = context
  const start = frontRoutes(app, context)
  const index = join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  const verifierPage = join(folder, 'verify/index.html')
  const verifier = existsSync(verifierPage) ? readFileSync(verifierPage, 'utf8') : undefined
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    preloads = '',
    reads: readonly string[] = [],
    readsOf?: FirstView['readsOf'],
  ) => {
    if (template === undefined) throw notFound()
    const nonce = randomBytes(16).toString('base64')
    const answers = await firstAnswers(app, request, reads, readsOf)
    // Only pages that ask who is there lead to signing in.
    const opening = preloads === '' ? null : openingOf(answers)
    return (
      reply
        .header('content-security-policy', contentPolicy(config, nonce))
        // It holds what one reader may see: nobody keeps it, not even the browser for the way back.
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(pageWith(template, { nonce, preloads, opening, answers }))
    )
  }
  if (template !== undefined)
    await app.register(async pages => {
      // Files and page of the browser application: the guard lets anybody fetch them.
      pages.addHook('onRoute', route => {
        route.config = { ...route.config, isPage: true }
      })
      await pages.register(async files => {
        // They lie beside their files compressed as far as it goes; nothing is compressed while somebody waits.
        files.addHook('onRoute', route => {
          route.compress = false
        })
        await files.register(statics, {
          root: folder,
          index: false,
          preCompressed: true,
          // The page itself is a template; the list of files is for those who build.
          allowedPath: path => !/^\/((verify\/)?index\.html|(front\/)?\.vite)/.test(path),
          setHeaders: (reply, path) => {
            const isHashed = ['assets', 'front'].some(hashed => path.startsWith(join(folder, hashed)))
            reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache')
          },
          cacheControl: false,
        })
      })
      const filesOf = openParts(folder)
      for (const view of FIRST_VIEWS) {
        // All that draws the page at once, not one after the other as each asks for the next.
        const preloads = filesOf(view.part)
          .map(file => `<link rel="modulepreload" crossorigin href="/${file}" />`)
          .join('')
        pages.get<{ Params: Parameters<NonNullable<FirstView['reads']>>[0] }>(view.path, (request, reply) => {
          if (view.path === '/' && secretOf(config, request) === undefined) return start(request, reply)
          const isBare = !request.url.includes('?')
          const reads = [
            ...(view.reads?.(request.params) ?? []),
            ...((isBare && view.lists?.(request.params)) || []),
          ]
          return sendPage(request, reply, preloads, reads, view.readsOf)
        })
      }
      if (verifier === undefined) return
      pages.get('/verify', (_request, reply) => reply.redirect('/verify/'))
      pages.get('/verify/', { onSend: packKept }, (request, reply) =>
        answerKept(app.kept, 'release', { key: 'verifier', request, reply }, async () => ({
          type: 'text/html; charset=utf-8',
          body: verifier,
          headers: { 'content-security-policy': verifierPolicy(config) },
        })),
      )
    })
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw notFound()
    return sendPage(request, reply)
  })
}

// A file that is not there must not be answered with a page, or a browser would run it as a script.
const isPage = ({ method, url }: FastifyRequest): boolean => {
  const path = url.split('?')[0] ?? ''
  return (
    (method === 'GET' || method === 'HEAD') && !/^\/(api|assets|dev)(\/|$)/.test(path) && !/\.\w+$/.test(path)
  )
}
