import type { Asked } from './load.ts'
import { alternated, underLoad } from './load.ts'
import { sayIfBusy } from './processor.ts'
import { showThousands, millis, ofGoal, tableRow, say } from './table.ts'

const CLIENTS = 10
const KEPT_GOAL = 500
const DRAWN_GOAL = 200

interface Listed {
  total: number
  next: string | null
  items: readonly { id: string; serials?: readonly string[] }[]
}

const read = async <T>(url: string, path: string): Promise<T> => {
  const answer = await fetch(url + path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as T
}

/** Addresses that are asked for once each: pages of a list one after the other, and single things. */
const drawnAddresses = async (url: string, many: number) => {
  const serials: string[] = []
  const pages: string[] = []
  let cursor: string | null = ''
  while (cursor !== null && serials.length < many) {
    const path: string = `/api/public/registry/credits?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { items, next }: Listed = await read<Listed>(url, path)
    serials.push(...items.flatMap(({ serials: its = [] }) => its.slice(0, 1)))
    if (next !== null) pages.push(`/register/credits?cursor=${encodeURIComponent(next)}`)
    cursor = next
  }
  const { items } = await read<Listed>(url, '/api/public/registry/projects?limit=200')
  return { serials, pages, projects: items.map(({ id }) => id) }
}

/** Days ahead of time, so that no page of a list has been drawn for one of them before. */
const dayAfter = (n: number): string =>
  new Date(Date.UTC(2027, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)

/** Measures public pages from the cache, as many readers get them, and rendered for each request. */
export const measureFront = async (market: Asked & { seconds: number }): Promise<void> => {
  const { url, seconds } = market
  const { total } = await read<Listed>(url, '/api/public/registry/credits?limit=1')
  const { serials, pages, projects } = await drawnAddresses(url, 4000)
  say(
    `\nPublic pages, ${showThousands(total)} credits, ${CLIENTS} connections; medians of three alternating runs of ${seconds} s. Goals: ${KEPT_GOAL} per second from the cache, ${DRAWN_GOAL} rendered`,
  )
  await sayIfBusy()
  let asked = 0
  const kept = (path: string) => () => underLoad(market, { clients: CLIENTS, seconds }, () => ({ path }))
  const drawn = (paths: (n: number) => string) => () =>
    underLoad(market, { clients: CLIENTS, seconds }, () => ({ path: '/', next: () => paths((asked += 1)) }))
  const nth = (list: readonly string[], n: number): string => list[n % list.length]!
  const measures = [
    ['start', kept('/'), KEPT_GOAL],
    ['projects', kept('/register/projects'), KEPT_GOAL],
    ['credits', kept('/register/credits'), KEPT_GOAL],
    ['a serial', kept(`/register/credits/${serials[0]}`), KEPT_GOAL],
    ['projects, each on another day', drawn(n => `/register/projects?on=${dayAfter(n)}`), DRAWN_GOAL],
    ['credits, each page by page and day', drawn(n => `${nth(pages, n)}&on=${dayAfter(n)}`), DRAWN_GOAL],
    [
      'serials, another each',
      drawn(n => `/register/credits/${nth(serials, n)}?on=${dayAfter(n)}`),
      DRAWN_GOAL,
    ],
    [
      'projects by themselves, another each',
      drawn(n => `/register/projects/${nth(projects, n)}?on=${dayAfter(n)}`),
      DRAWN_GOAL,
    ],
    ['balance sheet, each on another day', drawn(n => `/register/balance?on=${dayAfter(n)}`), DRAWN_GOAL],
  ] as const
  tableRow('', 'per second', 'of goal', 'p50', 'p99', 'processor')
  const seen = await alternated(measures.map(([name, measure]) => [name, measure] as const))
  for (const [name, , goal] of measures) {
    const { perSecond, p50, p99, processor } = seen.get(name)!
    tableRow(name, perSecond.toFixed(0), ofGoal(perSecond, goal), millis(p50), millis(p99), millis(processor))
  }
}
