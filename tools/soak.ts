import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from '#server/places'
import { connect } from '#server/store/database'
import { verifyChain } from '#server/store/log-check'
import { cleanUp } from './bench/installation.ts'
import { signIn } from './bench/person.ts'
import { openAsking, rest } from './soak/asking.ts'
import { aCheck, aComment, aLook, type Cookies, hardFile, type Promised, rubbish } from './soak/errands.ts'
import { watchChain } from './soak/chain.ts'
import { type Fleet, type Place, startFleet } from './soak/fleet.ts'
import { matchAgainAndAgain } from './soak/matches.ts'
import { openPages } from './soak/streams.ts'

// Two servers on one database, asked twenty times a second, while servers and database are killed beneath.
// `npm run soak-servers -- 60` goes on for sixty minutes in place of two.

const MINUTES = Number(process.argv[2] ?? 2)
const PER_SECOND = 20
const PAGES_EACH = 3
const EVERY_MS = 45_000
/** The share of the time after which the first server is left alone, so that its memory can be judged. */
const LEFT_ALONE = 0.25
const LOOK_AT_MEMORY_MS = 15_000
const MINUTE = 60_000

const say = (line = ''): void => console.log(line)
const log = (line: string): void => say(`${new Date().toISOString().slice(11, 19)} ${line}`)

const build = spawnSync(process.execPath, [join(projectRoot, 'tools/build.ts')], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

/** Servers and database end without a word, or are asked to, one after the other, and come back. */
const disturb = async (fleet: Fleet, until: number, begun: number): Promise<number> => {
  const [a, b] = fleet.places
  const again = async (place: Place, how: 'stop' | 'kill'): Promise<void> => {
    const { server } = place
    place.server = undefined
    await server?.[how]()
    await fleet.start(place)
  }
  const blows: readonly (readonly [string, boolean, () => Promise<unknown>])[] = [
    ['B is killed', false, () => again(b, 'kill')],
    ['A is asked to stop', true, () => again(a, 'stop')],
    ['the database is killed', false, async () => fleet.killDatabase()],
    ['A is killed', true, () => again(a, 'kill')],
    ['B is asked to stop', false, () => again(b, 'stop')],
    ['both are killed', true, () => Promise.all([again(a, 'kill'), again(b, 'kill')])],
  ]
  let done = 0
  for (let next = 0; performance.now() + EVERY_MS < until; next += 1) {
    await rest(EVERY_MS)
    const [what, touchesA, strike] = blows[next % blows.length] ?? []
    const isLate = performance.now() > begun + LEFT_ALONE * MINUTES * MINUTE
    if (!what || !strike || (touchesA && isLate && MINUTES > 5)) continue
    const struck = performance.now()
    await strike()
    done += 1
    log(`${what}; back after ${((performance.now() - struck) / 1000).toFixed(1)} s`)
  }
  return done
}

/** The memory of each life of a server, as it was looked at. */
const watchMemory = ({ places }: Fleet) => {
  const lives = new Map<string, { minutes: number; megabytes: number }[]>()
  const look = (): void => {
    for (const { name, server, since } of places) {
      if (!server) continue
      const life = `${name} from ${new Date(performance.timeOrigin + since).toISOString().slice(11, 19)}`
      const seen = lives.get(life) ?? []
      lives.set(life, seen)
      try {
        seen.push({ minutes: (performance.now() - since) / MINUTE, megabytes: server.memory() })
      } catch {
        // It has just ended.
      }
    }
  }
  const looking = setInterval(look, LOOK_AT_MEMORY_MS)
  return { lives, stop: () => clearInterval(looking) }
}

const projectsOf = async (client: pg.Client, where: string): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>(
    `select id from project where ${where} order by ordinal`,
  )
  return rows.map(({ id }) => id)
}

/** How often each promised word is there; what was acknowledged must be there once, what was not at most once. */
const faultsOf = async (
  client: pg.Client,
  promises: ReadonlyMap<Promised, 'kept' | 'given up'>,
): Promise<string[]> => {
  const faults: string[] = []
  const found = new Map<string, { times: number; sha256: string | null }>()
  for (const query of [
    `select text as word, count(*)::int as times, null as sha256 from comment where text like 'soak %' group by 1`,
    `select notes as word, count(*)::int as times, min(filed.sha256) as sha256 from performance_check
     join filed_document filed on filed.id = report_id where notes like 'soak %' group by 1`,
  ]) {
    const { rows } = await client.query<{ word: string; times: number; sha256: string | null }>(query)
    for (const { word, ...there } of rows) found.set(word, there)
  }
  for (const [{ word, sha256 }, state] of promises) {
    const there = found.get(word)
    if (state === 'kept' && !there) faults.push(`lost: ${word}`)
    if ((there?.times ?? 0) > 1) faults.push(`doubled: ${word}`)
    if (there && sha256 && there.sha256 !== sha256) faults.push(`another document: ${word}`)
  }
  return faults
}

