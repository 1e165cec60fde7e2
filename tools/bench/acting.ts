import pg from 'pg'
import { bareCommits } from './base-lines.ts'
import { actionsToRun } from './actions.ts'
import { alternated, underLoad } from './load.ts'
import type { MeasuredMarket } from './lists.ts'
import { type Pace, paced } from './paced.ts'
import { sayIfBusy } from './processor.ts'
import { millis, ofGoal, tableRow, say } from './table.ts'

const CLIENTS = 16
const GOAL = { perSecond: 250, p99: 100, shareOfBare: 1 / 3 }
const EVERY_MS = 1000

const RUSH = { offers: 1000, warmUpOffers: 250, seconds: 60, readers: 200, readEveryMs: 2000, p99: 1000 }

/** Lets some people act on items of different rounds, one action a second each, until stopped. */
export const actAlongside = async (
  { url, operator: { cookie }, copies }: MeasuredMarket,
  people: number,
): Promise<{ end: () => Promise<Pace> }> =>
  paced(url, { clients: people, everyMs: EVERY_MS }, (person, n) => {
    const projects = copies.toOffer[person % copies.toOffer.length]!
    return {
      path: `/api/project/${projects[n % projects.length]}/action/SetCosts`,
      headers: { cookie },
      body: () => ({ values: costs(n) }),
    }
  })

const costs = (n: number) => ({
  maintenance: 1000 + (n % 100),
  marketOperator: 500,
  complianceMonitoring: 250.5,
  performanceMonitoring: 250.5,
})

/** Measures actions by one client and by sixteen over sixteen rounds, and compares them with bare statements in the same database. */
export const measureActions = async (market: MeasuredMarket, reach: pg.ClientConfig): Promise<void> => {
  const { copies, operator, seconds } = market
  const { cookie } = operator
  const actions = actionsToRun(copies, cookie)
  say(
    `\nActions, medians of three runs of ${seconds} s alternating; the goals for 16 clients are: ${GOAL.perSecond} per second, ${GOAL.p99} ms, a third of the bare loop`,
  )
  await sayIfBusy()
  const seen = await alternated([
    [
      `bare update, insert, commit, ${CLIENTS} clients`,
      () => bareCommits(reach, { clients: CLIENTS, seconds }),
    ],
    ...actions.flatMap(({ name, asking }) =>
      [1, CLIENTS].map(
        clients =>
          [
            `${name}, ${clients} client${clients === 1 ? '' : 's'}`,
            () => underLoad(market, { clients, seconds }, asking),
          ] as const,
      ),
    ),
  ])
  const bare = [...seen.values()][0]!.perSecond
  tableRow('', 'per second', 'of goal', 'p50', 'p99', 'of goal', 'processor', 'of bare')
  for (const [name, { perSecond, p50, p99, processor }] of seen) {
    const isGoal = name.endsWith(`${CLIENTS} clients`) && !name.startsWith('bare')
    tableRow(
      name,
      perSecond.toFixed(0),
      isGoal ? ofGoal(perSecond, GOAL.perSecond) : '',
      millis(p50),
      millis(p99),
      isGoal ? ofGoal(p99, GOAL.p99) : '',
      processor ? millis(processor) : '',
      `${((100 * perSecond) / bare).toFixed(0)}%`,
    )
  }
}

const READ = [
  '/api/home',
  '/api/round/RD-SOL-1',
  '/api/projects?marketRoundId=RD-SOL-1',
  '/api/credits?registry=true',
]

/**
 * Measures the last minute before a round closes: everyone makes offers and reads pages. Before it come some seconds of the
 * same, reported by themselves, in which the server compiles what it runs and each connection plans its statements. Clients are
 * divided among the servers.
 */
export const measureRush = async (
  market: MeasuredMarket,
  reach: pg.ClientConfig,
  urls: readonly string[] = [market.url],
): Promise<void> => {
  const { offers, warmUpOffers, seconds, readers, readEveryMs, p99 } = RUSH
  say(
    `\n${offers} offers in ${seconds} s at ${urls.length === 1 ? 'one server' : `${urls.length} servers`} with ${readers} readers, each opening a page every ${readEveryMs / 1000} s; the goal is ${p99} ms at the 99th percentile, and none lost`,
  )
  await sayIfBusy()
  const made = market.copies.toOffer.flat().slice(0, offers)
  const first = await offerWhileReading(market, urls, made.slice(-warmUpOffers))
  const then = await offerWhileReading(market, urls, made)
  const kept = await keptOffers(reach, made, firstAmount(urls))
  tableRow('', 'asked', 'failed', 'p50', 'p99', 'of goal')
  for (const [name, pace, goal] of [
    ['offers while the server warms up', first.offered],
    ['pages while the server warms up', first.read],
    ['offers', then.offered, p99],
    ['pages', then.read, p99],
  ] as const)
    tableRow(
      name,
      String(pace.asked),
      String(pace.failed),
      millis(pace.p50),
      millis(pace.p99),
      goal === undefined ? '' : ofGoal(pace.p99, goal),
    )
  say(`  ${then.offered.asked - then.offered.failed} were acknowledged, and ${kept} are stored as made`)
}

/** The first project's offer in pounds. It depends on the number of servers, so that offers of an earlier rush are not counted. */
const firstAmount = (urls: readonly string[]): number => 1000 * urls.length

/** Makes an offer for each of these projects, at the pace of the last minute, while the readers open pages. */
const offerWhileReading = async (
  { operator: { cookie } }: MeasuredMarket,
  urls: readonly string[],
  projects: readonly string[],
): Promise<{ offered: Pace; read: Pace }> => {
  const { offers, seconds, readers, readEveryMs } = RUSH
  const headers = { cookie }
  const serverOf = (client: number) => urls[client % urls.length]
  const reading = paced('', { clients: readers, everyMs: readEveryMs }, (client, n) => ({
    path: `${serverOf(client)}${READ[(client + n) % READ.length]}`,
    headers,
  }))
  const offered = await paced(
    '',
    { clients: projects.length, everyMs: (seconds * 1000 * projects.length) / offers, times: 1 },
    client => ({
      path: `${serverOf(client)}/api/project/${projects[client]}/action/SetOffer`,
      headers,
      body: () => ({ values: { offer: firstAmount(urls) + client, confirmsAmount: true } }),
    }),
  ).done
  return { offered, read: await reading.end() }
}

/** Counts projects that have the offer made for them: the first amount, in pounds, and one pound more for each position in the list. */
const keptOffers = async (
  reach: pg.ClientConfig,
  projects: readonly string[],
  first: number,
): Promise<number> => {
  const client = new pg.Client(reach)
  await client.connect()
  const { rows } = await client.query<{ kept: string }>(
    `select count(*) as kept from unnest($1::text[]) with ordinality as made (id, place)
     join project on project.id = made.id and offer = ($2 + place - 1) * 100`,
    [projects, first],
  )
  await client.end()
  return Number(rows[0]?.kept)
}
