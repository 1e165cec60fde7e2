import type { Brand } from '#domain/people/brand'
import { addDays, type Day } from '@credit-market/values/dates'
import { escapeHtml } from './html.ts'

/** Permanent pages, for search engines. */
export const PERMANENT_PAGES = [
  '/',
  '/rounds',
  '/register/projects',
  '/register/requirements',
  '/register/credits',
  '/register/balance',
  '/prices',
  '/desk/land',
  '/desk/need',
  '/how-it-works',
  '/how-it-works/failures',
  '/practice',
  '/verify',
  '/log/',
  '/glossary',
  '/accessibility',
  '/privacy',
  '/terms',
  '/contact',
] as const

/**
 * `robots.txt`: lets search engines read the public pages of a real market, and nothing of a demonstration.
 */
export const robotsText = (publicUrl: string, isDemonstration: boolean): string =>
  isDemonstration
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nDisallow: /api/\nDisallow: /login\nDisallow: /calendar/\n\nSitemap: ${publicUrl}/sitemap.xml\n`

/** Sitemap of the public pages, in the format of sitemaps.org. */
export const siteMap = (publicUrl: string, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map(path => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

const DAYS_OF_SECURITY_TEXT = 180

/** `security.txt`: where to report a vulnerability (RFC 9116). */
export const securityText = (publicUrl: string, { contact }: Brand, today: Day): string =>
  [
    `Contact: mailto:${contact}`,
    `Expires: ${addDays(today, DAYS_OF_SECURITY_TEXT)}T00:00:00.000Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    `Policy: ${publicUrl}/contact#weakness`,
    '',
  ].join('\n')

/** Web app manifest: name and icon for a site that is installed on a device. */
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