/** Every document that was filed can be read at each server. */
const documentsLost = async ({ places }: Fleet, client: pg.Client, cookie: string): Promise<number> => {
  const { rows } = await client.query<{ id: string }>(
    `select report_id as id from performance_check where notes like 'soak %'`,
  )
  let lost = 0
  for (const { id } of rows)
    for (const { server } of places)
      if (!(await fetch(`${server?.url}/api/file/${id}`, { headers: { cookie } })).ok) lost += 1
  return lost
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

const run = async (): Promise<boolean> => {
  const fleet = await startFleet()
  log(`Two servers stand; ${MINUTES} minutes at ${PER_SECOND} requests a second`)
  const client = new pg.Client(fleet.reach)
  await client.connect()
  client.on('error', () => undefined)
  const offered = await projectsOf(client, `status = 'Offered'`)
  const monitored = await projectsOf(client, `status in ('Verified', 'Monitoring')`)
  await client.end()
  const at = fleet.places[0].server?.url ?? ''
  const cookies: Cookies = {
    operator: (await signIn(at, 'operator')).cookie,
    supplier: (await signIn(at, 'sedgewhistle.su01')).cookie,
    buyer: (await signIn(at, 'alba.bu01')).cookie,
    authority: (await signIn(at, 'lpa.somerset')).cookie,
  }
  const { ask, tallies } = openAsking(fleet)
  const pages = openPages(fleet, cookies.operator, PAGES_EACH)
  const memory = watchMemory(fleet)
  const chaining = watchChain(fleet)
  const promises = new Map<Promised, 'kept' | 'given up'>()
  const waited: Promise<void>[] = []

  const promise = async ({ errand, promised }: ReturnType<typeof aComment>): Promise<void> => {
    const ended = await ask(errand)
    promises.set(promised, ended.status !== undefined && ended.status < 300 ? 'kept' : 'given up')
    if (promises.get(promised) === 'kept') await pages.expectNews(promised.subject, ended.sentAt)
  }
  let number = 0
  const pick = (from: readonly string[]): string => from[(number += 1) % from.length] ?? ''
  const errand = async (): Promise<void> => {
    const dice = Math.random()
    if (dice < 0.66) await ask(aLook(cookies))
    else if (dice < 0.86) await promise(aComment(cookies, pick(offered)))
    else if (dice < 0.93)
      await promise(aCheck(cookies, pick(monitored), new Date().toISOString().slice(0, 10)))
    else if (dice < 0.99) await ask(rubbish(cookies, pick(offered)))
    else await ask(hardFile(cookies, pick(monitored)))
  }

  const begun = performance.now()
  const until = begun + MINUTES * MINUTE
  const disturbing = disturb(fleet, until, begun)
  const matching = matchAgainAndAgain(ask, cookies.operator, until)
  for (let due = begun; due < until; due += 1000 / PER_SECOND) {
    await rest(Math.max(0, due - performance.now()))
    waited.push(errand())
  }
  const blows = await disturbing
  await Promise.all(waited)
  const matches = await matching
  await pages.close()
  memory.stop()
  await chaining.stop()
  const seconds = (performance.now() - begun) / 1000

  say(
    `\n${(seconds / 60).toFixed(1)} minutes, ${blows} times killed, stopped or cut off, ${matches} matches ended`,
  )
  say('                 asked   tried again   given up   p50 ms   p99 ms   wrong')
  for (const [name, { asked, triedAgain, givenUp, wrong, times }] of tallies)
    say(
      `${name.padEnd(14)}${[asked, triedAgain, givenUp].map(count => String(count).padStart(9)).join(' ')}` +
        `${percentile(times, 0.5).toFixed(0).padStart(12)}${percentile(times, 0.99).toFixed(0).padStart(9)}${String(wrong.length).padStart(8)}`,
    )
  for (const { wrong } of tallies.values())
    for (const one of [...new Set(wrong)].slice(0, 10)) say(`  ${one}`)

  const db = connect(fleet.reach)
  const chain = await verifyChain(db)
  await db.destroy()
  const reader = new pg.Client(fleet.reach)
  await reader.connect()
  const faults = await faultsOf(reader, promises)
  const lost = await documentsLost(fleet, reader, cookies.operator)
  await reader.end()
  const kept = [...promises.values()].filter(state => state === 'kept').length
  say(`\nAcknowledged changes: ${kept}; of them lost, doubled or altered: ${faults.length}`)
  for (const fault of faults.slice(0, 20)) say(`  ${fault}`)
  say(`Documents that a server does not have: ${lost}`)
  say(
    `Activity log: ${chain.length} entries, ${chain.ok ? 'whole' : `${chain.faults.length} faults`}, ${chaining.late.length} times unchained for long`,
  )
  for (const one of [...new Set(chaining.late)].slice(0, 10)) say(`  ${one}`)
  say(
    `Pages connected ${pages.seen.connected} times, told ${pages.seen.told} news, missed ${pages.seen.missed.length}`,
  )
  for (const one of [...new Set(pages.seen.missed)].slice(0, 10)) say(`  ${one}`)
  say('\nMemory, in MB, at a tenth, half and the end of each life of five minutes or more')
  for (const [life, seen] of memory.lives) {
    const parts = [0.1, 0.5, 1].map(share => seen[Math.min(seen.length - 1, Math.floor(share * seen.length))])
    if ((parts[2]?.minutes ?? 0) >= 5)
      say(`  ${life}: ${parts.map(one => one?.megabytes.toFixed(0)).join(', ')}`)
  }
  await fleet.stop()
  const wrong = [...tallies.values()].reduce((sum, one) => sum + one.wrong.length + one.givenUp, 0)
  return wrong + faults.length + lost + pages.seen.missed.length + chaining.late.length === 0 && chain.ok
}

let isWell = false
try {
  isWell = await run()
} finally {
  await cleanUp()
}
process.exit(isWell ? 0 : 1)
