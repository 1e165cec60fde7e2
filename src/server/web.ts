import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import statics from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RenderedPage } from '#contract/kit/first-answers'
import { PRELOADED_PAGES, type PreloadedPage } from '#contract/nouns/first-view'
import type { Instant } from '@credit-market/values/dates'
import type { Brand } from '#domain/people/brand'
import { pageLookOfGroups, DEFAULT_THEMES } from '#domain/people/user'
import { colourSheetAddress, logoAddress } from '#front/brand-sheet'
import { html } from '#front/html'
import { MAIN_FONTS } from '#front/layout'
import { readCachedBrand } from './brand/brand.ts'
import { webBuildDir } from './process/places.ts'
import { notFoundError } from './runner/refusals.ts'
import {
  preloadedAnswersElement,
  readPreloadedAnswers,
  visitorIntroHtml,
  findPreloadedReader,
} from './http/first-view.ts'
import { publicZoneRoutes } from './front/routes.ts'
import { openPageRenderer } from './http/drawing.ts'
import {
  contentSecurityPolicy,
  ENGINE_CONTENT_SECURITY_POLICY,
  verifierContentSecurityPolicy,
} from './http/headers.ts'
import { sendCached, sendCompressed } from './http/kept.ts'
import { openBuiltAssets } from './http/parts.ts'
import { sessionSecretOfRequest } from './http/session.ts'
import type { Secrets } from './auth/secrets.ts'
import type { CertificateSigner } from './certificates/seal.ts'
import type { AppContext } from './http/app-context.ts'

const ONE_YEAR = 365 * 24 * 60 * 60

/** The element that contains the page, with its placeholder. */
const ROOT = /(<div id="root">).*(<\/div>\s*<noscript>)/s
const TO_COME = /<div class="skeleton">.*?<\/div>/s

const SIGN_IN = 'sign-in/sign-in-page.tsx' satisfies PreloadedPage['part']
/** Group in `vite.config.ts` of the files that every page needs. */
const PROGRAM = 'base'

/** Preloads of a page: the part of the application that renders it, and the addresses that it reads first. */
interface Sent {
  part: PreloadedPage['part']
  reads: readonly string[]
  readsOf: Parameters<typeof readPreloadedAnswers>[3]
}

interface About {
  brand: Brand
  isDemonstration: boolean
}

/** Data about the installation that every page gets, as JSON. */
const toldOf = ({ brand, isDemonstration }: About): string =>
  JSON.stringify({ ...brand, logo: logoAddress(brand) ?? null, isDemonstration })

/** Title, brand and colours: the installation's data that every page has from its first line. */
const headOf = (about: About): string => {
  const { brand } = about
  const colours = colourSheetAddress(brand)
  return html`<title>${brand.name}</title>
    ${colours && html`<link rel="stylesheet" href="${colours}" />`}
    <meta name="brand" content="${toldOf(about)}" />`.markup
}

/**
 * The page in which the browser application starts: a fresh nonce for its one style element, its theme, the preloads,
 * content readable before they arrive, and preloaded answers.
 */
const pageWith = (
  template: string,
  {
    nonce,
    preloads,
    opening,
    drawn,
    answers,
    time,
    ...about
  }: About & {
    nonce: string
    preloads: string
    opening: string | null
    drawn: RenderedPage | null
    answers: ReadonlyMap<string, string>
    time: Instant
  },
): string =>
  template
    .replace(
      /data-theme="\w*"/,
      `data-theme="${DEFAULT_THEMES[pageLookOfGroups(findPreloadedReader(answers)?.groups ?? [])]}"`,
    )
    .replace(
      /<meta property="csp-nonce"[^>]*>/,
      `<meta property="csp-nonce" nonce="${nonce}" content="${nonce}" />`,
    )
    // Before the fonts, without which a page can be read.
    .replace(/<title>.*?<\/title>/, () => `${headOf(about)}${preloads}`)
    .replace(TO_COME, toCome => opening ?? toCome)
    .replace(ROOT, (whole, begin: string, end: string) =>
      drawn === null ? whole : `${begin}${drawn.html}${end}`,
    )
    .replace('</body>', () => `${preloadedAnswersElement(answers, { time, facts: drawn?.facts })}</body>`)

