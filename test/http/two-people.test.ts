import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BulkAct } from '#contract/desk/bulk'
import type { ActionResult, ActionPreview } from '#contract/kit/form'
import type { ProposalRow, ProposalView } from '#contract/desk/proposal'
import type { ListPage } from '#contract/kit/resource'
import type { ActivityItem } from '#contract/subject/subject'
import { performBulkAct } from '#server/work/bulk-task'
import { endOpenProposals, voidOutdatedProposals } from '#server/jobs/lapse-proposals'
import { claimTask } from '#server/tasks/queue'
import type { JobContext } from '#server/tasks/schedule'
import { openMatchedRound, SOMERSET_ROUND } from '../builders/rounds.ts'
import { type Person, submissionOf, type Subject, world, type World } from '../builders/world.ts'

let market: World
let one: Person
let other: Person
beforeAll(async () => {
  market = await world({ from: openMatchedRound, works: false, secondPerson: 'operator' })
  one = market.as('operator')
  other = market.as('operator2')
})
afterAll(() => market.close())

const REASON = 'The review is complete'
const path = ({ kind, id }: Subject, action: string) => `/api/${kind}/${id}/action/${action}`
/** Sends an action with the reason for proposing it. */
const sends = (who: Person, action: string, on: Subject, values: object, reason?: string) =>
  who.send(path(on, action), submissionOf({ values, ...(reason !== undefined && { reason }) }))
