import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { webDir } from '../places.ts'
import { notFound } from '../runner/refusals.ts'
import { contentPolicy, verifierPolicy } from './headers.ts'
import { answerKept, packKept } from './kept.ts'
import type { AppContext } from './app-context.ts'

const ONE_YEAR = 365 * 24 * 60 * 60

/** The page in which the browser application starts, with a fresh nonce for its one style element. */
const pageWith = (template: string, nonce: string): string =>
  template.replace(
    /<meta property="csp-nonce"[^>]*>/,
    `<meta property="csp-nonce" nonce="${nonce}" content="${nonce}" />`,
  )

/** The built browser application: its files, and its page for every path that is not of the interface. */
export const serveWeb = async (
  app: FastifyInstance,
  { config }: AppContext,
  folder: string = webDir,
): Promise<void> => {
  const index = join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  const verifierPage = join(folder, 'verify/index.html')
  const verifier = existsSync(verifierPage) ? readFileSync(verifierPage, 'utf8') : undefined
  const sendPage = (reply: FastifyReply) => {
    if (template === undefined) throw notFound()
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', contentPolicy(config, nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pageWith(template, nonce))
  }
  if (template !== undefined)
    await app.register(async pages => {
      // Files and page of the browser application: the guard lets anybody fetch them.
      pages.addHook('onRoute', route => {
        route.config = { ...route.config, isPage: true }
      })
      await pages.register(statics, {
        root: folder,
        index: false,
        // The page itself is a template; the list of files is for those who build.
        allowedPath: path => !/^\/((verify\/)?index\.html|\.vite)/.test(path),
        setHeaders: (reply, path) => {
          const isHashed = path.startsWith(join(folder, 'assets'))
          reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache')
        },
        cacheControl: false,
      })
      pages.get('/', (_request, reply) => sendPage(reply))
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
    return sendPage(reply)
  })
}

// A file that is not there must not be answered with a page, or a browser would run it as a script.
const isPage = ({ method, url }: FastifyRequest): boolean => {
  const path = url.split('?')[0] ?? ''
  return (
    (method === 'GET' || method === 'HEAD') && !/^\/(api|assets|dev)(\/|$)/.test(path) && !/\.\w+$/.test(path)
  )
}
