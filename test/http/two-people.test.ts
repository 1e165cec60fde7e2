import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BulkAct } from '#contract/bulk'
import type { Done, Rehearsal } from '#contract/form'
import type { ProposalRow, ProposalView } from '#contract/proposal'
import type { ListOf } from '#contract/resource'
import type { ActivityItem } from '#contract/subject'
import { performBulk } from '#server/tasks/bulk'
import { lapseProposals, voidOutdated } from '#server/tasks/lapse-proposals'
import { claim } from '#server/tasks/queue'
import type { Working } from '#server/tasks/schedule'
import { matchedRound, SOMERSET } from '../builders/rounds.ts'
import { type Person, submissionOf, type Subject, world, type World } from '../builders/world.ts'

let market: World
let one: Person
let other: Person
beforeAll(async () => {
  market = await world({ from: matchedRound, works: false, secondPerson: 'operator' })
  one = market.as('operator')
  other = market.as('operator2')
})
afterAll(() => market.close())

const REASON = 'The review is complete'
const path = ({ kind, id }: Subject, action: string) => `/api/${kind}/${id}/action/${action}`
/** Sends an action with the reason for which it is proposed. */
const sends = (who: Person, action: string, on: Subject, values: object, reason?: string) =>
  who.send(path(on, action), submissionOf({ values, ...(reason !== undefined && { reason }) }))
const proposes = async (who: Person, action: string, on: Subject, values: object): Promise<string> => {
  const { status, body } = await sends(who, action, on, values, REASON)
  const { proposal } = body as Done
  if (status !== 202 || !proposal) throw new Error(JSON.stringify(body))
  return proposal
}
const proposal = (id: string): Subject<'proposal'> => ({ kind: 'proposal', id })
const statusOf = async ({ kind, id }: Subject) => {
  const row = await market.store.read.one(kind as 'round', id ?? '')
  return row?.status
}
const read = (id: string) => one.get<ProposalView>(`/api/proposal/${id}`)
const ACCEPT = { confirmed: true }

