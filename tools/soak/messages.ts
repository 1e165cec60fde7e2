import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { type openAsking, rest } from './asking.ts'
import type { RunningFleet } from './fleet.ts'

const DRAIN_MS = 180_000
const LOOK_MS = 1000
const TYPES = [
  'project.changed',
  'requirement.changed',
  'project.offered',
  'requirement.bid',
  'round.matched',
]

/** Adds a webhook that is received, and one whose host never resolves; answers the id of the first. */
export const addWebhooks = async (
  ask: ReturnType<typeof openAsking>['ask'],
  cookie: string,
  url: string,
): Promise<string> => {
  const add = async (address: string): Promise<string> => {
    const body = (): string => JSON.stringify({ url: address, types: TYPES })
    const { status, text } = await ask({ name: 'webhook', path: '/api/webhooks', cookie, body })
    if (status !== 200) throw new Error(`No webhook was added: ${status} ${text}`)
    return (JSON.parse(text) as { id: string }).id
  }
  await add('https://nowhere.invalid/market')
  return add(url)
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

/**
 * Waits at the end until every message to the receivers has gone out, without regard to when each would be tried again; compares
 * what counts as sent with what was received.
 */
export const compareMessages = async (client: pg.Client, { received }: RunningFleet, webhookId: string) => {
  const due = `set not_before = market_clock()::timestamptz where state = 'queued' and not_before > market_clock()::timestamptz`
  const waiting = async (): Promise<number> => {
    await client.query(`update webhook_delivery ${due} and webhook_id = '${webhookId}'`)
    await client.query(`update mail_outbox ${due}`)
    const { rows } = await client.query<{ count: number }>(
      `select (select count(*) from webhook_delivery where state = 'queued' and webhook_id = $1)::int
         + (select count(*) from mail_outbox where state = 'queued')::int as count`,
      [webhookId],
    )
    return rows[0]?.count ?? 0
  }
  const tooLate = performance.now() + DRAIN_MS
  while ((await waiting()) > 0 && performance.now() < tooLate) await rest(10 * LOOK_MS)
  const left = await waiting()
  const faults = left > 0 ? [`${left} messages still wait after ${DRAIN_MS / 1000} s`] : []
  const numbers: string[] = []
  for (const [name, query] of [
    ['webhooks', `select id, state from webhook_delivery where webhook_id = '${webhookId}'`],
    [
      'mail',
      `select id, state from mail_outbox where created_at > (select made_at from webhook where id = '${webhookId}')`,
    ],
  ] as const) {
    const { rows } = await client.query<{ id: string; state: string }>(query)
    const there = linesOf(received[name])
    const once = new Set(there)
    const sent = rows.filter(({ state }) => state === 'sent' || state === 'delivered')
    const missing = sent.filter(({ id }) => !once.has(id)).length
    const givenUp = rows.filter(
      ({ state }) => state !== 'sent' && state !== 'delivered' && state !== 'queued',
    ).length
    numbers.push(
      `${name}: ${sent.length} sent, ${there.length - once.size} of them more than once under one id`,
    )
    if (missing > 0) faults.push(`${missing} ${name} were recorded as sent but not received`)
    if (givenUp > 0) faults.push(`${givenUp} ${name} were given up`)
  }
  return { faults, numbers }
}
