import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { utcDayOf } from '@credit-market/values/dates'
import type { ListPage } from '#contract/kit/resource'
import type { PublicRound } from '#contract/public/public'
import { seasonsFrom, seasonText } from '#domain/round/season'
import { BIDDER_TYPES, type Round } from '#domain/round/round'
import { unsubscribePath } from '#server/mail/unsubscribe'
import { openSecrets } from '#server/auth/secrets'
import { participantsForRound } from '../builders/fits.ts'
import { TEMPLATE_NOW } from '../builders/templates.ts'
import { type Person, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
})
afterAll(() => market.close())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const LATER = '2099-12-31'
const BEFORE = '2000-01-01'
const windows = Object.fromEntries(
  ['suppliers', 'buyers', 'projects', 'requirements'].flatMap(name => [
    [`${name}Start`, BEFORE],
    [`${name}End`, LATER],
  ]),
)

/** A draft round like one of the demonstration, with these changes. */
const draft = async (id: string, more: Partial<Round>): Promise<Round> => {
  const { db, read } = market.store
  const like = await db.selectFrom('round').selectAll().orderBy('ordinal').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('round')
    .values({
      ...{
        id,
        marketId: like.marketId,
        name: `Round ${id}`,
        status: 'Draft',
        bidderType: 'BuyersAndInvestors',
      },
      ...{ services: [], standardIds: [], projectTypeIds: [], ncaIds: [], lpaIds: [], subcatchmentIds: [] },
      ...{ ampEnd: LATER, biodiversitySupply: 'fromDelivery', tellsCriticalAmounts: true },
      ...windows,
      ...more,
    } as never)
    .execute()
  return (await read.one('round', id))!
}

/** The organisations whose people have the notice of an open or a planned round, and the emails about it. */
const told = async (roundId: string, notice: 'round-opened' | 'round-planned' = 'round-opened') => {
  const { db } = market.store
  const items = await db
    .selectFrom('inboxItem')
    .innerJoin('user', 'user.id', 'inboxItem.userId')
    .select(['user.id as userId', 'user.organisationId', 'letterId', 'inboxItem.facts'])
    .where('kind', '=', notice)
    .where('roundId', '=', roundId)
    .execute()
  const page = items[0]?.facts.page ?? ''
  const toAddresses = await db
    .selectFrom('mailOutbox')
    .select(['organisationId', 'facts'])
    .where('letter', '=', notice)
    .where('organisationId', 'is not', null)
    .execute()
  return {
    items,
    organisations: new Set(items.map(one => one.organisationId ?? '')),
    letters: items.filter(one => one.letterId !== null),
    toAddresses: toAddresses.filter(({ facts }) => facts.page === page).map(one => one.organisationId),
  }
}

const open = (id: string) => operator.does('Open', { kind: 'round', id }, { confirmed: true })

