import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import { openActionRuntime } from '#server/open-runtime'
import { openAndCloseDueRounds } from '#server/jobs/bidding-times'
import { setMarketClock } from '../builders/market-clock.ts'
import { agreeToDeclarations, SOLENT_ROUND, SOMERSET_ROUND } from '../builders/rounds.ts'
import { copyTemplate, demonstration } from '../builders/templates.ts'
import { type Answer, type Person, serve, type Subject } from '../builders/world.ts'

const ANNOUNCED_AT = '2026-06-15T18:00:00.000Z'
const CLOSE = '2026-06-20T11:00:00.000Z'
const JUST_BEFORE = '2026-06-20T10:59:59.999Z'
const CLOSES = { bidsClose: '2026-06-20T12:00' }
const LATE = {
  reason: 'during',
  error:
    'Set offer is not possible: the market round is closed for bids and offers since Saturday 20 June 2026 at 12:00',
}

type Server = Awaited<ReturnType<typeof serve>>

/**
 * Two servers on one market whose open round closes at noon on 20 June in London, and the projects that can make offers
 * in it.
 */
const market = async () => {
  const { connection, dataDir, remove } = await copyTemplate(demonstration)
  const servers = [
    await serve(connection, dataDir, { works: false }),
    await serve(connection, dataDir, { works: false }),
  ] as const
  const [one] = servers
  const { store } = one
  const at = (moment: Instant) => setMarketClock(store.db, moment)
  await at(ANNOUNCED_AT)
  const operator = one.as('operator')
  // The demonstration has announced another closing time.
  await operator.does('SetBiddingTimes', SOLENT_ROUND, { ...CLOSES, reason: 'For the tests' })
  const projects = (
    await store.read.list('project', { roundId: SOLENT_ROUND.id ?? '', status: 'Offered' })
  ).map(({ id }): Subject<'project'> => ({ kind: 'project', id }))
  const declarations = await agreeToDeclarations(operator, 'SetOffer', projects[0]!)
  const offer = (person: Person, project: Subject<'project'>, amount: number): Promise<Answer> =>
    person.tries('SetOffer', project, { offer: amount, confirmsAmount: true, declarations })
  const close = async () => {
    for (const server of servers) await server.stop()
    await remove()
  }
  return { servers, store, at, operator, projects, offer, close, statusOf: () => statusIn(one) }
}

const statusIn = async ({ store }: Server) => (await store.read.one('round', SOLENT_ROUND.id ?? ''))?.status

