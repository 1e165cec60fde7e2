import { expect, it } from 'vitest'
import { anActor, anOperator, aParticipation, aProject, aRequirement, aRound } from '#test/builders/market'
import type { RoundStatus } from '#domain/round/round'
import { checkAvailability } from '../kit/available.ts'
import { withdrawParticipation } from './withdraw.ts'

it('participants can withdraw until bids and offers close, the operator until the match is accepted', () => {
  const may = (actor: ReturnType<typeof anActor>, status: RoundStatus) =>
    checkAvailability(withdrawParticipation, actor, aParticipation(), {
      round: aRound({ status }),
      today: '2025-07-10',
    }) === true
  expect([may(anActor(), 'OpenForBidsAndOffers'), may(anActor(), 'ClosedForBidsAndOffers')]).toEqual([
    true,
    false,
  ])
  expect([may(anOperator(), 'Matched'), may(anOperator(), 'Settled')]).toEqual([true, false])
})

it('offers and bids leave the round with a participant who withdraws, and its status is remembered', () => {
  const changes =
    typeof withdrawParticipation.effect === 'function' &&
    withdrawParticipation.effect({
      on: 'participation',
      subject: aParticipation(),
      values: { reason: 'Sold the farm' },
      given: { today: '2025-07-10', actorIsOperator: false },
      reads: { offers: [aProject()], bids: [aRequirement()] },
      actor: anActor(),
      now: '2025-07-10T09:00:00.000Z',
      newId: () => 'new',
    })
  expect(changes).toMatchObject([
    {
      change: 'update',
      kind: 'participation',
      patch: { reason: 'Sold the farm', statusBefore: 'Registered' },
    },
    { change: 'move', kind: 'project', from: 'Offered', to: 'ApprovedRound', patch: { offer: null } },
    { change: 'move', kind: 'requirement', from: 'Bid', to: 'Registered', patch: { bid: null } },
  ])
})
