import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangedRecord } from '#contract/desk/home'
import { type EventSubscriber, openEventSubscribers } from '#server/http/open-pages'
import { openStore } from '#server/store/store'
import { openQueryCount } from '../builders/query-count.ts'
import { waitUntil } from '../builders/world.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const sedge: ChangedRecord = { kind: 'project', id: 'sedge', version: 2 }
const homes: ChangedRecord = { kind: 'requirement', id: 'homes', version: 2 }

/** Pages that listen to changes from the test, and the number of database queries for them. */
const listening = (recentMs?: number) => {
  const queries = openQueryCount()
  let lists = 0
  let hear: (changes: readonly ChangedRecord[]) => void = () => undefined
  let listeners = 0
  const changeFeed = {
    listen: async (given: typeof hear) => {
      listeners += 1
      hear = given
      return () => {
        listeners -= 1
      }
    },
    look: () => undefined,
  }
  const failures: unknown[] = []
  const store = openStore(world.store.db.withPlugin(queries.plugin))
  const list: typeof store.read.list = (kind, where) => {
    lists += 1
    return store.read.list(kind, where)
  }
  const pages = openEventSubscribers(
    { store: { ...store, read: { ...store.read, list } }, changeFeed, now: world.runtime.now },
    error => failures.push(error),
    recentMs,
  )
  /** A page of a person, with a sign-in of its own if it has a name. */
  const open = async (userId: string) => {
    await world.cookieOf(userId)
    const session = await world.store.db
      .selectFrom('session')
      .select('idHash')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    const told: string[] = []
    const state = { hasEnded: false }
    const page: EventSubscriber = {
      userId,
      idHash: session.idHash,
      say: text => void told.push(Buffer.from(text).toString()),
      end: () => {
        state.hasEnded = true
        pages.leave(page)
      },
    }
    await pages.join(page)
    return { told, state, idHash: session.idHash, leave: () => pages.leave(page) }
  }
  return {
    open,
    failures,
    tells: (...changes: ChangedRecord[]) => hear(changes),
    asked: () => queries.asked() + lists,
    listeners: () => listeners,
  }
}

const saying = (...changes: ChangedRecord[]): string =>
  changes.map(change => `data: ${JSON.stringify(change)}\n\n`).join('')

const heardBy = (page: { told: string[] }, times: number) =>
  waitUntil(`${times} tellings`, async () => page.told.length >= times && page.told)

it('permission to see a change is checked once however many people and pages listen, by one listener', async () => {
  const questions = async (people: readonly string[], pagesEach: number) => {
    const { open, tells, asked, listeners } = listening()
    const pages: Awaited<ReturnType<typeof open>>[] = []
    for (const who of people) for (let nth = 0; nth < pagesEach; nth += 1) pages.push(await open(who))
    expect(listeners()).toBe(1)
    const before = asked()
    tells(sedge, { ...sedge, id: 'reed' }, { ...sedge, id: 'moss' })
    const told = await heardBy(pages[0]!, 1)
    expect(told).toEqual([expect.stringContaining('sedge')])
    for (const page of pages) page.leave()
    await waitUntil('no one listens', async () => listeners() === 0)
    return asked() - before
  }
  const ofOne = await questions(['fay'], 1)
  expect(ofOne).toBe(3)
  expect(await questions(['fay'], 15)).toBe(ofOne)
  expect(await questions(['fay', 'olga', 'amy', 'rex', 'eve', 'bob', 'sue', 'dan'], 10)).toBe(ofOne)
})

it('each reader receives only visible changes, and quick successions arrive together in their latest version', async () => {
  const { open, tells } = listening()
  const [fay, olga, eve, again] = [
    await open('fay'),
    await open('olga'),
    await open('eve'),
    await open('fay'),
  ]
  tells(homes)
  for (let version = 2; version <= 20; version += 1) tells({ ...sedge, version }, { ...homes, version })
  const [latest, other] = [
    { ...sedge, version: 20 },
    { ...homes, version: 20 },
  ]
  expect(await heardBy(olga, 3)).toEqual([saying(homes), ...[saying(latest), saying(other)].toSorted()])
  expect(fay.told).toEqual([saying(latest)])
  expect(again.told).toEqual(fay.told)
  expect(eve.told).toEqual([])
})

it('a change is sent later when the database could not be asked', async () => {
  const { open, tells, failures } = listening()
  const olga = await open('olga')
  await world.store.db.schema.alterTable('project').renameTo('project_away').execute()
  tells(sedge)
  await waitUntil('it fails', async () => failures.length > 0)
  await world.store.db.schema.alterTable('project_away').renameTo('project').execute()
  tells({ ...sedge, version: 3 })
  expect(await heardBy(olga, 1)).toEqual([saying({ ...sedge, version: 3 })])
})

it('a page that may have been read from a replica receives the changes of the last seconds that it may see', async () => {
  const { open, tells, failures, listeners } = listening(600_000)
  expect(listeners()).toBe(1)
  tells(sedge, homes)
  const fay = await open('fay')
  expect(fay.told).toEqual([saying(sedge)])
  fay.leave()
  expect([listeners(), failures]).toEqual([1, []])
})

it('a reader who loses access while a page listens receives nothing more', async () => {
  const { open, tells } = listening()
  const { db } = world.store
  const [amy, fay, eve, olga] = [await open('amy'), await open('fay'), await open('eve'), await open('olga')]
  tells(sedge)
  await heardBy(olga, 1)
  expect([amy, fay, eve].map(({ told }) => told.length)).toEqual([1, 1, 0])

  await db.updateTable('agentAuthority').set({ status: 'Rejected' }).where('id', '=', 'auth-1').execute()
  await db.deleteFrom('session').where('idHash', '=', fay.idHash).execute()
  await db.updateTable('user').set({ active: false }).where('id', '=', 'eve').execute()
  tells({ ...sedge, version: 3 })
  await heardBy(olga, 2)
  expect([amy, fay, eve].map(({ told, state }) => [told.length, state.hasEnded])).toEqual([
    [1, false],
    [1, true],
    [0, true],
  ])
})
