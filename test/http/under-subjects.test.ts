import { once } from 'node:events'
import type { HomeView } from '#contract/desk/home'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#domain/people/actor'
import { SYSTEM } from '#domain/people/actor'
import { receiveUpload } from '#server/files/file-store'
import type { ActivityItem } from '#contract/subject/subject'
import type { ListPage } from '#contract/kit/resource'
import { type ActivityEntry, appendLogEntries } from '#server/store/activity'
import { chainPendingEntries } from '#server/log/chaining'
import { sampleRow, startWorld, type World } from './world.ts'

let world: World
const fay: Actor = { ...SYSTEM, userId: 'fay' }
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n')
let filed: string
let unfiled: string

const offered = (subjectId: string): ActivityEntry => ({
  at: '2026-06-01T12:00:00.000Z',
  action: 'SetOffer',
  title: 'Set offer',
  actorId: 'fay',
  forClientId: null,
  subjectKind: 'project',
  subjectId,
  roundId: 'bidding',
  fromStatus: 'ApprovedRound',
  toStatus: 'Offered',
  message: 'Set offer',
  details: { offer: 6_500_050 },
})

beforeAll(async () => {
  world = await startWorld(
    sampleRow('comment', {
      id: 'c',
      subjectKind: 'project',
      subjectId: 'sedge',
      authorId: 'olga',
      text: 'Well done',
    }),
  )
  const { runtime, files, store } = world
  const receive = (name: string) =>
    receiveUpload(runtime, files, Readable.from([PDF]), { name, accept: ['pdf'], actor: fay })
  filed = (await receive('../Land "holder" £.pdf')).id
  unfiled = (await receive('later.pdf')).id
  await store.db
    .updateTable('filedDocument')
    .set({ ownerKind: 'project', ownerId: 'sedge', tag: 'LandholderInfo' })
    .where('id', '=', filed)
    .execute()
  await store.db.transaction().execute(trx => appendLogEntries(trx, [offered('sedge')]))
})
afterAll(() => world.close())

describe('everything under a subject', () => {
  it('is read only by readers of the subject', async () => {
    for (const url of [
      '/api/activity?subjectType=project&subjectId=sedge',
      '/api/comments?subjectType=project&subjectId=sedge',
      '/api/files?ownerType=project&ownerId=sedge',
      '/api/location/sedge?ownerType=project&ownerId=sedge',
      '/api/activity-item/1',
      '/api/project/sedge/compliance',
      `/api/file/${filed}`,
    ]) {
      for (const who of ['olga', 'fay', 'amy', 'sue'])
        expect([url, who, (await world.ask(who, url)).statusCode]).toEqual([url, who, 200])
      for (const who of ['eve', 'bob', 'dan']) {
        const answer = await world.ask(who, url)
        expect([url, who, answer.statusCode, answer.body]).toEqual([url, who, 404, '{"error":"Not found"}'])
      }
    }
  })

  it('includes an audit trail without amounts', async () => {
    const { body } = await world.ask('olga', '/api/activity?subjectType=project&subjectId=sedge')
    expect(body).toContain('Set offer')
    expect(body).not.toMatch(/65000|6500050/)
  })

  it('includes the receipt of the reader’s own offer as soon as it is chained', async () => {
    const last = async () => {
      const answer = await world.ask('fay', '/api/activity?subjectType=project&subjectId=sedge')
      return answer.json<ListPage<ActivityItem>>().items[0]!
    }
    await world.store.db.transaction().execute(trx => appendLogEntries(trx, [offered('sedge')]))
    expect(await last()).toMatchObject({ receipt: null, isBeingChained: true })
    await chainPendingEntries(world.store.db)
    expect(await last()).toMatchObject({
      receipt: { hash: expect.any(String) as string },
      isBeingChained: false,
    })
    const others = await world.ask('olga', '/api/activity?subjectType=project&subjectId=sedge')
    expect(others.json<ListPage<ActivityItem>>().items[0]).toMatchObject({
      receipt: null,
      isBeingChained: false,
    })
  })

  it('lists files and locations only for an owner', async () => {
    expect((await world.ask('olga', '/api/files')).json()).toEqual({
      error: 'file path must have an owner defined',
    })
    expect((await world.ask('olga', '/api/location/sedge')).json()).toEqual({
      error: 'location path must have an owner defined',
    })
    expect((await world.ask('olga', '/api/activity')).statusCode).toBe(400)
    expect((await world.ask('olga', '/api/files?ownerType=__proto__&ownerId=x')).statusCode).toBe(404)
  })
})

