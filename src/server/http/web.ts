import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Drawn } from '#contract/first-answers'
import { FIRST_VIEWS, type FirstView } from '#contract/first-view'
import type { Brand } from '#domain/brand'
import { lookFor, THEME_OF } from '#domain/user'
import { colourSheetAt, logoAt } from '#front/brand-sheet'
import { html } from '#front/html'
import { brandOf } from '../brand.ts'
import { webDir } from '../places.ts'
import { notFound } from '../runner/refusals.ts'
import { elementOf, firstAnswers, openingOf, readerIn } from './first-view.ts'
import { frontRoutes } from '../front/routes.ts'
import { openDrawing } from './drawing.ts'
import { contentPolicy, ENGINE_POLICY, verifierPolicy } from './headers.ts'
import { answerKept, packKept } from './kept.ts'
import { openParts } from './parts.ts'
import { secretOf } from './session.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { AppContext } from './app-context.ts'

const ONE_YEAR = 365 * 24 * 60 * 60

/** Where the page is drawn, and in it what stands there for what is to come. */
const ROOT = /(<div id="root">).*(<\/div>\s*<noscript>)/s
const TO_COME = /<div class="skeleton">.*?<\/div>/s

const SIGN_IN = 'sign-in/sign-in-page.tsx' satisfies FirstView['part']

/** The faces that nearly all text is set in, as they are named in the list of what was built. */
const FACES = ['sans-3', 'serif-4'].map(
  name =>
    `../../node_modules/@fontsource-variable/source-${name}/files/source-${name}-latin-wght-normal.woff2`,
)

/** What is sent with a page: the part that draws it, and the addresses that it reads first. */
interface Sent {
  part: FirstView['part']
  reads: readonly string[]
  readsOf: Parameters<typeof firstAnswers>[3]
}

interface About {
  brand: Brand
  isDemonstration: boolean
}

/** What every page is told of the installation, as JSON. */
const toldOf = ({ brand, isDemonstration }: About): string =>
  JSON.stringify({ ...brand, logo: logoAt(brand) ?? null, isDemonstration })

/** Title, brand and its colours: what every page knows of the installation from its first line. */
const headOf = (about: About): string => {
  const { brand } = about
  const colours = colourSheetAt(brand)
  return html`<title>${brand.name}</title>
    ${colours && html`<link rel="stylesheet" href="${colours}" />`}
    <meta name="brand" content="${toldOf(about)}" />`.markup
}

/** The page in which the browser application starts: a fresh nonce for its one style element, its theme, what is to be fetched, what can be read before it is, and first answers. */
const pageWith = (
  template: string,
  {
    nonce,
    preloads,
    opening,
    drawn,
    answers,
    ...about
  }: About & {
    nonce: string
    preloads: string
    opening: string | null
    drawn: Drawn | null
    answers: ReadonlyMap<string, string>
  },
): string =>
  template
    .replace(/data-theme="\w*"/, `data-theme="${THEME_OF[lookFor(readerIn(answers)?.groups ?? [])]}"`)
    .replace(
      /<meta property="csp-nonce"[^>]*>/,
      `<meta property="csp-nonce" nonce="${nonce}" content="${nonce}" />`,
    )
    // Before the faces of letters, without which a page can be read.
    .replace(/<title>.*?<\/title>/, () => `${headOf(about)}${preloads}`)
    .replace(TO_COME, toCome => opening ?? toCome)
    .replace(ROOT, (whole, begin: string, end: string) =>
      drawn === null ? whole : `${begin}${drawn.html}${end}`,
    )
    .replace('</body>', () => `${elementOf(answers, drawn?.facts)}</body>`)

/** The built browser application: its files, and its page for every path that is not of the interface. */
export const serveWeb = async (
  app: FastifyInstance,
  context: AppContext & { secrets: Secrets },
  folder: string = webDir,
): Promise<void> => {
  const { config } = context
  const start = frontRoutes(app, context)
  const index = join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  const verifierPage = join(folder, 'verify/match/index.html')
  const verifier = existsSync(verifierPage) ? readFileSync(verifierPage, 'utf8') : undefined
  const drawingOf = openDrawing(app.log)
  const filesOf = openParts(folder)
  const linkTo = (kind: string) => (file: string) => `<link rel="${kind}" crossorigin href="/${file}" />`
  // Those who are signed in have them, since signing in was set in them; with the page asked for they are there at once.
  const faces = FACES.flatMap(filesOf).map(linkTo('preload" as="font" fetchpriority="low')).join('')
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { part, reads = [], readsOf = () => [] }: Partial<Sent> = {},
  ) => {
    if (template === undefined) throw notFound()
    const nonce = randomBytes(16).toString('base64')
    const [answers, brand] = await Promise.all([
      firstAnswers(app, request, reads, readsOf),
      brandOf(context.runtime.store.db),
    ])
    const about = { brand, isDemonstration: config.demo }
    // Only pages that ask who is there lead to signing in.
    const opening = part === undefined ? null : openingOf(answers)
    const isKnown = part !== undefined && readerIn(answers) !== null
    const drawn = isKnown ? await drawingOf(request.url, answers, toldOf(about)) : null
    // All that draws the page at once, not one after the other as each asks for the next.
    const parts = part === undefined ? [] : filesOf(opening === null ? part : SIGN_IN)
    const preloads = parts.map(linkTo('modulepreload')).join('') + (isKnown ? faces : '')
    return (
      reply
        .header('content-security-policy', contentPolicy(config, nonce))
        // It holds what one reader may see: nobody keeps it, not even the browser for the way back.
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(pageWith(template, { nonce, preloads, opening, drawn, answers, ...about }))
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
          allowedPath: path => !/^\/((verify\/match\/)?index\.html|(front\/)?\.vite)/.test(path),
          setHeaders: (reply, path) => {
            const isHashed = ['assets', 'front'].some(hashed => path.startsWith(join(folder, hashed)))
            if (path.startsWith(join(folder, 'front/assets/matching-')))
              reply.header('content-security-policy', ENGINE_POLICY)
            reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache')
          },
          cacheControl: false,
        })
      })
      for (const view of FIRST_VIEWS)
        pages.get<{ Params: Parameters<NonNullable<FirstView['reads']>>[0] }>(view.path, (request, reply) => {
          if (view.path === '/' && secretOf(config, request) === undefined) return start(request, reply)
          const place = request.params
          const isBare = !request.url.includes('?')
          return sendPage(request, reply, {
            part: view.part,
            reads: [...(view.reads?.(place) ?? []), ...((isBare && view.lists?.(place)) || [])],
            readsOf: organisation => view.readsOf?.(organisation, place) ?? [],
          })
        })
      if (verifier === undefined) return
      pages.get('/verify/match', (_request, reply) => reply.redirect('/verify/match/'))
      pages.get('/verify/match/', { onSend: packKept }, (request, reply) =>
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
