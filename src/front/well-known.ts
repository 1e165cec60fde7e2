import type { Brand } from '#domain/brand'
import { addDays, type Day } from '#domain/dates'
import { escapeHtml } from './html.ts'

/** Pages that stay where they are, for search engines. */
export const LASTING_PAGES = [
  '/',
  '/rounds',
  '/register/projects',
  '/register/requirements',
  '/register/credits',
  '/register/balance',
  '/prices',
  '/how-it-works',
  '/practice',
  '/verify',
  '/log/',
  '/glossary',
  '/accessibility',
  '/privacy',
  '/terms',
  '/contact',
] as const

/** What programs that search may look at: the public pages, and nothing of a market that is made up. */
export const robotsText = (publicUrl: string, isDemonstration: boolean): string =>
  isDemonstration
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nDisallow: /api/\nDisallow: /login\nDisallow: /calendar/\n\nSitemap: ${publicUrl}/sitemap.xml\n`

/** The addresses of the public pages, as sitemaps.org says. */
export const siteMap = (publicUrl: string, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map(path => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

const DAYS_OF_SECURITY_TEXT = 180

/** Where to tell of a weakness (RFC 9116). */
export const securityText = (publicUrl: string, { contact }: Brand, today: Day): string =>
  [
    `Contact: mailto:${contact}`,
    `Expires: ${addDays(today, DAYS_OF_SECURITY_TEXT)}T00:00:00.000Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}/contact#weakness`,
    '',
  ].join('\n')

/** By what name and icon devices keep the site among their own. */
export const webManifest = ({ name, accentLight }: Brand): string =>
  JSON.stringify({
    name,
    short_name: name.slice(0, 12),
    start_url: '/',
    display: 'browser',
    background_color: '#f8f6f1',
    theme_color: accentLight,
    icons: [{ src: '/leaf.svg', type: 'image/svg+xml', sizes: 'any' }],
  })
