import { describe, expect, it, test } from 'vitest'
import { allActions } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { asksForCode, needsSecondPerson } from '#actions/common/second-person'
import type { Kind, StoredKind, SubjectOf } from '#domain/entities'
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
const find = (name: string) => acted.find(action => called(action) === name)!

/** What needs two people whoever does it (design, "Two people"). */
const ALWAYS = [
  'round: AcceptMatch',
  'round: RejectMatch',
  'round: ImportMatch',
  'requirement: AllocateRights',
  'requirement: IssueCredits',
  'requirement: RedeemCredits',
  'user: ChangeGroups',
]

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
      const isProposed = needsSecondPerson(action, subject, operator)
      if (isProposed) expect(asksForCode(action, subject, operator), called(action)).toBe(true)
    }
    for (const name of ['proposal: Approve', 'proposal: Decline'])
      expect(find(name).stepUp, `${name} asks for a code`).toBe(true)
  })
})

describe('two people', () => {
  it.each(ALWAYS)('%s needs a second person', name => {
    const action = find(name)
    expect(needsSecondPerson(action, sampleOf(action), operator)).toBe(true)
  })

  it('opening bids needs one where the round was open for them before', () => {
    const action = find('round: OpenBidsAndOffers')
    const needs = (status: string) => needsSecondPerson(action, sampleOf(action, status), operator)
    expect(['ClosedForBidsAndOffers', 'Failed', 'Rejected'].map(needs)).toEqual([true, true, true])
    expect(needs('Closed')).toBe(false)
  })

  it('the reserve needs one from when bids are open', () => {
    const action = find('round: SetReserveInfo')
    const needs = (status: string) => needsSecondPerson(action, sampleOf(action, status), operator)
    expect(['OpenForBidsAndOffers', 'ClosedForBidsAndOffers', 'Failed', 'Rejected'].every(needs)).toBe(true)
    expect(['Draft', 'Open', 'Closed'].some(needs)).toBe(false)
  })

  it.each(['project: SetOffer', 'requirement: SetBid', 'participation: Withdraw'])(
    '%s needs one where the market operator does it for somebody, and not where its owner does it',
    name => {
      const action = find(name)
      expect(needsSecondPerson(action, sampleOf(action), operator)).toBe(true)
      expect(needsSecondPerson(action, sampleOf(action), owner)).toBe(false)
    },
  )

  it('nothing that the product does by itself is proposed to anybody', () => {
    const systems = allActions.filter(action => !isPeoples(action))
    expect(systems.length).toBeGreaterThan(3)
    expect(systems.filter(({ approval }) => approval).map(called)).toEqual([])
  })
})
