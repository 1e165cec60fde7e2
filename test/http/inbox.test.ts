import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/kit/endpoint'
import type { InboxItem, EmailSetting, readInbox, readUnreached } from '#contract/desk/inbox'
import { NOTICES } from '#actions/notices/index'
import { openSecrets } from '#server/auth/secrets'
import { unsubscribePath } from '#server/mail/unsubscribe'
import type { InboxItemTable } from '#server/store/tables/tables'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.store.db
    .insertInto('inboxItem')
    .values([
      item('waiting', 'fay', { waitsFor: ['SetOffer'], organisationId: 'farm' }),
      item('known', 'fay', { createdAt: '2026-05-20T12:00:00.000Z', organisationId: 'farm' }),
      item('done', 'fay', { waitsFor: ['SetOffer'], endedAt: NOW, kind: 'not-certified' }),
      item('others', 'eve', { kind: 'groups-changed', createdAt: '2026-05-20T12:00:00.000Z' }),
      item('clients', 'amy', { organisationId: 'farm', waitsFor: ['AcceptMatch'] }),
      item('not-mine', 'rex', { organisationId: 'farm', waitsFor: ['SetOffer'] }),
    ])
    .execute()
})
afterAll(() => world.close())

const NOW = '2026-06-01T11:00:00.000Z'

const item = (
  id: string,
  userId: string,
  more: Partial<Omit<InboxItemTable, 'waitsFor'> & { waitsFor: string[] }>,
) => ({
  id,
  userId,
  kind: 'certified',
  subjectKind: 'project' as const,
  subjectId: 'sedge',
  roundId: 'bidding',
  organisationId: null,
  createdAt: NOW,
  readAt: null,
  waitsFor: [] as string[],
  endedAt: null,
  letterId: null,
  ...more,
  forDigest: false,
  facts: JSON.stringify({ where: 'Levels, Round 1', thing: 'Sedge', page: '/projects/sedge' }),
})

const inboxOf = async (userId: string, words = '') =>
  (await world.ask(userId, `/api/inbox${words}`)).json<AnswerOf<typeof readInbox>>()
const namesIn = ({ items }: { items: readonly Pick<InboxItem, 'id'>[] }) => items.map(({ id }) => id)
const post = (userId: string, url: string, payload: object) =>
  world.ask(userId, url, { method: 'POST', payload })

describe('the inbox', () => {
  it('begins with what waits for its reader, with the action and the page to answer', async () => {
    const inbox = await inboxOf('fay')
    expect(namesIn(inbox)).toEqual(['waiting'])
    expect(inbox.items[0]).toMatchObject({
      title: 'Sedge is certified',
      where: 'Levels, Round 1',
      link: { to: '/projects/sedge' },
      action: { id: 'SetOffer', links: { self: '/api/project/sedge' } },
      waitsFor: null,
      isRead: false,
    })
    expect(inbox.counts).toEqual({ toDo: 1, unread: 3 })
  })

  it('says who has to act when the reader cannot', async () => {
    expect((await inboxOf('rex')).items).toMatchObject([
      { action: null, waitsFor: { name: 'The farm', to: 'Set offer' } },
    ])
  })

  it('filters by unread, market, round, topic and client, and contains nothing of others', async () => {
    expect(namesIn(await inboxOf('fay', '?show=all'))).toEqual(['done', 'waiting', 'known'])
    expect(namesIn(await inboxOf('fay', '?show=unread&limit=2'))).toEqual(['done', 'waiting'])
    expect(namesIn(await inboxOf('fay', '?show=unread&limit=2&cursor=2'))).toEqual(['known'])
    for (const [words, count] of [
      ['marketId=levels', 3],
      ['marketId=none', 0],
      ['marketRoundId=bidding', 3],
      ['marketRoundId=draft', 0],
      ['clientId=farm', 2],
      [`topic=${encodeURIComponent(NOTICES.certified.topic)}`, 3],
      ['topic=Else', 0],
    ] as const)
      expect([words, (await inboxOf('fay', `?show=all&${words}`)).total]).toEqual([words, count])
    expect((await inboxOf('amy')).choices).toMatchObject({
      markets: [{ id: 'levels', name: 'Levels' }],
      rounds: [{ id: 'bidding', name: 'Levels, Round 1' }],
      clients: [{ id: 'farm', name: 'The farm' }],
    })
    expect((await world.ask(null, '/api/inbox')).statusCode).toBe(401)
  })

  it('is marked item by item, by the answering page and as a whole, only by its reader', async () => {
    const mark = async (userId: string, payload: object) =>
      (await post(userId, '/api/inbox/mark', payload)).json()
    expect(await mark('fay', { ids: ['known', 'others'], isRead: true })).toEqual({ toDo: 1, unread: 2 })
    expect((await world.ask('eve', '/api/inbox/count')).json()).toEqual({ toDo: 0, unread: 1 })
    expect(await mark('fay', { ids: ['known'], isRead: false })).toEqual({ toDo: 1, unread: 3 })
    expect(await mark('fay', { page: '/projects/reed', isRead: true })).toEqual({ toDo: 1, unread: 3 })
    expect(await mark('fay', { page: '/projects/sedge?tab=comments', isRead: true })).toEqual({
      toDo: 1,
      unread: 0,
    })
    expect(await mark('fay', { isRead: false })).toEqual({ toDo: 1, unread: 3 })
    expect(await mark('fay', { isRead: true })).toEqual({ toDo: 1, unread: 0 })
    expect(await mark('fay', { ids: ['known'], isRead: false })).toEqual({ toDo: 1, unread: 1 })
  })
})