/** Serves the built browser application: its files, and its page for every path outside the API. */
export const serveBrowserApp = async (
  app: FastifyInstance,
  context: AppContext & { secrets: Secrets; seal: CertificateSigner },
  folder: string = webBuildDir,
): Promise<void> => {
  const { config } = context
  const start = publicZoneRoutes(app, context)
  const index = join(folder, 'index.html')
  const template = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  const verifierPage = join(folder, 'verify/match/index.html')
  const verifier = existsSync(verifierPage) ? readFileSync(verifierPage, 'utf8') : undefined
  const drawingOf = openPageRenderer(app.log)
  const filesOf = openBuiltAssets(folder)
  const linkTo = (kind: string) => (file: string) =>
    `<link ${kind} fetchpriority="low" crossorigin href="/${file}" />`
  // Readers who are signed in have the fonts in their cache from the sign-in page; requested with the page, they are
  // available at once.
  const faces = MAIN_FONTS.flatMap(filesOf).map(linkTo('rel="preload" as="font"')).join('')
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { part, reads = [], readsOf = () => [] }: Partial<Sent> = {},
  ) => {
    if (template === undefined) throw notFoundError()
    const nonce = randomBytes(16).toString('base64')
    const [answers, brand] = await Promise.all([
      readPreloadedAnswers(app, request, reads, readsOf),
      readCachedBrand(context.runtime.store.db),
    ])
    const about = { brand, isDemonstration: config.demo }
    const time = context.runtime.now()
    // Only pages that read the current user lead to the sign-in page.
    const opening = part === undefined ? null : visitorIntroHtml(answers)
    const isKnown = part !== undefined && findPreloadedReader(answers) !== null
    const drawn = isKnown ? await drawingOf(request.url, answers, toldOf(about), time) : null
    // Everything that the page needs at once, instead of one file after the other as each asks for the next. With a low
    // priority, browsers leave a slow line to the styles, with which the page can already be read.
    const parts = filesOf(part === undefined ? PROGRAM : opening === null ? part : SIGN_IN)
    const preloads = parts.map(linkTo('rel="modulepreload"')).join('') + (isKnown ? faces : '')
    return (
      reply
        .header('content-security-policy', contentSecurityPolicy(config, nonce))
        // It contains data for one reader: no cache may store it, not even the browser's for the way back.
        .header('cache-control', 'private, no-store')
        .type('text/html; charset=utf-8')
        .send(pageWith(template, { nonce, preloads, opening, drawn, answers, time, ...about }))
    )
  }
  if (template !== undefined)
    await app.register(async pages => {
      // Files and page of the browser application: the guard lets anyone fetch them.
      pages.addHook('onRoute', route => {
        route.config = { ...route.config, isPage: true }
      })
      await pages.register(async files => {
        // Files have fully compressed copies next to them; nothing is compressed during a request.
        files.addHook('onRoute', route => {
          route.compress = false
        })
        await files.register(statics, {
          root: folder,
          index: false,
          preCompressed: true,
          // The page itself is a template; the build manifest is for developers.
          allowedPath: path => !/^\/((verify\/match\/)?index\.html|(front\/)?\.vite)/.test(path),
          setHeaders: (reply, path) => {
            const isHashed = ['assets', 'front'].some(hashed => path.startsWith(join(folder, hashed)))
            if (path.startsWith(join(folder, 'front/assets/matching-')))
              reply.header('content-security-policy', ENGINE_CONTENT_SECURITY_POLICY)
            reply.header('cache-control', isHashed ? `public, max-age=${ONE_YEAR}, immutable` : 'no-cache')
          },
          cacheControl: false,
        })
      })
      for (const view of PRELOADED_PAGES)
        pages.get<{ Params: Parameters<NonNullable<PreloadedPage['reads']>>[0] }>(
          view.path,
          (request, reply) => {
            if (view.path === '/' && sessionSecretOfRequest(config, request) === undefined)
              return start(request, reply)
            const place = request.params
            const isBare = !request.url.includes('?')
            return sendPage(request, reply, {
              part: view.part,
              reads: [...(view.reads?.(place) ?? []), ...((isBare && view.lists?.(place)) || [])],
              readsOf: organisation => view.readsOf?.(organisation, place) ?? [],
            })
          },
        )
      if (verifier === undefined) return
      pages.get('/verify/match', (_request, reply) => reply.redirect('/verify/match/'))
      pages.get('/verify/match/', { onSend: sendCompressed }, (request, reply) =>
        sendCached(app.kept, 'release', { key: 'verifier', request, reply }, async () => ({
          type: 'text/html; charset=utf-8',
          body: verifier,
          headers: { 'content-security-policy': verifierContentSecurityPolicy(config) },
        })),
      )
    })
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw notFoundError()
    return sendPage(request, reply)
  })
}

// A missing file must not be answered with a page, or a browser would run it as a script.
const isPage = ({ method, url }: FastifyRequest): boolean => {
  const path = url.split('?')[0] ?? ''
  return (
    (method === 'GET' || method === 'HEAD') && !/^\/(api|assets|dev)(\/|$)/.test(path) && !/\.\w+$/.test(path)
  )
}
