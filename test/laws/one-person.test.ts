import { describe, expect, it, test } from 'vitest'
import { allActions } from '#actions/index'
import { reachesOf } from '#actions/common/reaches'
import { needsApproval } from '#actions/common/second-person'
import type { Action } from '#actions/kit/action'
import { available, everyFrom } from '#actions/kit/available'
import { type Change, create, move, update } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import type { Kind, StoredKind, SubjectOf } from '#domain/entities'
import { ROUND_STATUSES, type RoundStatus } from '#domain/round'
import { refuseReachingAlone } from '#server/runner/second-person'
import { people } from '../permissions.ts'
import { samples } from '../store/samples.ts'

const operator = people['market operator']!.actor
const called = ({ on, name }: Action) => `${on}: ${name}`
const subjectOf = ({ on }: Action, status?: string): SubjectOf<Kind> =>
  on in samples
    ? { ...samples[on as StoredKind], ...(status !== undefined && { status }) }
    : { id: on, version: 0 }

/** Changes that an action declares: its resulting statuses, those of others that it moves, and the fields it saves. */
const declaredBy = (action: Action, status: RoundStatus) => {
  const comesTo = (kind: StoredKind, to: string): Change => ({
    ...{ change: 'move', kind, id: 'it', from: '', to, patch: {} },
  })
  const kind = action.on as StoredKind
  const to = typeof action.to === 'string' ? [action.to] : Object.values(action.to?.is ?? {})
  const kept = Object.entries(action.fields).filter(([, { storage }]) => storage === 'keep')
  const patch = Object.fromEntries(kept.map(([name]) => [name, 'said']))
  const changes: Change[] = [
    ...to.map(one => comesTo(kind, one)),
    ...(action.moves ?? []).map(([moved, , one]) => comesTo(moved, one)),
    ...(kept.length > 0 && action.on in samples
      ? [{ change: 'update', kind, id: 'it', patch } as const]
      : []),
  ]
  return reachesOf(changes, { status })
}

/** Every state of the subject and of its round in which one of the operator's staff does the action and nobody is asked. */
const aloneIn = (action: Action, actor: Actor) =>
  (everyFrom(action) ?? [undefined]).flatMap(status =>
    ROUND_STATUSES.flatMap(roundStatus => {
      const subject = subjectOf(action, status)
      const phase = action.on === 'round' && status ? (status as typeof roundStatus) : roundStatus
      const round = { ...samples.round, status: phase, allocationApprovedAt: null }
      const verdict = available(action, actor, subject, { round, today: '2026-06-15' })
      const isDone = verdict === true || verdict.gate === 'when' || verdict.gate === 'window'
      return isDone && !needsApproval({ action, subject, round, actor }) ? [phase] : []
    }),
  )

/** Acts that change an authority and need one person only, with the party that agreed before. */
const AGREED_BEFORE: Readonly<Record<string, string>> = {
  'agentAuthority: SetApproval':
    'An authority waits only where its client, or two of the operator, have given it',
  'agentAuthority: EditPermissions': 'Of an authority that holds all permissions one can only take some away',
}

describe('one person of the market operator', () => {
  test.each(
    allActions
      .filter(({ who }) => who.some(({ name }) => name !== 'system'))
      .map(one => [called(one), one] as const),
  )('does not reach by %s what nobody reaches alone', (_name, action) => {
    const reached = aloneIn(action, operator).flatMap(phase => declaredBy(action, phase))
    expect([...new Set(reached)], 'say `approval` in the definition').toEqual(
      AGREED_BEFORE[called(action)] === undefined ? [] : ['somebody’s authority'],
    )
  })

  const invented = (approval?: 'secondPerson') => ({
    acting: { action: { name: 'Invented', approval }, actor: operator },
    round: samples.round,
  })
  const reaching = [
    ['a price', [update('project', { id: 'p' }, { offer: 1 })], 'OpenForBidsAndOffers'],
    ['a price', [update('requirement', { id: 'r' }, { bid: 1 })], 'Matched'],
    ['a price', [update('project', { id: 'p' }, { groupId: null })], 'OpenForBidsAndOffers'],
    ['an accepted match', [move('round', { id: 'r', status: 'Matched' }, 'Settled')], 'Matched'],
    ['credits', [create('credit', { id: 'c' })], 'Settled'],
    ['somebody’s account', [update('user', { id: 'u' }, { groups: ['admin'] })], 'Open'],
    ['somebody’s account', [create('invitation', { id: 'i' })], 'Open'],
    ['somebody’s account', [update('organisation', { id: 'o' }, { mergedIntoId: 'p' })], 'Open'],
    ['somebody’s authority', [create('agentAuthority', { id: 'a', clientId: 'farm' })], 'Open'],
  ] as const
  it.each(reaching)('is refused %s by an action whose definition asks nobody', (reach, changes, status) => {
    const act = { ...invented(), changes: [...changes], round: { ...samples.round, status } } as never
    expect(() => refuseReachingAlone({ secondPersonFor: () => 'operator' }, act)).toThrow(`reaches ${reach}`)
    const asked = { ...invented('secondPerson'), changes: [...changes], round: samples.round } as never
    expect(() => refuseReachingAlone({ secondPersonFor: () => 'operator' }, asked)).not.toThrow()
  })

  it('changes a draft, and what is in a round that takes no bids yet', () => {
    expect(reachesOf([update('project', { id: 'p' }, { groupId: 'g' })], { status: 'Open' })).toEqual([])
    expect(reachesOf([update('user', { id: 'u' }, { active: false })], undefined)).toEqual([])
    expect(
      reachesOf([create('organisation', { id: 'o' }), create('agentAuthority', { id: 'a', clientId: 'o' })], {
        status: 'Open',
      }),
    ).toEqual([])
  })
})