describe('notification choices', () => {
  const choicesOf = async (userId: string) =>
    (await world.ask(userId, '/api/inbox/choices')).json<EmailSetting[]>()

  it('apply to each kind except mandatory ones, which say why', async () => {
    const before = await choicesOf('fay')
    expect(before.find(({ notice }) => notice === 'certified')).toMatchObject({
      how: 'atOnce',
      obligatory: null,
    })
    expect(
      (await post('fay', '/api/inbox/choices', { notices: ['certified'], how: 'daily' })).statusCode,
    ).toBe(204)
    expect((await choicesOf('fay')).find(({ notice }) => notice === 'certified')?.how).toBe('daily')
    const [obligatory] = before.filter(one => one.obligatory !== null)
    const refused = await post('fay', '/api/inbox/choices', { notices: [obligatory?.notice], how: 'none' })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('always send')
    expect((await post('fay', '/api/inbox/choices', { notices: ['nothing'], how: 'none' })).statusCode).toBe(
      422,
    )
    expect(await choicesOf('fay')).toEqual(
      before.map(one => (one.notice === 'certified' ? { ...one, how: 'daily' } : one)),
    )
  })

  it('exclude kinds that the reader can never receive', async () => {
    const kinds = (await choicesOf('sue')).map(({ notice }) => notice)
    expect(kinds).toContain('certified')
    expect(kinds).not.toContain('screening-passed')
  })
})

describe('unsubscribing', () => {
  const path = (userId: string, letter: string) =>
    unsubscribePath(openSecrets(world.config), { userId, letter }) ?? 'none'
  const howOf = async (userId: string, notice: string) =>
    (await world.ask(userId, '/api/inbox/choices')).json<EmailSetting[]>().find(one => one.notice === notice)
      ?.how

  it('asks first when the link opens; pressing stops that kind for that person, without signing in', async () => {
    const address = path('eve', 'screening-passed')
    const page = await world.ask(null, address)
    expect(page.statusCode).toBe(200)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain('Stop these emails')
    expect(page.body).toContain('noindex')
    expect(await howOf('eve', 'screening-passed')).toBe('atOnce')

    const payload = 'List-Unsubscribe=One-Click'
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const ended = await world.ask(null, address, { method: 'POST', payload, headers: form })
    expect(ended.statusCode).toBe(200)
    expect(await howOf('eve', 'screening-passed')).toBe('none')
    expect(await howOf('eve', 'screening-failed')).toBe('atOnce')
    expect(await howOf('fay', 'screening-passed')).toBe('atOnce')
  })

  it('works from a mail program as a multipart form (RFC 8058)', async () => {
    const payload =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const address = path('eve', 'review-passed')
    expect((await world.ask(null, address, { method: 'POST', payload, headers })).statusCode).toBe(200)
    expect(await howOf('eve', 'review-passed')).toBe('none')
  })

  it('from the daily email stops everything that it would contain', async () => {
    await post('bob', '/api/inbox/choices', { notices: ['credits-issued'], how: 'daily' })
    await world.ask(null, path('bob', 'daily-digest'), { method: 'POST' })
    expect(await howOf('bob', 'credits-issued')).toBe('none')
    expect(await howOf('bob', 'rights-allocated')).toBe('atOnce')
  })

  it('fails with a link for another person, another kind or a changed character', async () => {
    const mine = path('eve', 'costs-set')
    for (const wrong of [
      mine.replace('eve', 'fay'),
      mine.replace('costs-set', 'certified'),
      `${mine}x`,
      mine.slice(0, -1),
      '/unsubscribe/x',
    ]) {
      expect((await world.ask(null, wrong)).statusCode).toBe(404)
      expect((await world.ask(null, wrong, { method: 'POST' })).statusCode).toBe(404)
    }
    expect(path('eve', 'groups-changed')).toBe('none')
    expect(path('eve', 'password-code')).toBe('none')
  })
})

describe('watching', () => {
  it('a reader starts and stops watching anything that they may see', async () => {
    const address = '/api/inbox/watch/project/sedge'
    const ask = async (method: 'GET' | 'POST' | 'DELETE', userId = 'fay', url = address) =>
      world.ask(userId, url, { method })
    expect((await ask('GET')).json()).toEqual({ isWatching: false })
    expect((await ask('POST')).json()).toEqual({ isWatching: true })
    expect((await ask('POST')).json()).toEqual({ isWatching: true })
    expect((await ask('GET')).json()).toEqual({ isWatching: true })
    expect((await ask('POST', 'eve')).statusCode).toBe(404)
    expect((await ask('POST', 'fay', '/api/inbox/watch/user/fay')).statusCode).toBe(404)
    expect((await ask('DELETE')).json()).toEqual({ isWatching: false })
  })
})

describe('undelivered emails', () => {
  it('the operator sees important messages unopened for a week, and emails that bounced', async () => {
    await world.store.db
      .insertInto('mailOutbox')
      .values({
        id: 'back',
        letter: 'certified',
        userId: 'eve',
        facts: '{}',
        state: 'failed',
        bounced: true,
        message: '550 No such mailbox',
        notBefore: NOW,
        createdAt: NOW,
      })
      .execute()
    const answer = await world.ask('olga', '/api/inbox/unreached')
    const { unopened, returned } = answer.json<AnswerOf<typeof readUnreached>>()
    expect(unopened).toMatchObject([
      { id: 'others', person: { name: 'Person eve' }, organisation: { name: 'The estate' }, letter: 'none' },
    ])
    expect(returned).toMatchObject([
      { id: 'back', to: 'eve@x.example', isRefused: true, message: '550 No such mailbox' },
    ])
    expect((await world.ask('fay', '/api/inbox/unreached')).statusCode).toBe(404)
  })
})
