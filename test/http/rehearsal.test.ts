import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rehearsal } from '#contract/form'
import type { RecordChange } from '#contract/home'
import { OFFERED, type Offering, offering, SET_OFFER, submit } from '../builders/offering.ts'
import { paper } from '../builders/paper.ts'
import { SOMERSET } from '../builders/rounds.ts'
import { type Person, type Subject, until, type World } from '../builders/world.ts'
import { startDoor } from './browser.ts'

const mention = (kind: 'user' | 'organisation', id: string) => {
  const node = { type: 'beautifulMention', trigger: '@', value: id, data: { kind, id } }
  const root = {
    type: 'root',
    children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Please look ' }, node] }],
  }
  return { comment: { json: JSON.stringify({ root }) } }
}

describe('a rehearsal', () => {
  let place: Offering
  let market: World
  const told: RecordChange[] = []
  beforeAll(async () => {
    place = await offering()
    market = place.market
    await market.runtime.changeFeed.listen(changes => void told.push(...changes))
  })
  afterAll(() => market.close())

  const preview = (person: Person, path: string, submission: object, headers?: Record<string, string>) =>
    submit(person, path, { ...submission, preview: true }, headers)

  it('a rehearsal tells of wrong answers with 200, and the messages by field with which running refuses', async () => {
    const values = { maintenance: -1, marketOperator: 'much', complianceMonitoring: 1 }
    const { messages, changes } = await place.operator.rehearses('SetCosts', OFFERED, values)
    expect(changes).toBe(null)
    expect(messages).toContainEqual({ field: 'performanceMonitoring', message: 'Field required' })
    expect((await place.operator.tries('SetCosts', OFFERED, values)).body).toEqual(messages)
  })

  it('a rehearsal tells warnings, which do not block, as messages by field', async () => {
    const { messages, warnings } = await place.operator.rehearses(
      'SetReserveInfo',
      { kind: 'round', id: 'RD-SOL-1' },
      { hasReserve: true, reservePercentage: 50, reserveAppliesTo: 'supply', agreedWithEMB: true },
    )
    expect(messages).toEqual([])
    expect(warnings).toEqual([{ field: 'reservePercentage', message: 'The recommended range is 10% to 20%' }])
  })

  it('approving an authority tells which agent may do what, for whom and where', async () => {
    const { changes, sentences } = await place.operator.rehearses(
      'SetApproval',
      { kind: 'agentAuthority', id: 'RD-SOM-1-BU08-AG03' },
      { isApproved: true, permissions: ['MakeOffersOrBids'] },
    )
    expect(changes?.statuses).toMatchObject([
      { name: 'Umberlane Planning Ltd for Inkpenny Properties Ltd', to: 'Approved' },
    ])
    expect(sentences).toEqual([
      'Umberlane Planning Ltd may act for Inkpenny Properties Ltd in Somerset Levels Nature Market (demonstration), Round 1: make offers or bids for projects and requirements in the round',
    ])
  })

  it('a rehearsal tells the choices that its answers leave, and the answers as a form goes on with them', async () => {
    const rehearsal = await market
      .as('alba.bu01')
      .rehearses('ExpressInterest', { kind: 'organisation', id: 'BU01' }, { marketRoundId: 'RD-SOL-2' })
    const { capacities } = Object.fromEntries(rehearsal.fields.map(field => [field.id, field]))
    expect(capacities?.options?.map(({ id }) => id)).toEqual(['Supplier', 'Buyer'])
    const [draft] = await market.store.read.list('requirement', { roundId: 'RD-SOM-1', status: 'Draft' })
    const { values } = await place.operator.rehearses(
      'SetBuyerCredits',
      { kind: 'requirement', id: draft?.id },
      {
        creditType: 'Biodiversity',
        bioBroadHabitat: 'Lakes',
        bioDistinctiveness: 'High',
        bioHabitatType: 'CerealCrops',
      },
    )
    expect(values).toMatchObject({ bioBroadHabitat: 'Lakes', bioHabitatType: null })
  })

  it('a rehearsal passes the same gates as running: 404, 403, and 409 for status and version', async () => {
    const stranger = market.as('alba.bu01')
    const { version } = await place.owner.form('SetOffer', OFFERED)
    const values = await place.offer(1)
    expect((await preview(stranger, SET_OFFER, { values })).status).toBe(404)
    expect((await preview(place.owner, '/api/project/P207/action/SetCosts', { values: {} })).status).toBe(403)
    const early = await preview(place.operator, '/api/project/P207/action/Contract', { values: {} })
    expect(early).toMatchObject({ status: 409, body: { reason: 'from' } })
    const stale = await preview(place.owner, SET_OFFER, { values, version: version + 1 })
    expect(stale).toMatchObject({ status: 409, body: { reason: 'version' } })
  })

  it('a rehearsal carries nothing out: no task, no letter, no entry in the log, no news to open pages', async () => {
    const counts = async () => {
      const { db } = market.store
      const tables = ['task', 'mailOutbox', 'activity', 'idempotency', 'filedDocument', 'comment'] as const
      return Promise.all(tables.map(async table => (await db.selectFrom(table).selectAll().execute()).length))
    }
    const before = await counts()
    const matching = await place.operator.rehearses('Match', SOMERSET, { confirmed: true })
    expect(matching.changes?.things).toContainEqual({ kind: 'task', change: 'created', count: 1 })
    const said = await place.operator.rehearses('Comment', OFFERED, mention('organisation', 'SU22'))
    expect(said.changes?.letters).toEqual([{ letter: 'comment-mention', readers: 'PARTICIPANT', count: 1 }])
    await preview(place.owner, SET_OFFER, { values: await place.offer(1) }, { 'idempotency-key': 'once' })
    expect(await counts()).toEqual(before)
    // Of all this nothing is told, only of what is then done.
    await place.operator.does('Comment', OFFERED, mention('organisation', 'SU22'))
    await until('the comment is told', async () => told.length > 0)
    expect(told).toMatchObject([{ kind: OFFERED.kind, id: OFFERED.id }])
  })

  it('a rehearsal leaves a key to the submission that is meant, and an answer under a key as it was', async () => {
    const key = { 'idempotency-key': 'meant' }
    const values = await place.offer(150_000)
    await preview(place.owner, SET_OFFER, { values }, key)
    const done = await submit(place.owner, SET_OFFER, { values }, key)
    expect(done.status).toBe(200)
    await preview(place.owner, SET_OFFER, { values: await place.offer(1) }, key)
    expect((await submit(place.owner, SET_OFFER, { values }, key)).body).toEqual(done.body)
  })

  it('a rehearsal tells an amount to whoever may know it, and to nobody else', async () => {
    const money = async (person: Person) =>
      (await person.rehearses('SetOffer', OFFERED, await place.offer(246_813.57))).changes?.money
    expect(await money(place.owner)).toEqual([
      {
        ...{ kind: 'project', id: 'P207', name: expect.any(String), what: 'offer', amount: 246_813.57 },
        quantities: [{ creditType: 'NutrientMitigationNitrogen', units: expect.any(Number) }],
      },
    ])
    expect(await money(place.operator)).toEqual([])
  })

  it('a rehearsal tells a participant whose things it changes as far as it may see them, and nothing of the round', async () => {
    const { changes } = await place.owner.rehearses('SetOffer', OFFERED, await place.offer(1))
    expect(changes?.organisations).toEqual([{ id: 'SU22', name: expect.any(String) }])
    expect(changes?.inRound).toEqual([])
  })

  it('the rehearsal of a match tells what goes into it: the offers and bids of the round, by credit type', async () => {
    const { changes } = await place.operator.rehearses('Match', SOMERSET, { confirmed: true })
    const { read } = market.store
    const offers = await read.list('project', { roundId: SOMERSET.id ?? '', status: 'Offered' })
    const bids = await read.list('requirement', { roundId: SOMERSET.id ?? '', status: 'Bid' })
    expect(changes?.inRound).toContainEqual(
      expect.objectContaining({ kind: 'project', status: 'Offered', count: offers.length }),
    )
    expect(changes?.inRound).toContainEqual(
      expect.objectContaining({ kind: 'requirement', status: 'Bid', count: bids.length }),
    )
    const byType = changes?.inRound.find(({ status }) => status === 'Offered')?.creditTypes
    expect(byType).toContainEqual({
      creditType: 'Biodiversity',
      count: offers.filter(({ creditTypes }) => creditTypes.includes('Biodiversity')).length,
    })
  })

  it('a rehearsal tells the operator of offers that would be taken back, but not how much they were', async () => {
    const supplier: Subject = { kind: 'participation', id: 'RD-SOL-1-SU22-Supplier' }
    const offers = await market.store.read.list('project', { roundId: 'RD-SOL-1', supplierId: 'SU22' })
    const rehearsal = await place.operator.rehearses('Withdraw', supplier, { reason: 'Sold' })
    const { statuses, money } = rehearsal.changes ?? {}
    expect(statuses).toContainEqual(
      expect.objectContaining({ kind: 'project', id: 'P207', from: 'Offered', to: 'ApprovedRound' }),
    )
    expect(money).toContainEqual(expect.objectContaining({ id: 'P207', what: 'offer', amount: null }))
    // Serials are numbers of units.
    const said = JSON.stringify(rehearsal, (key, value: unknown) => (key === 'serials' ? [] : value))
    for (const { offer } of offers) expect(said).not.toContain(String((offer ?? 0) / 100))
  })

  it('a rehearsal says of letters neither whose address they go to nor to whom', async () => {
    const own: Subject = { kind: 'organisation', id: 'SU22' }
    const values = mention('user', 'operator')
    const { body } = await preview(place.owner, '/api/organisation/SU22/action/Comment', { values })
    expect(body).toMatchObject({
      changes: { letters: [{ letter: 'comment-mention', readers: 'OPER', count: 1 }] },
    })
    const { email } = (await market.store.read.one('user', 'operator')) ?? {}
    expect(email).toContain('@')
    expect(JSON.stringify(body)).not.toContain(email)
    const invited = await place.owner.rehearses('InviteUser', own, { email: 'ann@sedge.example' })
    expect(invited.changes?.letters).toEqual([{ letter: 'invitation', readers: null, count: 1 }])
  })

  it('a rehearsal takes files along, as uploads that wait to be claimed and need not be sent again', async () => {
    const [draft] = await market.store.read.list('project', { roundId: 'RD-SOM-1', status: 'Draft' })
    const project: Subject = { kind: 'project', id: draft?.id }
    const { files, messages } = await place.operator.rehearses(
      'SetLandholderInfo',
      project,
      {},
      paper('landholderInfo'),
    )
    expect(messages).toEqual([])
    const upload = await market.store.read.one('filedDocument', files.landholderInfo?.id ?? '')
    expect(upload).toMatchObject({ ownerKind: null, ownerId: null })
    await place.operator.does('SetLandholderInfo', project, files)
    expect(await market.store.read.one('filedDocument', upload?.id ?? '')).toMatchObject({
      ownerKind: 'project',
      ownerId: project.id,
    })
  })
})

describe('a fresh code', () => {
  it('a fresh code is asked for when credits or rights are moved, but not for the rehearsal of that', async () => {
    const door = await startDoor({ REQUIRE_STEP_UP: 'on' })
    const post = (preview?: true) =>
      door.ask('olga', '/api/user/dan/action/DisableUser', {
        method: 'POST',
        payload: { values: {}, preview },
      })
    expect((await post()).statusCode).toBe(403)
    const rehearsed = await post(true)
    expect(rehearsed.statusCode).toBe(200)
    expect(rehearsed.json<Rehearsal>().changes?.things).toEqual([
      { kind: 'user', change: 'updated', count: 1 },
    ])
    expect(await door.store.read.one('user', 'dan')).toMatchObject({ active: true })
    await door.close()
  })
})
