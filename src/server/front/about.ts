import type { FastifyInstance } from 'fastify'
import { brandColourSheet } from '#front/brand-sheet'
import { accessibilityPage } from '#front/pages/accessibility'
import { contactPage } from '#front/pages/contact'
import { glossaryPage } from '#front/pages/glossary'
import { privacyPage } from '#front/pages/privacy'
import { termsPage } from '#front/pages/terms'
import { PERMANENT_PAGES, robotsText, securityText, siteMap, webManifest } from '#front/well-known'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { notFoundError } from '../runner/refusals.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import { readPublicRounds } from '../register/public.ts'
import type { createPublicPageRenderer } from './front.ts'

/** Projects in the site map, the latest first; a search engine reads at most 50,000 addresses. */
const MOST_PROJECTS = 5000

const YEAR = 365 * 24 * 60 * 60

const pathsOf = async ({ store: { db } }: ReadOnlyStore): Promise<string[]> => {
  const [rounds, projects] = await Promise.all([
    readPublicRounds(db),
    db
      .selectFrom('project')
      .select('id')
      .where('status', 'in', SOLD_PROJECT_STATUSES)
      .orderBy('ordinal', 'desc')
      .limit(MOST_PROJECTS)
      .execute(),
  ])
  return [
    ...PERMANENT_PAGES,
    ...rounds.map(({ id }) => `/rounds/${encodeURIComponent(id)}`),
    ...projects.map(({ id }) => `/register/projects/${encodeURIComponent(id)}`),
  ]
}

/** Pages about the market itself: operator, terms, glossary, and files for programs such as crawlers. */
export const aboutRoutes = (
  app: FastifyInstance,
  { config: { publicUrl, demo }, files }: AppContext,
  { page, file, brandNow }: ReturnType<typeof createPublicPageRenderer>,
): void => {
  page({ path: '/glossary', draw: glossaryPage })
  page({ path: '/accessibility', draw: (_, { brand }) => accessibilityPage(brand) })
  page({ path: '/privacy', draw: (_, { brand }) => privacyPage(brand) })
  page({ path: '/terms', draw: (_, { brand }) => termsPage(brand, demo) })
  page({ path: '/contact', draw: (_, { brand }) => contactPage(brand) })
  const text = 'text/plain; charset=utf-8'
  file({ path: '/robots.txt', type: text, write: () => robotsText(publicUrl, demo) })
  file({
    path: '/sitemap.xml',
    type: 'application/xml; charset=utf-8',
    write: async from => siteMap(publicUrl, await pathsOf(from)),
  })
  file({
    path: '/.well-known/security.txt',
    type: text,
    write: (from, brand) => securityText(publicUrl, brand, createViewContext(from).on),
  })
  file({
    path: '/site.webmanifest',
    type: 'application/manifest+json; charset=utf-8',
    write: (_, brand) => webManifest(brand),
  })
  file({ path: '/brand.css', type: 'text/css; charset=utf-8', write: (_, brand) => brandColourSheet(brand) })
  app.get('/brand/logo.png', { config: { isPage: true } }, async (_request, reply) => {
    const { logo } = await brandNow()
    const found = logo === null ? undefined : await files.open(logo)
    if (!found) throw notFoundError()
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('content-length', found.size)
      .header('cache-control', `public, max-age=${YEAR}, immutable`)
      .type('image/png')
      .send(found.stream)
  })
}
