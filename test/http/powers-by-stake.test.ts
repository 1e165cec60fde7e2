import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionForm, ActionResult, ActionPreview } from '#contract/kit/form'
import type { ActivityItem } from '#contract/subject/subject'
import type { ListPage } from '#contract/kit/resource'
import { agreeToDeclarations, openMatchedRound, SOLENT_ROUND } from '../builders/rounds.ts'
import { type Person, submissionOf, type Subject, world, type World } from '../builders/world.ts'
import { startWorldWith } from './world.ts'

let market: World
let operator: Person
let colleague: Person
beforeAll(async () => {
  market = await world({ from: openMatchedRound, works: false, secondPerson: 'operator' })
  operator = market.as('operator')
  colleague = market.as('operator2')
})
afterAll(() => market.close())

const REASON = 'Asked for by telephone'
const path = ({ kind, id }: Subject, action: string) => `/api/${kind}/${id}/action/${action}`
const sends = async (who: Person, action: string, on: Subject, values: object) => {
  const { status, body } = await who.send(path(on, action), submissionOf({ values, reason: REASON }))
  return { status, ...(body as ActionResult) }
}
const proposal = (id: string): Subject<'proposal'> => ({ kind: 'proposal', id })

/** A requirement in a status, with a person of its owner. */
const owned = async (status: string, not: readonly string[] = []) => {
  const found = await market.store.db
    .selectFrom('requirement')
    .innerJoin('user', 'user.organisationId', 'buyerId')
    .select(['requirement.id', 'user.id as ownerId'])
    .where('requirement.status', '=', status as 'Bid')
    .where('user.active', '=', true)
    .orderBy('requirement.id')
    .execute()
  const { id, ownerId } = found.find(one => !not.includes(one.id))!
  return { on: { kind: 'requirement', id } as Subject<'requirement'>, owner: market.as(ownerId) }
}
const statusOf = async ({ id }: Subject) => (await market.store.read.one('requirement', id ?? ''))?.status

