import { actAlongside } from './acting.ts'
import type { Copies } from './copies.ts'
import { bareServer } from './base-lines.ts'
import { alternated, type Asked, type Seen, underLoad } from './load.ts'
import type { SignedInPerson } from './person.ts'
import { sayIfBusy } from './processor.ts'
import { showThousands, millis, ofGoal, tableRow, say } from './table.ts'

/** Addresses to request, and the person who requests them. */
export interface MeasuredMarket extends Asked {
  operator: SignedInPerson
  copies: Copies
  seconds: number
}

/** Required speed. */
export interface Goal {
  perSecond: number
  p99: number
}

const CLIENTS = 10
/** Numbers of people who act at the same time, each once a second. */
const ACTING = [4, 20]
const DEEP = 60
const SEARCH_P99 = 300

const LISTS: readonly (readonly [string, string])[] = [
  ['credits', '/api/credits?registry=true'],
  ['credits, redeemed', '/api/credits?registry=true&status=Redeemed'],
  ['credits, by project', '/api/credits?registry=true&sort=project'],
  ['credits, by requirement', '/api/credits?registry=true&sort=-requirement'],
  ['credits, by status', '/api/credits?registry=true&sort=status'],
  ['credits, by units', '/api/credits?registry=true&sort=-units'],
  ['credits, by units on a day', '/api/credits?registry=true&sort=-units&on=2028-06-01'],
  ['credits, least first on a day', '/api/credits?registry=true&sort=units&on=2028-06-01'],
  ['credits, searched', '/api/credits?registry=true&q=sedgemoor%20wetland'],
  ['credits, balance', '/api/credits/balance?registry=true'],
  ['reserve', '/api/reserved-credits?registry=true'],
  ['projects', '/api/projects?registry=true'],
  ['projects on a day', '/api/projects?registry=true&on=2028-06-01'],
  ['projects, by supplier', '/api/projects?registry=true&sort=supplier'],
  ['projects, searched', '/api/projects?registry=true&q=sedgemoor%20wetland'],
  ['projects of a round', '/api/projects?marketRoundId=RD-SOL-1&status=Offered'],
  ['requirements', '/api/requirements?registry=true'],
  ['requirements, by redemption', '/api/requirements?registry=true&sort=-redemptionDate'],
  ['public registry', '/api/public/registry/credits'],
  ['public registry on a day', '/api/public/registry/credits?on=2028-06-01'],
]

const SEARCHES: readonly (readonly [string, string])[] = [
  ['search, one name', '/api/search/Lower%20Sedgemoor%20Woodland%20169'],
  ['search, many names', '/api/search/sedgemoor'],
  ['search, mistyped', '/api/search/sedgmoor'],
]

const PAGES: readonly (readonly [string, string, string])[] = [
  ['home of the operator', 'operator', '/api/home'],
  ['home of a supplier', 'umbershaw.su14', '/api/home'],
  ['home of an authority', 'lpa.somerset', '/api/home'],
  ['rounds, 200', 'operator', '/api/rounds?limit=200'],
  ['page of a round', 'operator', '/api/round/RD-SOL-1'],
]

/** The address of a page after so many others, and of the last one. */
const deepPageOf = async ({ get }: SignedInPerson, path: string, pages = DEEP): Promise<string> => {
  let page = `${path}&limit=200`
  for (let turned = 0; turned < pages; turned += 1) {
    const { next } = await get<{ next: string | null }>(page)
    if (next === null) break
    page = `${path}&limit=200&cursor=${encodeURIComponent(next)}`
  }
  return page.replace('&limit=200', '')
}

type Measure = readonly [string, () => Promise<Seen>]

const HEADINGS = ['per second', 'of goal', 'p50', 'p99', 'of goal', 'processor']

const rowOf = (name: string, seen: Seen, goal?: Partial<Goal>): void =>
  tableRow(
    name,
    seen.perSecond.toFixed(0),
    goal?.perSecond ? ofGoal(seen.perSecond, goal.perSecond) : '',
    millis(seen.p50),
    millis(seen.p99),
    goal?.p99 ? ofGoal(seen.p99, goal.p99) : '',
    seen.processor ? millis(seen.processor) : '',
  )

/**
 * Measures every list, home page and search of a market, alone and while people act, alternating three times with the baselines.
 * Cached sums are warm: each address has been requested once before.
 */
export const measureLists = async (market: MeasuredMarket, goal: Goal): Promise<void> => {
  const { operator, seconds } = market
  const { total } = await operator.get<{ total: number }>('/api/credits?registry=true')
  const people = new Map<string, SignedInPerson>([['operator', operator]])
  for (const [, username] of PAGES)
    if (!people.has(username)) people.set(username, await operator.other(username))
  const deep = await deepPageOf(operator, '/api/credits?registry=true&sort=project')
  const bare = await bareServer()
  const asks = (path: string, { cookie }: SignedInPerson = operator): Measure[1] => {
    const asking = () => ({ path, headers: { cookie } })
    return () => underLoad(market, { clients: CLIENTS, seconds }, asking)
  }
  const measures: Measure[] = [
    [
      'a bare server',
      () => underLoad({ url: bare.url, pid: 0 }, { clients: CLIENTS, seconds }, () => ({ path: '/' })),
    ],
    ['GET /healthz', asks('/healthz')],
    ...LISTS.map(([name, path]): Measure => [name, asks(path)]),
    ['credits, by project, deep page', asks(deep)],
    ...PAGES.map(([name, username, path]): Measure => [name, asks(path, people.get(username))]),
    ...SEARCHES.map(([name, path]): Measure => [name, asks(path)]),
    ['public statistics', asks('/api/public/statistics')],
  ]
  for (const [, path] of [...LISTS, ...SEARCHES]) await operator.get(path)
  say(
    `\nA market of ${showThousands(total)} credits of the registry, ${CLIENTS} connections, warm; medians of three alternating runs of ${seconds} s. Goals: ${goal.perSecond} per second, ${goal.p99} ms at the 99th percentile (searches ${SEARCH_P99} ms)`,
  )
  await sayIfBusy()
  tableRow('', ...HEADINGS)
  const goalOf = (name: string): Partial<Goal> | undefined =>
    /bare|healthz/.test(name) ? undefined : name.startsWith('search,') ? { p99: SEARCH_P99 } : goal
  const alone = await alternated(measures)
  for (const [name, seen] of alone) rowOf(name, seen, goalOf(name))
  for (const howMany of ACTING) {
    const acting = await actAlongside(market, howMany)
    const beside = await alternated(measures.slice(1))
    const { perSecond, failed, p99 } = await acting.end()
    say(
      `\n  The same while ${howMany} people act, ${perSecond.toFixed(1)} actions a second in total (99th percentile ${millis(p99)}, ${failed} failed)`,
    )
    tableRow('', ...HEADINGS)
    for (const [name, seen] of beside) rowOf(name, seen, goalOf(name))
  }
  await bare.end()
}