describe('a round that opens', () => {
  it('is announced to every participant that it fits and to no other, whatever it trades', async () => {
    const { db, read } = market.store
    const pick = <T>(all: readonly T[], place: number): T => all[place % all.length]!
    const ncas = (await read.list('nca', {})).map(({ id }) => id)
    const catchments = (await read.list('subcatchment', {})).map(({ id }) => id)
    const types = (await read.list('projectType', {})).map(({ id }) => id)
    const signedIn = await db
      .selectFrom('user')
      .select('organisationId')
      .where('active', '=', true)
      .where('admittedAt', 'is not', null)
      .execute()
    const withPeople = new Set(signedIn.map(one => one.organisationId))
    const sizes: number[] = []
    for (let place = 0; place < 10; place++) {
      const round = await draft(`RD-ANY-${place}`, {
        services: place % 3 === 0 ? [] : [pick(CREDIT_TYPES, place)],
        bidderType: pick(BIDDER_TYPES, place),
        ncaIds: place % 2 === 0 ? [] : [pick(ncas, place * 7)],
        subcatchmentIds: place % 4 === 0 ? [pick(catchments, place * 3)] : [],
        projectTypeIds: place % 5 === 0 ? [pick(types, place)] : [],
        ...(place === 7 && { suppliersStart: '1999-01-01', suppliersEnd: BEFORE }),
      })
      const expected = await participantsForRound(read, round, utcDayOf(TEMPLATE_NOW))
      await open(round.id)
      const { organisations, toAddresses, items, letters } = await told(round.id)
      expect([round.id, [...organisations].toSorted()]).toEqual([
        round.id,
        [...expected].filter(id => withPeople.has(id)).toSorted(),
      ])
      expect(toAddresses.filter(id => !expected.has(id!) || withPeople.has(id))).toEqual([])
      expect(letters).toHaveLength(items.length)
      sizes.push(expected.size)
    }
    expect(Math.max(...sizes), 'some rounds fit many').toBeGreaterThan(20)
    expect(new Set(sizes).size, 'others fit few').toBeGreaterThan(3)
  })

  it('is announced once: opening it again notifies no one twice, by inbox or by email', async () => {
    const { id } = await draft('RD-TWICE', {})
    await open(id)
    const before = await told(id)
    expect(before.items.length).toBeGreaterThan(0)
    await operator.does('Close', { kind: 'round', id }, { confirmed: true })
    await open(id)
    const after = await told(id)
    expect(after.items.map(({ userId }) => userId).toSorted()).toEqual(
      before.items.map(({ userId }) => userId).toSorted(),
    )
    expect(after.toAddresses).toEqual(before.toAddresses)
  })

  it('sends no email to people who opted out, who find it in the inbox', async () => {
    const { id: first } = await draft('RD-FIRST', {})
    await open(first)
    const { userId } = (await told(first)).items[0]!
    await market.store.db
      .insertInto('noticeChoice')
      .values({ userId, kind: 'round-opened', how: 'none' } as never)
      .execute()
    const { id } = await draft('RD-SECOND', {})
    await open(id)
    const one = (await told(id)).items.find(item => item.userId === userId)
    expect(one).toMatchObject({ letterId: null })
  })
})

describe('an organisation in which no one signs in', () => {
  it('stops these emails by the link in one of them, and gets the others', async () => {
    const { id: before } = await draft('RD-BEFORE', {})
    await open(before)
    const [one, other] = [...(await told(before)).organisations]
    await market.store.db
      .updateTable('user')
      .set({ active: false })
      .where('organisationId', 'in', [one!, other!])
      .execute()
    const { id: first } = await draft('RD-HEARD', {})
    await open(first)
    expect((await told(first)).toAddresses).toEqual(expect.arrayContaining([one, other]))

    const letter = { userId: null, organisationId: one!, letter: 'round-opened' }
    const link = unsubscribePath(openSecrets(market.config), letter) ?? 'none'
    const press = async (url: string) =>
      (await market.app.inject({ url, method: 'POST', payload: 'List-Unsubscribe=One-Click', headers: FORM }))
        .statusCode
    expect(await press(link.replace(one!, other!))).toBe(404)
    const page = await market.app.inject({ url: link })
    expect(page.body).toContain('Stop these emails')
    expect(page.body).not.toContain('inbox')
    expect([await press(link), await press(link)]).toEqual([200, 200])

    const { id } = await draft('RD-UNHEARD', {})
    await open(id)
    const { toAddresses } = await told(id)
    expect(toAddresses).not.toContain(one)
    expect(toAddresses).toContain(other)
  })
})