describe('powers over another’s property', () => {
  it('let an owner redeem its own credits without a second person', async () => {
    const { on, owner } = await owned('CreditsIssued')
    const form = await owner.form('RedeemCredits', on)
    expect(form.approval).toBeNull()
    expect(await sends(owner, 'RedeemCredits', on, { ...form.values, ahead: true })).toMatchObject({
      status: 200,
      outcome: 'done',
    })
    expect(['CreditsRedeemed', 'Retired']).toContain(await statusOf(on))
  })

  it('let the operator redeem for an owner only with the owner’s consent, even if two colleagues agree', async () => {
    const { on, owner } = await owned('CreditsIssued')
    const { values, approval } = await operator.form('RedeemCredits', on)
    expect(approval).toMatchObject({ by: 'owner', waiting: null })
    expect(approval?.approvers).not.toContain('Bertie Rhyne')
    const done = await sends(operator, 'RedeemCredits', on, { ...values, ahead: true })
    expect(done).toMatchObject({ status: 202, outcome: 'proposed' })
    const id = done.proposal!
    expect(await sends(colleague, 'Approve', proposal(id), {})).toMatchObject({
      status: 409,
      error: 'Only someone in the organisation that owns this can agree to it',
    })
    expect(await sends(operator, 'Approve', proposal(id), {})).toMatchObject({ status: 409 })
    expect(await statusOf(on)).toBe('CreditsIssued')
    expect(await sends(owner, 'Approve', proposal(id), {})).toMatchObject({ status: 200, outcome: 'done' })
    expect(await statusOf(on)).not.toBe('CreditsIssued')
  })

  it('let the operator enter a bid for a buyer only with the buyer’s consent', async () => {
    const bids = await market.store.read.list('requirement', { roundId: SOLENT_ROUND.id!, status: 'Bid' })
    const users = await market.store.db
      .selectFrom('user')
      .select(['id', 'organisationId'])
      .where('active', '=', true)
      .execute()
    const requirement = bids.find(({ buyerId }) => users.some(one => one.organisationId === buyerId))!
    const buyer = market.as(users.find(one => one.organisationId === requirement.buyerId)!.id)
    const on: Subject<'requirement'> = { kind: 'requirement', id: requirement.id }
    const { values: before } = await buyer.form('SetBid', on)
    const values = {
      ...before,
      bid: 123_456,
      confirmsAmount: true,
      bidOngoingOnly: null,
      acceptOngoingOnly: before['acceptOngoingOnly'] === undefined ? null : false,
      declarations: await agreeToDeclarations(operator, 'SetBid', on),
    }
    const done = await sends(operator, 'SetBid', on, values)
    expect(done).toMatchObject({ status: 202, outcome: 'proposed' })
    const bidNow = async () => (await market.store.read.one('requirement', requirement.id))?.bid
    expect(await sends(colleague, 'Approve', proposal(done.proposal!), {})).toMatchObject({ status: 409 })
    expect(await bidNow()).toBe(requirement.bid)
    expect(await sends(buyer, 'Approve', proposal(done.proposal!), {})).toMatchObject({ status: 200 })
    expect(await bidNow()).toBe(12_345_600)
  })

  it('answer 202 again for the same proposal under the same key', async () => {
    const { on } = await owned('CreditsIssued')
    const { values } = await operator.form('RedeemCredits', on)
    const { method, headers, body } = submissionOf({ values, reason: REASON })
    const key = randomUUID()
    const send = () =>
      operator.send(path(on, 'RedeemCredits'), {
        method,
        body,
        headers: { ...headers, 'idempotency-key': key },
      })
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status]).toEqual([202, 202])
    expect((again.body as ActionResult).proposal).toBe((first.body as ActionResult).proposal)
  })

  it('mark a preview as one', async () => {
    const { on, owner } = await owned('CreditsIssued')
    const seen: ActionPreview = await owner.rehearses('RedeemCredits', on, {})
    expect(seen.outcome).toBe('previewed')
  })

  it('let one person allocate and issue in a round once two have approved it for the whole round', async () => {
    const { on } = await owned('RightsAllocated')
    const { roundId } = (await market.store.read.one('requirement', on.id!))!
    const round: Subject<'round'> = { kind: 'round', id: roundId }
    expect((await operator.form('IssueCredits', on)).approval).toMatchObject({ by: 'operator' })
    const approval = await sends(operator, 'ApproveAllocation', round, { confirmed: true })
    expect(approval).toMatchObject({ status: 202, outcome: 'proposed' })
    expect((await operator.form('IssueCredits', on)).approval).not.toBeNull()
    await colleague.does('Approve', proposal(approval.proposal!), {})
    expect((await operator.form('IssueCredits', on)).approval).toBeNull()
    const { items } = await operator.get<ListPage<ActivityItem>>(
      `/api/activity?subjectType=round&subjectId=${roundId}`,
    )
    expect(items.find(({ action }) => action === 'ApproveAllocation')).toMatchObject({
      actor: 'Ada Fennimarsh',
      approvedBy: 'Bertie Rhyne',
    })
    expect(await sends(operator, 'ApproveAllocation', round, { confirmed: true })).toMatchObject({
      status: 409,
    })
  })
})

describe('a second factor needed for a later step', () => {
  it('is announced during registration to a participant without one, if codes are required', async () => {
    const strict = await startWorldWith({ REQUIRE_STEP_UP: 'on' })
    const form = async () =>
      (await strict.ask('fay', '/api/organisation/farm/action/RegisterAsParticipant')).json<ActionForm>()
    expect(await form()).toMatchObject({ laterNeeds: 'secondFactor' })
    await strict.store.db.updateTable('user').set({ secondFactor: true }).where('id', '=', 'fay').execute()
    strict.clock.now = '2026-06-01T12:00:01.000Z'
    expect(await form()).toMatchObject({ laterNeeds: null })
    await strict.close()
    const lenient = await startWorldWith({})
    const answer = await lenient.ask('fay', '/api/organisation/farm/action/RegisterAsParticipant')
    expect(answer.json()).toMatchObject({ laterNeeds: null })
    await lenient.close()
  })
})