describe('what needs two people', () => {
  it('is proposed with a reason, changes nothing, and says what it would change', async () => {
    const { approval } = await one.form('AcceptMatch', SOMERSET)
    expect(approval).toMatchObject({ waiting: null, others: 0 })
    expect(approval?.approvers).toContain('Bertie Rhyne')
    expect(await sends(one, 'AcceptMatch', SOMERSET, ACCEPT)).toMatchObject({
      status: 422,
      body: [{ field: 'reason of the proposal', message: 'Field required' }],
    })
    const told = await one.rehearses('AcceptMatch', SOMERSET, ACCEPT)
    const id = await proposes(one, 'AcceptMatch', SOMERSET, ACCEPT)
    expect(await statusOf(SOMERSET)).toBe('Matched')
    const seen = await read(id)
    expect(seen).toMatchObject({
      status: 'Waiting',
      reason: REASON,
      title: 'Accept match',
      isOutdated: false,
    })
    expect(seen.foreseen?.changes.statuses.length).toBe(told.changes?.statuses.length)
    expect(seen.foreseen?.changes).toEqual(told.changes)
    expect((await one.form('AcceptMatch', SOMERSET)).approval?.waiting).toBe(id)
    expect(await sends(other, 'AcceptMatch', SOMERSET, ACCEPT, REASON)).toMatchObject({
      status: 409,
      body: { reason: 'proposed' },
    })
  })

  it('is never decided by whoever proposed it, by the program and by the database', async () => {
    const [{ id }] = (await one.get<ListOf<ProposalRow>>('/api/proposals?status=Waiting')).items as [
      ProposalRow,
    ]
    for (const action of ['Approve', 'Decline'])
      expect(await sends(one, action, proposal(id), { note: 'Mine' })).toMatchObject({ status: 409 })
    expect(await statusOf(SOMERSET)).toBe('Matched')
    const { db } = market.store
    await expect(
      db
        .updateTable('proposal')
        .set({ status: 'Approved', decidedBy: 'operator', decidedAt: market.runtime.now() })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow(/proposal_is_decided_by_another/)
    await expect(
      db.updateTable('proposal').set({ action: 'RejectMatch' }).where('id', '=', id).execute(),
    ).rejects.toThrow(/does not change/)
  })

  it('an account that several people share decides nothing of its own organisation', async () => {
    const [{ id }] = (await one.get<ListOf<ProposalRow>>('/api/proposals?status=Waiting')).items as [
      ProposalRow,
    ]
    const { db } = market.store
    const share = (isShared: boolean) =>
      db.updateTable('user').set({ isShared }).where('id', '=', 'operator2').execute()
    await share(true)
    expect((await read(id)).approvers).not.toContain('Bertie Rhyne')
    expect(await sends(other, 'Approve', proposal(id), {})).toMatchObject({ status: 422 })
    expect(await statusOf(SOMERSET)).toBe('Matched')
    await share(false)
  })

  it('is declined with a note, or withdrawn by whoever proposed it, and nothing is done', async () => {
    const [{ id }] = (await one.get<ListOf<ProposalRow>>('/api/proposals?status=Waiting')).items as [
      ProposalRow,
    ]
    expect(await sends(other, 'Decline', proposal(id), {})).toMatchObject({ status: 422 })
    await other.does('Decline', proposal(id), { note: 'Not before Friday' })
    expect(await read(id)).toMatchObject({ status: 'Declined', note: 'Not before Friday', answers: [] })
    const second = await proposes(one, 'RejectMatch', SOMERSET, { reason: 'A mistake in the reserve' })
    expect(await sends(other, 'WithdrawProposal', proposal(second), { confirmed: true })).toMatchObject({
      status: 409,
    })
    await one.does('WithdrawProposal', proposal(second), { confirmed: true })
    expect(await read(second)).toMatchObject({ status: 'Withdrawn', decidedBy: null })
    expect(await statusOf(SOMERSET)).toBe('Matched')
  })

  it('becomes void when what it is about has changed, and says so', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET, ACCEPT)
    await market.store.db
      .updateTable('round')
      .set({ version: sql`version + 1` })
      .where('id', '=', SOMERSET.id ?? '')
      .execute()
    expect((await read(id)).isOutdated).toBe(true)
    const late = await sends(other, 'Approve', proposal(id), {})
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ error: expect.stringContaining('the proposal is void') })
    expect(await read(id)).toMatchObject({ status: 'Void', decidedBy: null })
    expect(await statusOf(SOMERSET)).toBe('Matched')
  })

  it('is made void soon after its subject changes, without anybody looking, and its proposer is told', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET, ACCEPT)
    expect(await voidOutdated(market.runtime)).toBe(0)
    await market.store.db
      .updateTable('round')
      .set({ version: sql`version + 1` })
      .where('id', '=', SOMERSET.id ?? '')
      .execute()
    expect(await voidOutdated(market.runtime)).toBe(1)
    expect(await read(id)).toMatchObject({ status: 'Void', note: expect.stringContaining('has changed') })
    const told = await market.store.db
      .selectFrom('inboxItem')
      .select(['userId', 'kind'])
      .where('subjectId', '=', id)
      .where('kind', '=', 'proposal-decided')
      .execute()
    expect(told).toEqual([{ userId: 'operator', kind: 'proposal-decided' }])
  })

  it('is made void when something else changes on which it was proposed, and its page says so at once', async () => {
    const waiting = await market.store.read.one('proposal', { subjectId: 'R004', status: 'Waiting' })
    const { id } = waiting!
    expect(await read(id)).toMatchObject({ isOutdated: false })
    const { runtime } = market
    expect(await lapseProposals.run({ runtime } as Working)).toMatchObject({ void: 0 })
    // The agreement is gone, and the requirement itself is as it was.
    await sql`update filed_document set tag = 'SupportingDocument' where owner_id = 'R004'`.execute(
      market.store.db,
    )
    await sql`update certificate set state = 'Revoked', ended_at = now(), ended_reason = 'Wrong' where subject_id = 'R004'`.execute(
      market.store.db,
    )
    expect(await voidOutdated(runtime)).toBe(0)
    expect(await read(id)).toMatchObject({ isOutdated: true })
    expect(await lapseProposals.run({ runtime } as Working)).toMatchObject({ void: 1 })
    expect(await statusOf(proposal(id))).toBe('Void')
  })

  it('becomes void when whoever proposed it may not act any more', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET, ACCEPT)
    const { db } = market.store
    const active = (isActive: boolean) =>
      db.updateTable('user').set({ active: isActive }).where('id', '=', 'operator').execute()
    await active(false)
    expect((await sends(other, 'Approve', proposal(id), {})).status).toBe(409)
    await active(true)
    // Whoever was shut out has to sign in again.
    market.setClock(market.runtime.now())
    expect(await statusOf(proposal(id))).toBe('Void')
  })

  it('expires when nobody has decided it in time', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET, ACCEPT)
    const runtime = { ...market.runtime, now: () => '2040-01-01T10:00:00.000Z' }
    expect(await lapseProposals.run({ runtime } as Working)).toMatchObject({ void: 0 })
    expect(await statusOf(proposal(id))).toBe('Expired')
    expect((await sends(other, 'Approve', proposal(id), {})).status).toBe(409)
  })

  it('is done once when fifty approve it at the same time, under both names', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET, ACCEPT)
    const shown: Rehearsal = await other.rehearses('Approve', proposal(id), {})
    expect(shown.changes?.statuses.some(({ kind, to }) => kind === 'round' && to === 'Settled')).toBe(true)
    expect(await statusOf(SOMERSET)).toBe('Matched')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sends(other, 'Approve', proposal(id), { note: 'Seen' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await statusOf(SOMERSET)).toBe('Settled')
    expect(await read(id)).toMatchObject({ status: 'Approved', decidedBy: 'Bertie Rhyne', note: 'Seen' })
    const { items } = await one.get<ListOf<ActivityItem>>(
      `/api/activity?subjectType=round&subjectId=${SOMERSET.id}`,
    )
    const accepted = items.find(({ action }) => action === 'AcceptMatch')
    expect(accepted).toMatchObject({ actor: 'Ada Fennimarsh', approvedBy: 'Bertie Rhyne' })
    expect(items.some(({ action }) => action === 'Propose')).toBe(true)
  })

  it('is proposed thing by thing in a bulk act, and many are approved at once', async () => {
    const people = ['larkhanger.su02', 'alba.bu01', 'umbershaw.su14']
    const bulk = async (who: Person, request: object): Promise<BulkAct> => {
      const begun = await who.send('/api/bulk-act', submissionOf(request))
      expect(begun.status).toBe(200)
      const { id } = begun.body as BulkAct
      const task = await claim(market.store.db, ['bulk'], id)
      await performBulk(market.runtime, task!, new AbortController().signal, { error: () => undefined })
      return who.get<BulkAct>(`/api/bulk-act/${id}`)
    }
    const users = await market.store.read.list('user', { username: people })
    const proposed = await bulk(one, {
      ...{ key: 'many', kind: 'user', action: 'ChangeGroups', values: { groups: ['participant'] } },
      ...{ reason: REASON, items: users.map(({ id }) => ({ id })) },
    })
    expect(proposed).toMatchObject({ done: 3, refused: 0 })
    const waiting = await other.get<ListOf<ProposalRow>>('/api/proposals?status=Waiting')
    expect(waiting.items).toHaveLength(3)
    const approve = (who: Person, key: string) =>
      bulk(who, {
        ...{ key, kind: 'proposal', action: 'Approve', values: {} },
        items: waiting.items.map(({ id, version }) => ({ id, version })),
      })
    expect(await approve(one, 'own')).toMatchObject({ done: 0, refused: 3 })
    expect(await approve(other, 'theirs')).toMatchObject({ done: 3, refused: 0 })
  })
})
