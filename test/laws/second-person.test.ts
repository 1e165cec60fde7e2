import { describe, expect, it, test } from 'vitest'
import { allActions } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { needsStepUp, needsApproval } from '#actions/common/second-person'
import type { Kind, StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import type { Actor } from '#domain/people/actor'
import { PEOPLE_OF_PERMISSION_TABLE } from '../permissions.ts'
import { SAMPLES } from '../store/samples.ts'

const isPeoples = (action: Action) => action.who.some(({ name }) => name !== 'system')
const called = ({ on, name }: Action) => `${on}: ${name}`
const acted = allActions.filter(isPeoples)

const operator = PEOPLE_OF_PERMISSION_TABLE['market operator']!.actor
const owner = PEOPLE_OF_PERMISSION_TABLE['owner']!.actor
const sampleOf = (action: Action, status?: string): EntityOfKind<Kind> => ({
  ...SAMPLES[action.on as StoredKind],
  ...(status !== undefined && { status }),
})
const round = { ...SAMPLES.round, allocationApprovedAt: null }
const needs = (action: Action, subject: EntityOfKind<Kind>, actor: Actor) =>
  needsApproval({ action, subject, round, actor })
const find = (name: string) => acted.find(action => called(action) === name)!

/** Actions on the market, which two of the operator’s staff have to agree on. */
const ON_THE_MARKET = [
  'round: Match',
  'round: AcceptMatch',
  'round: ApproveAllocation',
  'round: RejectMatch',
  'round: MatchWithoutWitness',
  'round: ImportMatch',
  'participation: Withdraw',
  'user: ChangeGroups',
  'case: DrawOnReserve',
  'case: ReplaceFromUnsold',
  'case: Refund',
  'case: ReleaseBuyer',
  'case: Recall',
  'invoice: CreditInvoice',
  'invoice: ReopenDeposit',
  'bankLine: PostBankLine',
  'bankLine: TakeBookingBack',
  'paymentRun: MakePaymentFile',
]

/** Actions of the operator for an owner, with the owner’s consent. */
const FOR_AN_OWNER = [
  'project: SetOffer',
  'project: ConfirmOffer',
  'project: WithdrawOffer',
  'requirement: SetBid',
  'requirement: ConfirmBid',
  'requirement: WithdrawBid',
  'requirement: RedeemCredits',
]

/** Actions that follow mechanically from an accepted match and verified projects. */
const MECHANICAL = ['requirement: AllocateRights', 'requirement: IssueCredits']

describe('the fresh code', () => {
  test('is required for moving credits and for changing another person’s account', () => {
    const moving = acted.filter(
      ({ on, name, moves = [] }) =>
        on === 'user' || name === 'AcceptMatch' || moves.some(([kind]) => kind === 'credit'),
    )
    expect(moving.map(called)).toEqual(
      expect.arrayContaining(['requirement: AllocateRights', 'project: Verify', 'round: AcceptMatch']),
    )
    expect(moving.filter(({ stepUp }) => !stepUp).map(called), 'set `stepUp: true` for these').toEqual([])
  })

  test('is required for everything that needs approval, and for the approval itself', () => {
    for (const action of acted.filter(({ approval }) => approval)) {
      const subject = sampleOf(action)
      if (needs(action, subject, operator))
        expect(needsStepUp({ action, subject, round, actor: operator }), called(action)).toBe(true)
    }
    for (const name of ['proposal: Approve', 'proposal: Decline'])
      expect(find(name).stepUp, `${name} asks for a code`).toBe(true)
  })
})

describe('approval', () => {
  it.each(ON_THE_MARKET)('by another of the operator’s staff is required for %s', name => {
    const action = find(name)
    expect(needs(action, sampleOf(action), operator)).toBe(true)
    expect(action.approval).toBe('secondPerson')
  })

  it.each(FOR_AN_OWNER)('by the owner is required for %s by the operator, and not by the owner', name => {
    const action = find(name)
    expect(needs(action, sampleOf(action), operator)).toBe(true)
    expect(needs(action, sampleOf(action), owner)).toBe(false)
    expect(action.approval).toBe('owner')
  })

  it.each(MECHANICAL)('is required for %s until given for the whole round', name => {
    const action = find(name)
    const subject = sampleOf(action)
    const approved = { ...round, allocationApprovedAt: '2026-06-01T12:00:00.000Z' }
    expect(needs(action, subject, operator)).toBe(true)
    expect(needsApproval({ action, subject, round: approved, actor: operator })).toBe(false)
    expect(action.stepUp).toBe(true)
  })

  it('is never required from an owner for its own things', () => {
    const own = acted.filter(({ who }) => who.some(({ name }) => name === 'owner'))
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter(action => needs(action, sampleOf(action), owner)).map(called)).toEqual([])
  })

  it('is required to open bids again after they were open before', () => {
    const action = find('round: OpenBidsAndOffers')
    const isProposed = (status: string) => needs(action, sampleOf(action, status), operator)
    expect(['ClosedForBidsAndOffers', 'Failed', 'Rejected'].map(isProposed)).toEqual([true, true, true])
    expect(isProposed('Closed')).toBe(false)
  })

  it('is required for the reserve once bids are open', () => {
    const action = find('round: SetReserveInfo')
    const isProposed = (status: string) => needs(action, sampleOf(action, status), operator)
    expect(['OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Failed', 'Rejected'].every(isProposed)).toBe(
      true,
    )
    expect(['Draft', 'Open', 'Closed'].some(isProposed)).toBe(false)
  })

  it('is required to set a line of the bank aside that names a deposit, and no other', () => {
    const action = find('bankLine: SetBankLineAside')
    const naming = (reference: string) =>
      needs(action, { ...SAMPLES.bankLine, reference, endToEndId: null }, operator)
    expect(['RF18DEP000012', 'RF11INV000001'].map(naming)).toEqual([true, false])
  })

  it('is required to book money that came in and names a deposit to a document', () => {
    const action = find('bankLine: BookBankLine')
    const naming = (reference: string, amount: number) =>
      needs(action, { ...SAMPLES.bankLine, reference, amount, endToEndId: null }, operator)
    expect(naming('RF18DEP000012', 100)).toBe(true)
    expect(naming('RF18DEP000012', -100)).toBe(false)
    expect(naming('RF11INV000001', 100)).toBe(false)
  })

  it('is never required for the system’s own actions', () => {
    const systems = allActions.filter(action => !isPeoples(action))
    expect(systems.length).toBeGreaterThan(3)
    expect(systems.filter(({ approval }) => approval).map(called)).toEqual([])
  })
})
