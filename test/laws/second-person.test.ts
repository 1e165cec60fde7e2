import { describe, expect, it, test } from 'vitest'
import { allActions } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { asksForCode, needsApproval } from '#actions/common/second-person'
import type { Kind, StoredKind, SubjectOf } from '#domain/entities'
import type { Actor } from '#domain/actor'
import { people } from '../permissions.ts'
import { samples } from '../store/samples.ts'

const isPeoples = (action: Action) => action.who.some(({ name }) => name !== 'system')
const called = ({ on, name }: Action) => `${on}: ${name}`
const acted = allActions.filter(isPeoples)

const operator = people['market operator']!.actor
const owner = people['owner']!.actor
const sampleOf = (action: Action, status?: string): SubjectOf<Kind> => ({
  ...samples[action.on as StoredKind],
  ...(status !== undefined && { status }),
})
const round = { ...samples.round, allocationApprovedAt: null }
const needs = (action: Action, subject: SubjectOf<Kind>, actor: Actor) =>
  needsApproval({ action, subject, round, actor })
const find = (name: string) => acted.find(action => called(action) === name)!

/** Acts on the market, which two of the operator's staff agree on. */
const ON_THE_MARKET = [
  'round: AcceptMatch',
  'round: ApproveAllocation',
  'round: RejectMatch',
  'round: MatchWithoutWitness',
  'round: ImportMatch',
  'participation: Withdraw',
  'user: ChangeGroups',
]

/** Acts of the operator for somebody else, with the owner's consent. */
const FOR_AN_OWNER = [
  'project: SetOffer',
  'project: ConfirmOffer',
  'requirement: SetBid',
  'requirement: ConfirmBid',
  'requirement: RedeemCredits',
]

/** Acts that follow mechanically from an accepted match and verified projects. */
const MECHANICAL = ['requirement: AllocateRights', 'requirement: IssueCredits']

describe('the fresh code', () => {
  test('what moves credits, and what changes an account of somebody else, asks for a fresh code', () => {
    const moving = acted.filter(
      ({ on, name, moves = [] }) =>
        on === 'user' || name === 'AcceptMatch' || moves.some(([kind]) => kind === 'credit'),
    )
    expect(moving.map(called)).toEqual(
      expect.arrayContaining(['requirement: AllocateRights', 'project: Verify', 'round: AcceptMatch']),
    )
    expect(moving.filter(({ stepUp }) => !stepUp).map(called), 'say `stepUp: true` of these').toEqual([])
  })

  test('whatever a second person must approve asks for a fresh code, and so does the approval', () => {
    for (const action of acted.filter(({ approval }) => approval)) {
      const subject = sampleOf(action)
      if (needs(action, subject, operator))
        expect(asksForCode({ action, subject, round, actor: operator }), called(action)).toBe(true)
    }
    for (const name of ['proposal: Approve', 'proposal: Decline'])
      expect(find(name).stepUp, `${name} asks for a code`).toBe(true)
  })
})

describe('two people', () => {
  it.each(ON_THE_MARKET)('%s needs another of the operator’s staff', name => {
    const action = find(name)
    expect(needs(action, sampleOf(action), operator)).toBe(true)
    expect(action.approval).toBe('secondPerson')
  })

  it.each(FOR_AN_OWNER)(
    '%s needs the owner where the operator does it, and nobody where the owner does',
    name => {
      const action = find(name)
      expect(needs(action, sampleOf(action), operator)).toBe(true)
      expect(needs(action, sampleOf(action), owner)).toBe(false)
      expect(action.approval).toBe('owner')
    },
  )

  it.each(MECHANICAL)('%s needs approval until it has been given for the whole round', name => {
    const action = find(name)
    const subject = sampleOf(action)
    const approved = { ...round, allocationApprovedAt: '2026-06-01T12:00:00.000Z' }
    expect(needs(action, subject, operator)).toBe(true)
    expect(needsApproval({ action, subject, round: approved, actor: operator })).toBe(false)
    expect(action.stepUp).toBe(true)
  })

  it('an owner never needs anybody else for its own things', () => {
    const own = acted.filter(({ who }) => who.some(({ name }) => name === 'owner'))
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter(action => needs(action, sampleOf(action), owner)).map(called)).toEqual([])
  })

  it('opening bids needs one where the round was open for them before', () => {
    const action = find('round: OpenBidsAndOffers')
    const isProposed = (status: string) => needs(action, sampleOf(action, status), operator)
    expect(['ClosedForBidsAndOffers', 'Failed', 'Rejected'].map(isProposed)).toEqual([true, true, true])
    expect(isProposed('Closed')).toBe(false)
  })

  it('the reserve needs one from when bids are open', () => {
    const action = find('round: SetReserveInfo')
    const isProposed = (status: string) => needs(action, sampleOf(action, status), operator)
    expect(['OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Failed', 'Rejected'].every(isProposed)).toBe(
      true,
    )
    expect(['Draft', 'Open', 'Closed'].some(isProposed)).toBe(false)
  })

  it('nothing that the product does by itself is proposed to anybody', () => {
    const systems = allActions.filter(action => !isPeoples(action))
    expect(systems.length).toBeGreaterThan(3)
    expect(systems.filter(({ approval }) => approval).map(called)).toEqual([])
  })
})