const proposes = async (who: Person, action: string, on: Subject, values: object): Promise<string> => {
  const { status, body } = await sends(who, action, on, values, REASON)
  const { proposal } = body as ActionResult
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

describe('four-eyes approval', () => {
  it('needs a reason, changes nothing, and shows what it would change', async () => {
    const { approval } = await one.form('AcceptMatch', SOMERSET_ROUND)
    expect(approval).toMatchObject({ waiting: null, others: 0 })
    expect(approval?.approvers).toContain('Bertie Rhyne')
    expect(await sends(one, 'AcceptMatch', SOMERSET_ROUND, ACCEPT)).toMatchObject({
      status: 422,
      body: [{ field: 'reason of the proposal', message: 'Field required' }],
    })
    const told = await one.rehearses('AcceptMatch', SOMERSET_ROUND, ACCEPT)
    const id = await proposes(one, 'AcceptMatch', SOMERSET_ROUND, ACCEPT)
    expect(await statusOf(SOMERSET_ROUND)).toBe('Matched')
    const seen = await read(id)
    expect(seen).toMatchObject({
      status: 'Waiting',
      reason: REASON,
      title: 'Accept match',
      isOutdated: false,
    })
    expect(seen.foreseen?.changes.statuses.length).toBe(told.changes?.statuses.length)
    expect(seen.foreseen?.changes).toEqual(told.changes)
    expect((await one.form('AcceptMatch', SOMERSET_ROUND)).approval?.waiting).toBe(id)
    expect(await sends(other, 'AcceptMatch', SOMERSET_ROUND, ACCEPT, REASON)).toMatchObject({
      status: 409,
      body: { reason: 'proposed' },
    })
  })

  it('is never given by the proposer, enforced by the program and the database', async () => {
    const [{ id }] = (await one.get<ListPage<ProposalRow>>('/api/proposals?status=Waiting')).items as [
      ProposalRow,
    ]
    for (const action of ['Approve', 'Decline'])
      expect(await sends(one, action, proposal(id), { note: 'Mine' })).toMatchObject({ status: 409 })
    expect(await statusOf(SOMERSET_ROUND)).toBe('Matched')
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

  it('is not possible for shared accounts in their own organisation', async () => {
    const [{ id }] = (await one.get<ListPage<ProposalRow>>('/api/proposals?status=Waiting')).items as [
      ProposalRow,
    ]
    const { db } = market.store
    const share = (isShared: boolean) =>
      db.updateTable('user').set({ isShared }).where('id', '=', 'operator2').execute()
    await share(true)
    expect((await read(id)).approvers).not.toContain('Bertie Rhyne')
    expect(await sends(other, 'Approve', proposal(id), {})).toMatchObject({ status: 422 })
    expect(await statusOf(SOMERSET_ROUND)).toBe('Matched')
    await share(false)
  })

  it('is declined with a note or withdrawn by the proposer, without effect', async () => {
    const [{ id }] = (await one.get<ListPage<ProposalRow>>('/api/proposals?status=Waiting')).items as [
      ProposalRow,
    ]
    expect(await sends(other, 'Decline', proposal(id), {})).toMatchObject({ status: 422 })
    await other.does('Decline', proposal(id), { note: 'Not before Friday' })
    expect(await read(id)).toMatchObject({ status: 'Declined', note: 'Not before Friday', answers: [] })
    const second = await proposes(one, 'RejectMatch', SOMERSET_ROUND, { reason: 'A mistake in the reserve' })
    expect(await sends(other, 'WithdrawProposal', proposal(second), { confirmed: true })).toMatchObject({
      status: 409,
    })
    await one.does('WithdrawProposal', proposal(second), { confirmed: true })
    expect(await read(second)).toMatchObject({ status: 'Withdrawn', decidedBy: null })
    expect(await statusOf(SOMERSET_ROUND)).toBe('Matched')
  })

  it('becomes void when its subject has changed, and says so', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET_ROUND, ACCEPT)
    await market.store.db
      .updateTable('round')
      .set({ version: sql`version + 1` })
      .where('id', '=', SOMERSET_ROUND.id ?? '')
      .execute()
    expect((await read(id)).isOutdated).toBe(true)
    const late = await sends(other, 'Approve', proposal(id), {})
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ error: expect.stringContaining('the proposal is void') })
    expect(await read(id)).toMatchObject({ status: 'Void', decidedBy: null })
    expect(await statusOf(SOMERSET_ROUND)).toBe('Matched')
  })

  it('becomes void soon after its subject changes, without a visit, and notifies the proposer', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET_ROUND, ACCEPT)
    expect(await voidOutdatedProposals(market.runtime)).toBe(0)
    await market.store.db
      .updateTable('round')
      .set({ version: sql`version + 1` })
      .where('id', '=', SOMERSET_ROUND.id ?? '')
      .execute()
    expect(await voidOutdatedProposals(market.runtime)).toBe(1)
    expect(await read(id)).toMatchObject({ status: 'Void', note: expect.stringContaining('changed') })
    const told = await market.store.db
      .selectFrom('inboxItem')
      .select(['userId', 'kind'])
      .where('subjectId', '=', id)
      .where('kind', '=', 'proposal-decided')
      .execute()
    expect(told).toEqual([{ userId: 'operator', kind: 'proposal-decided' }])
  })

  it('becomes void when something else that it depends on changes, and its page says so at once', async () => {
    const waiting = await market.store.read.one('proposal', { subjectId: 'R004', status: 'Waiting' })
    const { id } = waiting!
    expect(await read(id)).toMatchObject({ isOutdated: false })
    const { runtime } = market
    expect(await endOpenProposals.run({ runtime } as JobContext)).toMatchObject({ void: 0 })
    // The agreement is gone, and the requirement itself is unchanged.
    await sql`update filed_document set tag = 'SupportingDocument' where owner_id = 'R004'`.execute(
      market.store.db,
    )
    await sql`update certificate set state = 'Revoked', ended_at = now(), ended_reason = 'Wrong' where subject_id = 'R004'`.execute(
      market.store.db,
    )
    expect(await voidOutdatedProposals(runtime)).toBe(0)
    expect(await read(id)).toMatchObject({ isOutdated: true })
    expect(await endOpenProposals.run({ runtime } as JobContext)).toMatchObject({ void: 1 })
    expect(await statusOf(proposal(id))).toBe('Void')
  })

  it('becomes void when the proposer loses the right to act', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET_ROUND, ACCEPT)
    const { db } = market.store
    const active = (isActive: boolean) =>
      db.updateTable('user').set({ active: isActive }).where('id', '=', 'operator').execute()
    await active(false)
    expect((await sends(other, 'Approve', proposal(id), {})).status).toBe(409)
    await active(true)
    // A person who was disabled has to sign in again.
    market.setClock(market.runtime.now())
    expect(await statusOf(proposal(id))).toBe('Void')
  })

  it('expires without a decision in time', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET_ROUND, ACCEPT)
    const runtime = { ...market.runtime, now: () => '2040-01-01T10:00:00.000Z' }
    expect(await endOpenProposals.run({ runtime } as JobContext)).toMatchObject({ void: 0 })
    expect(await statusOf(proposal(id))).toBe('Expired')
    expect((await sends(other, 'Approve', proposal(id), {})).status).toBe(409)
  })

  it('takes effect once when fifty approve simultaneously, under both names', async () => {
    const id = await proposes(one, 'AcceptMatch', SOMERSET_ROUND, ACCEPT)
    const shown: ActionPreview = await other.rehearses('Approve', proposal(id), {})
    expect(shown.changes?.statuses.some(({ kind, to }) => kind === 'round' && to === 'Settled')).toBe(true)
    expect(await statusOf(SOMERSET_ROUND)).toBe('Matched')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sends(other, 'Approve', proposal(id), { note: 'Seen' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await statusOf(SOMERSET_ROUND)).toBe('Settled')
    expect(await read(id)).toMatchObject({ status: 'Approved', decidedBy: 'Bertie Rhyne', note: 'Seen' })
    const { items } = await one.get<ListPage<ActivityItem>>(
      `/api/activity?subjectType=round&subjectId=${SOMERSET_ROUND.id}`,
    )
    const accepted = items.find(({ action }) => action === 'AcceptMatch')
    expect(accepted).toMatchObject({ actor: 'Ada Fennimarsh', approvedBy: 'Bertie Rhyne' })
    expect(items.some(({ action }) => action === 'Propose')).toBe(true)
  })

  it('is proposed item by item in a bulk action, and many are approved at once', async () => {
    const people = ['larkhanger.su02', 'alba.bu01', 'umbershaw.su14']
    const bulk = async (who: Person, request: object): Promise<BulkAct> => {
      const begun = await who.send('/api/bulk-act', submissionOf(request))
      expect(begun.status).toBe(200)
      const { id } = begun.body as BulkAct
      const task = await claimTask(market.store.db, ['bulk'], id)
      await performBulkAct(market.runtime, task!, new AbortController().signal, { error: () => undefined })
      return who.get<BulkAct>(`/api/bulk-act/${id}`)
    }
    const users = await market.store.read.list('user', { username: people })
    const proposed = await bulk(one, {
      ...{ key: 'many', kind: 'user', action: 'ChangeGroups', values: { groups: ['participant'] } },
      ...{ reason: REASON, items: users.map(({ id }) => ({ id })) },
    })
    expect(proposed).toMatchObject({ done: 3, refused: 0 })
    const waiting = await other.get<ListPage<ProposalRow>>('/api/proposals?status=Waiting')
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
