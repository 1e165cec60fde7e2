import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionPreview } from '#contract/kit/form'
import type { ChangedRecord } from '#contract/desk/home'
import {
  OFFERED_PROJECT,
  type OfferingRound,
  openOfferingRound,
  SET_OFFER,
  submitDirectly,
} from '../builders/offering.ts'
import { sampleDocument } from '../builders/paper.ts'
import { SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, type Subject, waitUntil, type World } from '../builders/world.ts'
import { startSignInApi } from './browser.ts'

const mention = (kind: 'user' | 'organisation', id: string) => {
  const node = { type: 'beautifulMention', trigger: '@', value: id, data: { kind, id } }
  const root = {
    type: 'root',
    children: [{ type: 'paragraph', children: [{ type: 'text', text: 'Please look ' }, node] }],
  }
  return { comment: { json: JSON.stringify({ root }) } }
}

describe('a preview', () => {
  let place: OfferingRound
  let market: World
  const told: ChangedRecord[] = []
  beforeAll(async () => {
    place = await openOfferingRound()
    market = place.market
    await market.runtime.changeFeed.listen(changes => void told.push(...changes))
  })
  afterAll(() => market.close())

  const preview = (person: Person, path: string, submission: object, headers?: Record<string, string>) =>
    submitDirectly(person, path, { ...submission, preview: true }, headers)

  it('reports wrong answers with 200, and the field messages of the real action', async () => {
    const values = { maintenance: -1, marketOperator: 'much', complianceMonitoring: 1 }
    const { messages, changes } = await place.operator.rehearses('SetCosts', OFFERED_PROJECT, values)
    expect(changes).toBe(null)
    expect(messages).toContainEqual({ field: 'performanceMonitoring', message: 'Field required' })
    expect((await place.operator.tries('SetCosts', OFFERED_PROJECT, values)).body).toEqual(messages)
  })

  it('reports warnings, which do not block, as messages by field', async () => {
    const { messages, warnings } = await place.operator.rehearses(
      'SetReserveInfo',
      { kind: 'round', id: 'RD-SOL-1' },
      { hasReserve: true, reservePercentage: 50, reserveAppliesTo: 'supply', agreedWithEMB: true },
    )
    expect(messages).toEqual([])
    expect(warnings).toEqual([{ field: 'reservePercentage', message: 'The recommended range is 10% to 20%' }])
  })

  it('of approving an authority names agent, permissions, client and place', async () => {
    const { changes, sentences } = await place.operator.rehearses(
      'SetApproval',
      { kind: 'agentAuthority', id: 'RD-SOM-1-BU08-AG03' },
      { isApproved: true, permissions: ['MakeOffersOrBids'] },
    )
    expect(changes?.statuses).toMatchObject([
      { name: 'Umberlane Planning Ltd for Inkpenny Properties Ltd', to: 'Approved' },
    ])
    expect(sentences).toEqual([
      'Umberlane Planning Ltd can act for Inkpenny Properties Ltd in Somerset Levels Nature Market (demonstration), Round 1: Make offers or bids for projects and requirements in the round',
    ])
  })

  it('returns the remaining choices, and the answers as the form continues with them', async () => {
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

  it('passes the same gates as the action: 404, 403, and 409 for status and version', async () => {
    const stranger = market.as('alba.bu01')
    const { version } = await place.owner.form('SetOffer', OFFERED_PROJECT)
    const values = await place.offer(1)
    expect((await preview(stranger, SET_OFFER, { values })).status).toBe(404)
    expect((await preview(place.owner, '/api/project/P207/action/SetCosts', { values: {} })).status).toBe(403)
    const early = await preview(place.operator, '/api/project/P207/action/Contract', { values: {} })
    expect(early).toMatchObject({ status: 409, body: { reason: 'from' } })
    const stale = await preview(place.owner, SET_OFFER, { values, version: version + 1 })
    expect(stale).toMatchObject({ status: 409, body: { reason: 'version' } })
  })

  it('changes nothing: no task, email, log entry or server-sent event', async () => {
    const counts = async () => {
      const { db } = market.store
      const tables = ['task', 'mailOutbox', 'activity', 'idempotency', 'filedDocument', 'comment'] as const
      return Promise.all(tables.map(async table => (await db.selectFrom(table).selectAll().execute()).length))
    }
    const before = await counts()
    const matching = await place.operator.rehearses('Match', SOMERSET_ROUND, { confirmed: true })
    expect(matching.changes?.things).toContainEqual({ kind: 'task', change: 'created', count: 1 })
    const said = await place.operator.rehearses('Comment', OFFERED_PROJECT, mention('organisation', 'SU22'))
    expect(said.changes?.letters).toEqual([{ letter: 'comment-mention', readers: 'PARTICIPANT', count: 1 }])
    await preview(place.owner, SET_OFFER, { values: await place.offer(1) }, { 'idempotency-key': 'once' })
    expect(await counts()).toEqual(before)
    // None of the previews sends a notice, only the action that follows.
    await place.operator.does('Comment', OFFERED_PROJECT, mention('organisation', 'SU22'))
    await waitUntil('the comment has been sent', async () => told.length > 0)
    expect(told).toMatchObject([{ kind: OFFERED_PROJECT.kind, id: OFFERED_PROJECT.id }])
  })

  it('leaves a key for the real submission, and its stored answer unchanged', async () => {
    const key = { 'idempotency-key': 'meant' }
    const values = await place.offer(150_000)
    await preview(place.owner, SET_OFFER, { values }, key)
    const done = await submitDirectly(place.owner, SET_OFFER, { values }, key)
    expect(done.status).toBe(200)
    await preview(place.owner, SET_OFFER, { values: await place.offer(1) }, key)
    expect((await submitDirectly(place.owner, SET_OFFER, { values }, key)).body).toEqual(done.body)
  })

  it('shows an amount only to readers who may know it', async () => {
    const money = async (person: Person) =>
      (await person.rehearses('SetOffer', OFFERED_PROJECT, await place.offer(246_813.57))).changes?.money
    expect(await money(place.owner)).toEqual([
      {
        ...{ kind: 'project', id: 'P207', name: expect.any(String), what: 'offer', amount: 246_813.57 },
        quantities: [{ creditType: 'NutrientMitigationNitrogen', units: expect.any(Number) }],
      },
    ])
    expect(await money(place.operator)).toEqual([])
  })

  it('shows a participant which visible subjects it changes, and nothing of the round', async () => {
    const { changes } = await place.owner.rehearses('SetOffer', OFFERED_PROJECT, await place.offer(1))
    expect(changes?.organisations).toEqual([{ id: 'SU22', name: expect.any(String) }])
    expect(changes?.inRound).toEqual([])
  })

  it('of a match shows the offers and bids that enter it, by credit type', async () => {
    const { changes } = await place.operator.rehearses('Match', SOMERSET_ROUND, { confirmed: true })
    const { read } = market.store
    const offers = await read.list('project', { roundId: SOMERSET_ROUND.id ?? '', status: 'Offered' })
    const bids = await read.list('requirement', { roundId: SOMERSET_ROUND.id ?? '', status: 'Bid' })
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

  it('shows the operator which offers would be withdrawn, but not their amounts', async () => {
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

  it('shows neither addresses nor names of email recipients', async () => {
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

  it('uploads files, which then need not be sent again', async () => {
    const [draft] = await market.store.read.list('project', { roundId: 'RD-SOM-1', status: 'Draft' })
    const project: Subject = { kind: 'project', id: draft?.id }
    const { files, messages } = await place.operator.rehearses(
      'SetLandholderInfo',
      project,
      {},
      sampleDocument('landholderInfo'),
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
  it('is required for moving credits or rights, but not for previewing it', async () => {
    const door = await startSignInApi({ REQUIRE_STEP_UP: 'on' })
    const post = (preview?: true) =>
      door.ask('olga', '/api/user/dan/action/DisableUser', {
        method: 'POST',
        payload: { values: {}, preview },
      })
    expect((await post()).statusCode).toBe(403)
    const rehearsed = await post(true)
    expect(rehearsed.statusCode).toBe(200)
    expect(rehearsed.json<ActionPreview>().changes?.things).toEqual([
      { kind: 'user', change: 'updated', count: 1 },
    ])
    expect(await door.store.read.one('user', 'dan')).toMatchObject({ active: true })
    await door.close()
  })
})
