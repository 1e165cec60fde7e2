import { describe, expect, it, test } from 'vitest'
import { allActions } from '#actions/index'
import { protectedTargetsIn } from '#actions/common/reaches'
import { needsApproval } from '#actions/common/second-person'
import type { Action } from '#actions/kit/action'
import { checkAvailability, startStatusesOf } from '#actions/kit/available'
import { type Change, create, changeStatus, update } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import type { Kind, StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import { ROUND_STATUSES, type RoundStatus } from '#domain/round/round'
import { requireSecondApproval } from '#server/runner/second-person'
import { PEOPLE_OF_PERMISSION_TABLE } from '../permissions.ts'
import { SAMPLES } from '../store/samples.ts'

const operator = PEOPLE_OF_PERMISSION_TABLE['market operator']!.actor
const called = ({ on, name }: Action) => `${on}: ${name}`
const subjectOf = ({ on }: Action, status?: string): EntityOfKind<Kind> =>
  on in SAMPLES
    ? { ...SAMPLES[on as StoredKind], ...(status !== undefined && { status }) }
    : { id: on, version: 0 }

/**
 * The changes that an action declares: its resulting statuses, those of other subjects that it moves, and the fields it
 * saves.
 */
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
    ...(kept.length > 0 && action.on in SAMPLES
      ? [{ change: 'update', kind, id: 'it', patch } as const]
      : []),
  ]
  return protectedTargetsIn(changes, { status })
}

/** Every state of the subject and its round in which one of the operator’s staff can do the action without approval. */
const aloneIn = (action: Action, actor: Actor) =>
  (startStatusesOf(action) ?? [undefined]).flatMap(status =>
    ROUND_STATUSES.flatMap(roundStatus => {
      const subject = subjectOf(action, status)
      const phase = action.on === 'round' && status ? (status as typeof roundStatus) : roundStatus
      const round = { ...SAMPLES.round, status: phase, allocationApprovedAt: null }
      const verdict = checkAvailability(action, actor, subject, { round, today: '2026-06-15' })
      const isDone = verdict === true || verdict.gate === 'when' || verdict.gate === 'window'
      return isDone && !needsApproval({ action, subject, round, actor }) ? [phase] : []
    }),
  )

/** Actions that change an authority and need one person only, with the party that agreed before. */
const AGREED_BEFORE: Readonly<Record<string, string>> = {
  'agentAuthority: SetApproval':
    'An authority waits only where its client, or two of the operator, have given it',
  'agentAuthority: EditPermissions': 'Of an authority that holds all permissions one can only take some away',
}

describe('a single operator', () => {
  test.each(
    allActions
      .filter(({ who }) => who.some(({ name }) => name !== 'system'))
      .map(one => [called(one), one] as const),
  )('cannot use %s for what needs more than one person', (_name, action) => {
    const reached = aloneIn(action, operator).flatMap(phase => declaredBy(action, phase))
    expect([...new Set(reached)], 'add `approval` to the definition').toEqual(
      AGREED_BEFORE[called(action)] === undefined ? [] : ['someone’s authority'],
    )
  })

  const invented = (approval?: 'secondPerson') => ({
    acting: { action: { name: 'Invented', approval }, actor: operator },
    round: SAMPLES.round,
  })
  const reaching = [
    ['a price', [update('project', { id: 'p' }, { offer: 1 })], 'OpenForBidsAndOffers'],
    ['a price', [update('requirement', { id: 'r' }, { bid: 1 })], 'Matched'],
    ['a price', [update('project', { id: 'p' }, { groupId: null })], 'OpenForBidsAndOffers'],
    ['an accepted match', [changeStatus('round', { id: 'r', status: 'Matched' }, 'Settled')], 'Matched'],
    ['credits', [create('credit', { id: 'c' })], 'Settled'],
    ['credits', [create('unitReplacement', { id: 'r' })], 'Settled'],
    ['credits', [update('unitFailure', { id: 'f' }, { endedAt: '2026-06-01T12:00:00.000Z' })], 'Settled'],
    ['someone’s account', [update('user', { id: 'u' }, { groups: ['admin'] })], 'Open'],
    ['someone’s account', [create('invitation', { id: 'i' })], 'Open'],
    ['someone’s account', [update('organisation', { id: 'o' }, { mergedIntoId: 'p' })], 'Open'],
    ['someone’s authority', [create('agentAuthority', { id: 'a', clientId: 'farm' })], 'Open'],
  ] as const
  it.each(reaching)(
    'is refused %s by an action without approval in its definition',
    (reach, changes, status) => {
      const act = { ...invented(), changes: [...changes], round: { ...SAMPLES.round, status } } as never
      expect(() => requireSecondApproval({ secondPersonFor: () => 'operator' }, act)).toThrow(
        `reaches ${reach}`,
      )
      const asked = { ...invented('secondPerson'), changes: [...changes], round: SAMPLES.round } as never
      expect(() => requireSecondApproval({ secondPersonFor: () => 'operator' }, asked)).not.toThrow()
    },
  )

  it('can change a draft, and anything in a round that takes no bids yet', () => {
    expect(
      protectedTargetsIn([update('project', { id: 'p' }, { groupId: 'g' })], { status: 'Open' }),
    ).toEqual([])
    expect(protectedTargetsIn([update('user', { id: 'u' }, { active: false })], undefined)).toEqual([])
    expect(
      protectedTargetsIn(
        [create('organisation', { id: 'o' }), create('agentAuthority', { id: 'a', clientId: 'o' })],
        {
          status: 'Open',
        },
      ),
    ).toEqual([])
  })
})
