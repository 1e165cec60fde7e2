import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeStatus, update } from '#actions/kit/changes'
import type { BulkAct } from '#contract/desk/bulk'
import type { HomeView } from '#contract/desk/home'
import type { ProjectView } from '#contract/project/project'
import type { QueueRow, QueueView } from '#contract/desk/queue'
import { performBulkAct } from '#server/work/bulk-task'
import { claimTask } from '#server/tasks/queue'
import { sampleDocument } from '../builders/paper.ts'
import { openMatchedRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { createEffectContext } from '../store/samples.ts'
import { type Person, submissionOf, world, type World } from '../builders/world.ts'

let market: World
let operator: Person
beforeAll(async () => {
  market = await world({ from: openMatchedRound, works: false })
  operator = market.as('operator')
  await operator.does('AcceptMatch', SOMERSET_ROUND, { confirmed: true })
})
afterAll(() => market.close())

const queue = (words: string): Promise<QueueView> => operator.get<QueueView>(`/api/queue?${words}`)
const begin = (person: Person, request: object) => person.send('/api/bulk-act', submissionOf(request))
/** Runs a bulk act in this process. */
const perform = async (id: string) => {
  const task = await claimTask(market.store.db, ['bulk'], id)
  if (!task) throw new Error('There is nothing to do')
  await performBulkAct(market.runtime, task, new AbortController().signal, { error: () => undefined })
  return task
}
const contracts = (key: string, items: readonly QueueRow[]) => ({
  key,
  kind: 'project',
  action: 'Contract',
  values: { confirmed: true },
  items: items.map(({ id, version }) => ({ id, version })),
})

describe('the queue', () => {
  it('counts what waits for each action, and home links there with the same count', async () => {
    const { acts } = await queue('')
    const { next } = await operator.get<HomeView>('/api/home')
    const led = next.filter(({ link }) => link.startsWith('/queue?act='))
    expect(led.length).toBeGreaterThan(1)
    for (const { link, count } of led.slice(0, -1))
      expect(acts.find(({ id }) => link === `/queue?act=${id}`)?.count, link).toBe(count)
    const sum = (counts: readonly (number | undefined)[]) =>
      counts.reduce<number>((all, count = 0) => all + count, 0)
    expect(sum(led.map(({ count }) => count))).toBe(sum(acts.map(({ count }) => count)))
  })

  it('appears on home with what else waits, and how much of each', async () => {
    const { next } = await operator.get<HomeView>('/api/home')
    const more = next.find(({ text }) => text.endsWith('more in the work queue'))
    const { acts } = await queue('')
    const agreements = acts.find(({ id }) => id === 'requirement.SetCreditSupplyAgreement')?.count
    expect(agreements).toBeGreaterThan(1)
    expect(more?.detail).toContain(`${agreements} credit supply agreements`)
  })

  it('filters by selected items', async () => {
    const { items } = await queue('act=project.Contract')
    const [one, two] = items.map(({ id }) => id)
    const some = await queue(`act=project.Contract&id=${one}&id=${two}`)
    expect(some.items.map(({ id }) => id)).toEqual([one, two])
    expect(some.acts.find(({ id }) => id === 'requirement.AllocateRights')?.count).toBe(0)
  })

  it('shows due items first, with what prevents each and who has to act', async () => {
    const { items, total } = await queue('act=requirement.AllocateRights&marketRoundId=RD-SOM-1')
    expect(items).toHaveLength(total)
    const days = items.map(({ due }) => due ?? '9999-12-31')
    expect(days).toEqual(days.toSorted())
    for (const row of items) {
      expect(row.missing).toMatch(/No credit supply agreement is filed/)
      expect(row.blockedBy.map(({ whose }) => whose)).toContain('you')
      expect(row.since).not.toBeNull()
    }
  })

  it('filters by market and round, page by page', async () => {
    const act = 'act=project.Contract'
    const all = await queue(act)
    expect((await queue(`${act}&marketRoundId=RD-SOM-1`)).total).toBe(all.total)
    expect((await queue(`${act}&marketId=MK-SOM`)).total).toBe(all.total)
    expect(await queue(`${act}&marketRoundId=RD-SOL-1`)).toMatchObject({ items: [], total: 0 })
    const first = await queue(`${act}&limit=1`)
    const second = await queue(`${act}&limit=1&cursor=${first.next}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      all.items.slice(0, 2).map(({ id }) => id),
    )
  })

  it('includes failed verifications and pre-market reviews, which need another look', async () => {
    const [contracted] = await market.store.read.list('project', {
      roundId: 'RD-SOL-B',
      status: 'Contracted',
    })
    await market.store.transaction(tx =>
      tx.apply([changeStatus('project', contracted!, 'FailedVerification')], createEffectContext()),
    )
    for (const [status, act] of [
      ['FailedVerification', 'project.Verify'],
      ['FailedRound', 'project.SetPreMarketReviewOutcome'],
    ] as const) {
      const [one] = await market.store.read.list('project', { status })
      const { next } = await operator.get<ProjectView>(`/api/project/${one?.id}`)
      expect(next.map(({ action }) => `project.${action}`)).toContain(act)
      const { items } = await queue(`act=${act}&id=${one?.id}`)
      expect(items).toMatchObject([{ id: one?.id, status }])
    }
  })

  it('includes a project without costs, because no offer is possible before', async () => {
    const [one] = await market.store.read.list('project', { roundId: 'RD-SOL-1', status: 'Offered' })
    const { id, costs } = one!
    const waiting = async () => (await queue(`act=project.SetCosts&id=${id}`)).items.map(row => row.id)
    await market.store.transaction(tx =>
      tx.apply([changeStatus('project', one!, 'ApprovedRound', { costs: null })], createEffectContext()),
    )
    const { next } = await operator.get<ProjectView>(`/api/project/${id}`)
    expect(next.map(({ action }) => action)).toEqual(['SetCosts'])
    expect(await waiting()).toEqual([id])
    const { next: atHome } = await operator.get<HomeView>('/api/home')
    const more = atHome.find(({ text }) => text.endsWith('more in the work queue'))
    expect(more?.detail).toContain('1 project without costs')
    const without = await market.store.read.one('project', id)
    await market.store.transaction(tx =>
      tx.apply([update('project', without!, { costs })], createEffectContext()),
    )
    expect(await waiting()).toEqual([])
  })

  it('is restricted to the market operator', async () => {
    for (const who of ['larkhanger.su02', 'alba.bu01'])
      expect((await market.as(who).send('/api/queue')).status).toBe(404)
    expect((await market.stranger.send('/api/queue')).status).toBe(401)
  })

  it('includes participants, with what is missing and who has to act', async () => {
    const { db } = market.store
    const [part] = await db
      .selectFrom('participation')
      .innerJoin('round', 'round.id', 'participation.roundId')
      .select(['participation.id', 'participation.organisationId', 'participation.capacity', 'roundId'])
      .where('round.status', '=', 'OpenForBidsAndOffers')
      .where('participation.status', '=', 'Registered')
      .execute()
    const { id, organisationId, capacity, roundId } = part!
    await db.updateTable('participation').set({ status: 'Provisional' }).where('id', '=', id).execute()
    await db.updateTable('organisation').set({ phone: null }).where('id', '=', organisationId).execute()
    const act = 'act=participation.CompleteRegistration'
    const { items, acts, total } = await queue(act)
    expect(acts.find(one => one.id === 'participation.CompleteRegistration')).toMatchObject({
      stage: 'participants',
      count: total,
    })
    const row = items.find(one => one.id === id)
    expect(row).toMatchObject({
      kind: 'participation',
      organisation: { id: organisationId },
      round: { id: roundId },
      missing: 'The organisation has no phone number',
      blockedBy: [{ whose: 'you', on: { kind: 'organisation', id: organisationId }, action: 'Update' }],
    })
    expect(row?.name).toMatch(new RegExp(` as ${capacity.toLowerCase()}$`))
    expect((await queue(`${act}&marketRoundId=${roundId}`)).items.map(one => one.id)).toContain(id)
    const { next } = await operator.get<HomeView>('/api/home')
    expect(next.find(({ link }) => link === `/queue?${act}`)?.count).toBe(total)
  })

  it('asks for an agreement only while none is filed', async () => {
    const act = 'act=project.SetNatureBasedAgreement'
    const before = await queue(act)
    const { id } = before.items[0]!
    await operator.does(
      'SetNatureBasedAgreement',
      { kind: 'project', id },
      {},
      sampleDocument('natureBasedAgreement'),
    )
    const after = await queue(act)
    expect(after.total).toBe(before.total - 1)
    expect(after.items.map(one => one.id)).not.toContain(id)
  })
})

describe('a bulk action', () => {
  it('starts once per key, is listed, and can be stopped once before its next item', async () => {
    const { items } = await queue('act=project.Contract')
    const { body } = await begin(operator, contracts('once', items))
    const { id } = body as BulkAct
    expect(body).toMatchObject({ state: 'queued', total: items.length, done: 0, steppedUpAt: null })
    expect((await begin(operator, contracts('once', items))).body).toMatchObject({ id })
    expect(await operator.get('/api/bulk-acts')).toMatchObject({ items: [{ id }] })
    const gone = await operator.send(`/api/bulk-act/${id}`, { method: 'DELETE' })
    expect(gone.status).toBe(204)
    await perform(id)
    const stopped = await operator.get<BulkAct>(`/api/bulk-act/${id}`)
    expect(stopped).toMatchObject({ state: 'cancelled', done: 0, refused: 0, cancelled: items.length })
    expect((await queue('act=project.Contract')).total).toBe(items.length)
    expect((await operator.send(`/api/bulk-act/${id}`, { method: 'DELETE' })).status).toBe(409)
  })

  it('does what is possible, explains the rest, and does nothing twice after a crash', async () => {
    const { items } = await queue('act=project.SetSection106Agreement&marketRoundId=RD-SOM-1')
    const [one, two] = items
    const { files } = await operator.rehearses(
      'SetSection106Agreement',
      { kind: 'project', id: one!.id },
      {},
      sampleDocument('section106Agreement'),
    )
    const { body } = await begin(operator, {
      key: 'two, of which one has a file',
      kind: 'project',
      action: 'SetSection106Agreement',
      values: {},
      items: [{ id: one!.id, version: one!.version, values: files }, { id: two!.id }],
    })
    const { id } = body as BulkAct
    const task = await perform(id)
    expect(await operator.get<BulkAct>(`/api/bulk-act/${id}`)).toMatchObject({
      state: 'done',
      done: 1,
      refused: 1,
      items: [
        { id: one!.id, state: 'done' },
        { id: two!.id, state: 'refused', message: expect.stringContaining('Give the reference of the deed') },
      ],
    })
    // The server ends between the act itself and the record that it is done.
    const { db } = market.store
    const entries = () => db.selectFrom('activity').select('id').where('subjectId', '=', one!.id).execute()
    const before = await entries()
    await db
      .updateTable('bulkItem')
      .set({ state: 'waiting', answers: JSON.stringify(files) })
      .where('bulkId', '=', id)
      .where('place', '=', 0)
      .execute()
    await db.updateTable('task').set({ state: 'queued' }).where('id', '=', task.id).execute()
    await perform(id)
    expect(await operator.get<BulkAct>(`/api/bulk-act/${id}`)).toMatchObject({
      state: 'done',
      done: 1,
      refused: 1,
    })
    expect(await entries()).toEqual(before)
  })

  it('is visible to its author and the operator, without things that the reader may not see', async () => {
    const { items } = await queue('act=project.Contract')
    const supplier = market.as('larkhanger.su02')
    const { status, body } = await begin(supplier, contracts('not mine', items))
    expect(status).toBe(200)
    const mine = (body as BulkAct).items
    const may = await Promise.all(
      items.map(async row => (await supplier.send(`/api/project/${row.id}`)).status === 200),
    )
    expect(mine.map(({ link }) => link !== null)).toEqual(may)
    const { id } = body as BulkAct
    expect((await market.as('alba.bu01').send(`/api/bulk-act/${id}`)).status).toBe(404)
    expect((await market.as('alba.bu01').send(`/api/bulk-act/${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await operator.send(`/api/bulk-act/${id}`)).status).toBe(200)
  })

  it('is refused for unknown or internal actions, and for a subject named twice', async () => {
    const items = [{ id: 'P101' }]
    const request = { key: 'x', kind: 'project', values: {}, items }
    expect((await begin(operator, { ...request, action: 'Nothing' })).status).toBe(404)
    expect((await begin(operator, { ...request, kind: 'round', action: 'RecordMatch' })).status).toBe(404)
    expect((await begin(operator, { ...request, kind: 'projects', action: 'CreateProject' })).status).toBe(
      404,
    )
    expect(
      (await begin(operator, { ...request, action: 'Contract', items: [...items, ...items] })).status,
    ).toBe(422)
  })
})