describe('a round with an announced closing time', () => {
  let place: Awaited<ReturnType<typeof market>>
  beforeAll(async () => {
    place = await market()
  })
  afterAll(() => place.close())

  it('is not closed by either server before its time, nor by a system whose clock is ahead', async () => {
    const { servers, at, statusOf, offer, projects } = place
    await at(JUST_BEFORE)
    servers[0].setClock('2026-06-22T11:00:00.000Z')
    for (const { runtime } of servers) await openAndCloseDueRounds(runtime)
    expect(await statusOf()).toBe('OpenForBidsAndOffers')
    expect((await offer(servers[0].as('operator'), projects[0]!, 5000)).status).toBe(200)
  })

  it('cannot be closed early by hand, but can be moved forward with a reason and a day’s notice', async () => {
    const { operator, at, store } = place
    await at(ANNOUNCED_AT)
    expect(await operator.tries('CloseBidsAndOffers', SOLENT_ROUND, { confirmed: true })).toMatchObject({
      status: 422,
      body: [{ field: 'reason' }],
    })
    const values = { confirmed: true, reason: 'Everybody has offered' }
    const { sentences } = await operator.rehearses('CloseBidsAndOffers', SOLENT_ROUND, values)
    expect(sentences[0]).toBe('Bids and offers close on Tuesday 16 June 2026 at 19:00, UK time')
    const { message } = await operator.does('CloseBidsAndOffers', SOLENT_ROUND, values)
    expect(message).toBe('The closing time has been brought forward')
    expect(await store.read.one('round', SOLENT_ROUND.id ?? '')).toMatchObject({
      status: 'OpenForBidsAndOffers',
      bidsClose: '2026-06-16T18:00:00.000Z',
    })
  })

  it('closes at once in an emergency, with a reason that every participant can read', async () => {
    const { operator, store, statusOf, close } = await market()
    const values = { confirmed: true, atOnce: true }
    expect(await operator.tries('CloseBidsAndOffers', SOLENT_ROUND, values)).toMatchObject({
      status: 422,
      body: [{ field: 'reason' }],
    })
    const reason = 'Amounts could be read by others'
    const { message } = await operator.does('CloseBidsAndOffers', SOLENT_ROUND, { ...values, reason })
    expect(message).toBe('The round is closed for bids and offers')
    expect(await statusOf()).toBe('ClosedForBidsAndOffers')
    const letters = await store.db
      .selectFrom('mailOutbox')
      .select('facts')
      .where('letter', '=', 'bidding-times')
      .execute()
    expect(letters.filter(({ facts }) => JSON.stringify(facts).includes(reason)).length).toBeGreaterThan(10)
    await close()
  })

  it('is moved only with a reason, and every participant gets one email about it', async () => {
    const { operator, store } = place
    expect(await operator.tries('SetBiddingTimes', SOLENT_ROUND, CLOSES)).toMatchObject({
      status: 422,
      body: [{ field: 'reason', message: 'Field required' }],
    })
    const before = await store.db.selectFrom('mailOutbox').select('id').execute()
    await operator.does('SetBiddingTimes', SOLENT_ROUND, { ...CLOSES, reason: 'The road is flooded' })
    const letters = await store.db
      .selectFrom('mailOutbox')
      .selectAll()
      .where(
        'id',
        'not in',
        before.map(({ id }) => id),
      )
      .execute()
    const told = await store.db
      .selectFrom('participation')
      .select('organisationId')
      .where('roundId', '=', SOLENT_ROUND.id ?? '')
      .where('status', '<>', 'Withdrawn')
      .union(
        store.db
          .selectFrom('agentAuthority')
          .select('agentId as organisationId')
          .where('roundId', '=', SOLENT_ROUND.id ?? '')
          .where('status', '=', 'Approved'),
      )
      .execute()
    const organisationId = told.map(one => one.organisationId)
    const people = await store.read.list('user', { organisationId, active: true })
    const readers = new Set(letters.flatMap(one => one.userId ?? []))
    expect(letters.filter(one => one.userId !== null)).toHaveLength(readers.size)
    expect(readers).toEqual(new Set(people.map(({ id }) => id)))
    expect(letters.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({
        times: 'Bids and offers close on Saturday 20 June 2026 at 12:00',
        before: 'Bids and offers close on Tuesday 16 June 2026 at 19:00',
        reason: 'The road is flooded',
      }),
    )
  })

  it('loses no offer in the final rush and accepts none from its time on, at either server', async () => {
    const { servers, store, at, projects, offer, statusOf } = place
    await at(JUST_BEFORE)
    // The second server’s own clock is slow, which has no effect.
    servers[1].setClock('2026-06-20T10:58:00.000Z')
    const people = servers.map(server => server.as('operator'))
    const acknowledged = new Map<string, number[]>()
    const late: Answer[] = []
    let answered = 0
    let hasClosed = false
    let closing: Promise<void> | undefined
    const shut = async () => {
      await at(CLOSE)
      hasClosed = true
    }
    await Promise.all(
      projects.map(async (project, nth) => {
        for (let edit = 1; edit <= 12; edit += 1) {
          const wasClosed = hasClosed
          const amount = 1000 * (nth + 1) + edit
          const answer = await offer(people[(nth + edit) % 2]!, project, amount)
          if (answer.status === 200) {
            expect(wasClosed, 'no offer sent after the close is accepted').toBe(false)
            acknowledged.set(project.id!, [...(acknowledged.get(project.id!) ?? []), amount])
          } else late.push(answer)
          answered += 1
          if (answered === projects.length * 6) closing = shut()
        }
      }),
    )
    await closing
    expect(late.length).toBeGreaterThan(0)
    for (const { status, body } of late) expect([status, body]).toEqual([409, LATE])
    expect(await statusOf()).toBe('OpenForBidsAndOffers')

    await Promise.all(servers.map(({ runtime }) => openAndCloseDueRounds(runtime)))
    expect(await statusOf()).toBe('ClosedForBidsAndOffers')
    expect(acknowledged.size).toBe(projects.length)
    for (const [id, amounts] of acknowledged)
      expect((await store.read.one('project', id))?.offer, id).toBe(amounts.at(-1)! * 100)
    const closings = await store.db
      .selectFrom('activity')
      .select(['actorId', 'toStatus'])
      .where('subjectId', '=', SOLENT_ROUND.id ?? '')
      .where('action', '=', 'CloseBidsAndOffers')
      .where('toStatus', 'is not', null)
      .execute()
    expect(closings).toEqual([{ actorId: SYSTEM.userId, toStatus: 'ClosedForBidsAndOffers' }])
  })
})