describe('a planned round', () => {
  const NO_DATES = Object.fromEntries(Object.keys(windows).map(name => [name, null]))
  const plan = (id: string, expectedFrom: string | null) =>
    operator.does('AnnouncePlan', { kind: 'round', id }, { expectedFrom })
  const publicRounds = async () =>
    (await market.stranger.get<ListPage<PublicRound>>('/api/public/rounds')).items
  // Later than the rounds of the demonstration, which are planned for no season.
  const SEASON = seasonsFrom(utcDayOf(TEMPLATE_NOW), 3)[2] ?? ''
  const NEXT = seasonsFrom(SEASON, 2)[1] ?? ''

  it('is announced to every participant that it fits and to no other, with or without dates', async () => {
    const { read } = market.store
    const ncas = (await read.list('nca', {})).map(({ id }) => id)
    const sizes: number[] = []
    for (let place = 0; place < 8; place++) {
      const round = await draft(`RD-PLAN-${place}`, {
        services: place % 3 === 0 ? [] : [CREDIT_TYPES[place % CREDIT_TYPES.length]!],
        bidderType: BIDDER_TYPES[place % BIDDER_TYPES.length]!,
        ncaIds: place % 2 === 0 ? [] : [ncas[place * 5]!],
        ...(place % 4 < 2 && NO_DATES),
      })
      const expected = await participantsForRound(read, round, utcDayOf(TEMPLATE_NOW))
      const people = await market.store.db
        .selectFrom('user')
        .select('organisationId')
        .where('active', '=', true)
        .where('admittedAt', 'is not', null)
        .execute()
      const withPeople = new Set(people.map(one => one.organisationId))
      await plan(round.id, SEASON)
      const { organisations, toAddresses } = await told(round.id, 'round-planned')
      expect([round.id, [...organisations].toSorted()]).toEqual([
        round.id,
        [...expected].filter(id => withPeople.has(id)).toSorted(),
      ])
      expect(toAddresses.filter(id => !expected.has(id!) || withPeople.has(id))).toEqual([])
      sizes.push(expected.size)
    }
    expect(Math.max(...sizes), 'some rounds fit many').toBeGreaterThan(20)
    expect(new Set(sizes).size, 'others fit few').toBeGreaterThan(2)
  })

  it('is public by name, credits, areas and season, without its dates, and stays closed to participants', async () => {
    const { id } = await draft('RD-SEEN', {})
    expect((await market.stranger.send(`/rounds/${id}`)).status).toBe(404)
    await plan(id, SEASON)
    expect((await publicRounds()).find(one => one.id === id)).toMatchObject({
      status: 'Draft',
      expectedFrom: SEASON,
      suppliersStart: null,
      requirementsEnd: null,
    })
    const sentence = `Registration is expected to open in ${seasonText(SEASON)}.`
    for (const page of ['/', '/rounds', `/rounds/${id}`])
      expect([page, String((await market.stranger.send(page)).body).includes(sentence)]).toEqual([page, true])
    const { items } = await told(id, 'round-planned')
    expect(items.length).toBeGreaterThan(0)
    const reader = market.as(items[0]!.userId)
    expect((await reader.send(`/api/round/${id}`)).status).toBe(404)
    expect(items[0]!.facts.page).toBe(`/rounds/${id}`)
  })

  it('is announced again when another season is expected, and when it is no longer planned', async () => {
    const { id } = await draft('RD-MOVED', {})
    await plan(id, SEASON)
    const first = (await told(id, 'round-planned')).items.length
    expect(
      (await operator.tries('AnnouncePlan', { kind: 'round', id }, { expectedFrom: SEASON })).status,
    ).toBe(422)
    await plan(id, NEXT)
    expect((await told(id, 'round-planned')).items).toHaveLength(2 * first)
    await plan(id, null)
    expect((await told(id, 'round-planned')).items).toHaveLength(3 * first)
    expect((await market.stranger.send(`/rounds/${id}`)).status).toBe(404)
  })

  it('still has its opening announced, once', async () => {
    const { id } = await draft('RD-LATER', {})
    await plan(id, SEASON)
    await open(id)
    expect((await told(id)).items.map(({ userId }) => userId).toSorted()).toEqual(
      (await told(id, 'round-planned')).items.map(({ userId }) => userId).toSorted(),
    )
    expect((await operator.tries('AnnouncePlan', { kind: 'round', id }, { expectedFrom: NEXT })).status).toBe(
      409,
    )
  })
})