describe('a document', () => {
  it('is downloaded under its name and never shown inside our pages', async () => {
    const answer = await world.ask('fay', `/api/file/${filed}`)
    expect(answer.rawPayload.equals(PDF)).toBe(true)
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Land holder _.pdf"; filename*=UTF-8''Land%20holder%20%C2%A3.pdf`,
    )
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-security-policy']).toContain('sandbox')
  })
  it('is readable only by its uploader until it is filed', async () => {
    expect((await world.ask('fay', `/api/file/${unfiled}`)).statusCode).toBe(200)
    expect((await world.ask('eve', `/api/file/${unfiled}`)).statusCode).toBe(404)
  })
})

describe('further pages', () => {
  it('open for home, search, people, settings, choices and supply', async () => {
    for (const who of ['olga', 'fay', 'amy', 'sue'])
      for (const url of [
        '/api/home',
        '/api/search/sedge',
        '/api/users',
        '/api/project-types?active=false',
        '/api/standards',
        '/api/standard/BsiFlex704',
        '/api/ncas',
        '/api/declarations',
        '/api/subcatchments',
        '/api/ref/ncas',
        '/api/ref/lpas',
        '/api/ref/subcatchments',
        '/api/ref/credits/type',
        '/api/round/bidding/summary',
        '/api/round/bidding/ncas',
      ])
        expect([url, (await world.ask(who, url)).statusCode]).toEqual([url, 200])
    const supply = await world.ask('bob', '/api/requirement/homes/supply')
    expect(supply.statusCode).toBe(200)
    expect(supply.body).not.toMatch(/offer|Sedge/)
  })
  it('offer a participant agencies as choices that its lists do not show', async () => {
    const agents = await world.ask('fay', '/api/organisations?type=AGENT&format=choices')
    expect(agents.json<{ name: string }[]>().map(one => one.name)).toEqual(['The agency', 'The registrar'])
    expect((await world.ask('fay', '/api/organisations?type=AGENT')).json<{ total: number }>().total).toBe(0)
  })
  it('show a supplier its offer on home without tasks, and only visible hits in search', async () => {
    const home = (await world.ask('fay', '/api/home')).json<Pick<HomeView, 'state' | 'next'>>()
    expect(home).toMatchObject({
      state: 'One offer sealed in Levels, Round 1; the round is open for bids and offers.',
      next: [],
    })
    expect((await world.ask('eve', '/api/search/sedge')).json<{ total: number }>().total).toBe(0)
  })
})

describe('the stream of changes', () => {
  it('sends a reader only the subjects that they may see', async () => {
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const call = httpRequest({
      port,
      path: '/api/events',
      headers: { cookie: await world.cookieOf('fay') },
    }).end()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect(answer.headers['content-type']).toBe('text/event-stream')
    await once(answer, 'data')
    await world.store.db
      .transaction()
      .execute(trx => appendLogEntries(trx, [offered('reed'), offered('sedge')]))
    await chainPendingEntries(world.store.db)
    world.runtime.changeFeed.look()
    const [told] = (await once(answer, 'data')) as [Buffer]
    expect(told.toString()).toBe('data: {"kind":"project","id":"sedge","version":1}\n\n')
    call.destroy()
  })
})
