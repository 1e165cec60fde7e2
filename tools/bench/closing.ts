import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { fill } from './copies.ts'
import { embeddedDatabaseOf, startSecondServer, startServer } from './installation.ts'
import { paced } from './paced.ts'
import { signIn } from './person.ts'
import { sayIfBusy } from './processor.ts'
import { millis, ofGoal, tableRow, say } from './table.ts'

const CLIENTS = 500
const TIMES = 2
const SECONDS = 60
const LATE = 60
const P99 = 1000
const ROUND = 'RD-SOL-1'
/** Time from the last request to the close, so that requests that are late by a little still arrive before it. */
const AFTER_MS = 500

/** Offers and edits in the last minute of a round that closes at an announced time, at two servers; and some after it. */
export const measureClosing = async (dataDir: string): Promise<void> => {
  const first = await startServer(dataDir, 'on')
  const reach = embeddedDatabaseOf(dataDir)
  const second = await startSecondServer(dataDir)
  const urls = [first.url, second.url]
  const { projects } = await fill(reach, CLIENTS)
  const { cookie, get } = await signIn(first.url, 'operator')
  const form = await get<{ declarations: { id: string }[] }>(`/api/project/${projects[0]}/action/SetOffer`)
  const declarations = form.declarations.map(({ id }) => ({ id, answer: true }))
  const headers = { cookie }
  say(
    `\n${CLIENTS * TIMES} offers and edits in the last ${SECONDS} s of one round at two servers, ${LATE} after it; the goal is ${P99} ms at the 99th percentile, none lost, none accepted late`,
  )
  await sayIfBusy()
  const amountOf = (client: number, n: number) => 1000 + client + 1000 * n
  const offering = (clients: number, times: number, everyMs: number, from: number) =>
    paced('', { clients, everyMs, times }, (client, n) => ({
      path: `${urls[(client + n) % urls.length]}/api/project/${projects[client]}/action/SetOffer`,
      headers,
      body: () => ({ values: { offer: amountOf(client, n + from), confirmsAmount: true, declarations } }),
    })).done
  const client = new pg.Client(reach)
  await client.connect()
  await client.query(
    `update round set bids_open = null, bids_close = market_clock() + $2::interval where id = $1`,
    [ROUND, `${SECONDS * 1000 + AFTER_MS} milliseconds`],
  )
  const inTime = await offering(CLIENTS, TIMES, (SECONDS * 1000) / TIMES, 0)
  await setTimeout(2 * AFTER_MS)
  const late = await offering(LATE, 1, AFTER_MS, TIMES)
  tableRow('', 'asked', 'failed', 'p50', 'p99', 'of goal')
  tableRow(
    'offers and edits',
    String(inTime.asked),
    String(inTime.failed),
    millis(inTime.p50),
    millis(inTime.p99),
    ofGoal(inTime.p99, P99),
  )
  for (const [status, many] of inTime.failedWith) say(`  ${many} were answered ${status || 'not at all'}`)
  const { rows } = await client.query<{ kept: string; status: string; lateness: string }>(
    `select round.status, (select count(*) from unnest($2::text[]) with ordinality as made (id, place)
         join project on project.id = made.id and offer = (1000 + place - 1 + 1000 * ($3 - 1)) * 100) as kept,
       (select extract(milliseconds from max(at) - bids_close) from activity
         where subject_id = round.id and to_status = 'ClosedForBidsAndOffers') as lateness
     from round where id = $1`,
    [ROUND, projects.slice(0, CLIENTS), TIMES],
  )
  const [seen] = rows
  say(
    `  ${seen?.kept} of ${CLIENTS} are stored as made last; ${late.failed} of ${LATE} late ones were refused`,
  )
  say(`  the round is ${seen?.status}, moved there ${seen?.lateness} ms after its time`)
  await client.end()
  await second.stop()
  await first.stop()
}