describe('a round that opens automatically', () => {
  let place: Awaited<ReturnType<typeof market>>
  const TIMES = { bidsOpen: '2026-06-18T09:00', bidsClose: '2026-06-25T12:00' }
  beforeAll(async () => {
    place = await market()
    const { store } = place
    // Its registration has just ended, and everything in it is approved.
    await store.db
      .updateTable('round')
      .set({ status: 'Open', bidsOpen: null, bidsClose: null, projectsEnd: '2026-06-14' })
      .where('id', '=', SOLENT_ROUND.id ?? '')
      .execute()
  })
  afterAll(() => place.close())

  it('is announced, and until then refuses offers with its opening time', async () => {
    const { operator, offer, projects } = place
    await operator.does('SetBiddingTimes', SOLENT_ROUND, TIMES)
    expect(await offer(operator, projects[0]!, 1000)).toMatchObject({
      status: 409,
      body: {
        error:
          'Set offer is not possible: the market round is open for registration; bids and offers open on Thursday 18 June 2026 at 09:00',
      },
    })
  })

  it('opens at its time, even with registration still open and a newly started server', async () => {
    const { at, servers, store, statusOf } = place
    await at('2026-06-18T07:59:59.999Z')
    await openAndCloseDueRounds(servers[0].runtime)
    expect(await statusOf()).toBe('Open')
    await at('2026-06-19T07:00:00.000Z')
    // The clock of a newly started server is far behind.
    await openAndCloseDueRounds(openActionRuntime(store.db, { now: () => '2026-06-15T00:00:00.000Z' }))
    expect(await statusOf()).toBe('OpenForBidsAndOffers')
  })

  it('reopens only with a future closing time, or to be closed by hand', async () => {
    const { at, servers, operator, statusOf, store } = place
    await at('2026-06-25T11:00:00.000Z')
    await openAndCloseDueRounds(servers[1].runtime)
    expect(await statusOf()).toBe('ClosedForBidsAndOffers')
    const again = { confirmed: true, bidsClose: '2026-06-25T13:00' }
    expect(await operator.tries('OpenBidsAndOffers', SOLENT_ROUND, again)).toMatchObject({
      status: 422,
      body: [{ field: 'bidsClose' }],
    })
    await operator.does('OpenBidsAndOffers', SOLENT_ROUND, { ...again, bidsClose: '2026-06-28T12:00' })
    expect(await store.read.one('round', SOLENT_ROUND.id ?? '')).toMatchObject({
      status: 'OpenForBidsAndOffers',
      bidsOpen: null,
      bidsClose: '2026-06-28T11:00:00.000Z',
    })
  })

  it('is not opened by the system when no one could bid any more', async () => {
    const { at, servers, store } = place
    const id = SOMERSET_ROUND.id ?? ''
    const times = { bidsOpen: '2026-06-20T08:00:00.000Z', bidsClose: '2026-06-21T08:00:00.000Z' }
    await store.db
      .updateTable('round')
      .set({ ...times, status: 'Closed' })
      .where('id', '=', id)
      .execute()
    await at('2026-06-22T08:00:00.000Z')
    await openAndCloseDueRounds(servers[0].runtime)
    expect(await store.read.one('round', id)).toMatchObject({ status: 'Closed' })
  })
})
