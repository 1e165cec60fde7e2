import { dirname, join } from 'node:path/posix'
import type { CountedServer, Request } from './counted-server.ts'
import type { Cost } from './ledger.ts'

/** The pages whose first load is counted, by the person who opens them. */
const PAGES: readonly (readonly [user: string | null, ...paths: string[]])[] = [
  [
    null,
    '/',
    '/login',
    '/rounds',
    '/register/projects',
    '/register/credits',
    '/prices',
    '/practice',
    '/verify',
  ],
  [
    'operator',
    '/',
    '/inbox',
    '/queue',
    '/projects',
    '/projects/P207',
    '/credit-requirements',
    '/credit-requirements/R202',
    '/markets/MK-SOL/round/RD-SOL-1',
    '/markets/MK-SOM/round/RD-SOM-0/review',
    '/registry/projects',
    '/registry/credits',
  ],
  ['fallowmarten.su22', '/', '/projects/P207', '/results/RD-SOL-A'],
  ['alba.bu01', '/', '/credit-requirements/R106', '/results/RD-SOM-0'],
  ['bram', '/'],
  ['lpa.somerset', '/'],
]

const COMPRESSED = { 'accept-encoding': 'br' }
const NAMED = [
  /<link(?=[^>]*rel="(?:stylesheet|modulepreload|preload|icon)")[^>]*href="([^"]+)"/g,
  /<(?:script|img)\b[^>]*\ssrc="([^"]+)"/g,
]
const IMPORTED = /\b(?:import|from)\s*"(\.[^"]+\.js)"/g
/** The fonts of nearly all text; others are fetched only for rare characters. */
const FONT = /url\(["']?([^)"']*market-(?:sans|serif)-[^)"']*)["']?\)/g

const namedIn = (path: string, text: string): string[] => {
  const patterns = path.endsWith('.js') ? [IMPORTED] : path.endsWith('.css') ? [FONT] : NAMED
  return patterns
    .flatMap(pattern => [...text.matchAll(pattern)].flatMap(([, named]) => named ?? []))
    .map(named => (named.startsWith('/') ? named : join(dirname(path), named)))
}

/** Opens a page and then every file that it names, and the files that these name. */
const firstLoad = async (server: CountedServer, page: Request) => {
  const { statements, payload } = await server.count({ ...page, headers: COMPRESSED })
  const opened = new Map([[page.url, payload.length]])
  const open = async (path: string, text: string): Promise<void> => {
    for (const next of namedIn(path, text)) {
      if (opened.has(next)) continue
      opened.set(next, 0)
      const file = { user: null, url: next }
      const { rawPayload } = await server.ask({ ...file, headers: COMPRESSED })
      opened.set(next, rawPayload.length)
      if (/\.(js|css)$/.test(next)) await open(next, (await server.ask(file)).body)
    }
  }
  await open('/', (await server.ask(page)).body)
  const bytes = [...opened.values()].reduce((sum, length) => sum + length, 0)
  return { statements, requests: opened.size, bytes }
}

/** Counts statements, requests and bytes of the first load of each page, without what its scripts ask for later. */
export const measurePages = async (server: CountedServer): Promise<Cost[]> => {
  const costs: Cost[] = []
  for (const [user, ...paths] of PAGES)
    for (const url of paths)
      costs.push({ name: `${user ?? 'visitor'} ${url}`, figures: await firstLoad(server, { user, url }) })
  return costs
}
