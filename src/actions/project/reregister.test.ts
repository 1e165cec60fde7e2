import { expect, it } from 'vitest'
import { act, facts } from '#test/builders/act'
import { anOperator, anActor, aProject, aService } from '#test/builders/market'
import { judge, warnings } from '../kit/judge.ts'
import { reregister } from './reregister.ts'

const window = { start: '2025-05-01', end: '2025-05-31' }
const round = { id: 'round-2', name: 'Round 2', status: 'Open', window, against: [], doubts: [] }
const given = { rounds: [round] }
const answers = { marketRoundId: 'round-2', hasChanged: false, declarations: [] }
const project = aProject({ status: 'Unmatched', screeningComment: 'Wet', groupId: 'group-1' })

it('registering a project again needs the landholder information anew only if details have changed', () => {
  expect(judge(reregister, answers, facts(given))).toEqual({})
  expect(judge(reregister, { ...answers, hasChanged: true }, facts(given))).toEqual({
    landholderInfo: 'Field required',
  })
})

it('registering a project again waits for the registration window, except for the operator', () => {
  const asOthers = { ...facts(given), actorIsOperator: false }
  expect(judge(reregister, answers, asOthers)).toEqual({
    marketRoundId: 'The registration window of this market round is not open',
  })
  expect(judge(reregister, answers, { ...asOthers, today: '2025-05-31' })).toEqual({})
})

it('a project is not registered again in a round that cannot take it, and the refusal says why', () => {
  const against = ['This market round trades no phosphorous credits']
  expect(judge(reregister, answers, facts({ rounds: [{ ...round, against }] }))).toEqual({
    marketRoundId: 'This market round trades no phosphorous credits. Choose a market round that takes it',
  })
})

it('what is only doubtful about the other round is said, and does not hinder', () => {
  const doubtful = facts({ rounds: [{ ...round, doubts: ['Its certificates would not count'] }] })
  expect(judge(reregister, answers, doubtful)).toEqual({})
  expect(warnings(reregister, answers, project, doubtful)).toEqual({
    marketRoundId: 'Its certificates would not count',
  })
})

it('registering a project again warns whoever is not registered as a supplier in any open round', () => {
  expect(warnings(reregister, {}, project, facts({ rounds: [] }))).toEqual({
    marketRoundId: 'Not registered as a supplier in any open market rounds',
  })
})

it('a project registered again moves to its new round without its offer, known to be unchanged', () => {
  const [change] = act(reregister, project, answers, {
    given,
    reads: { decided: [aService()], documents: [{ id: 'old-land' }] },
    actor: anActor(),
  })
  expect(change).toMatchObject({
    patch: {
      roundId: 'round-2',
      unchangedSinceRoundId: 'round-1',
      offer: null,
      costs: null,
      groupId: null,
      screeningComment: null,
    },
  })
})

it('a project that has changed loses its certificates when it is registered again', () => {
  const file = { id: 'file', name: 'land.pdf' }
  const changed = { ...answers, hasChanged: true, landholderInfo: file }
  expect(
    act(reregister, project, changed, {
      given,
      reads: { decided: [aService()], documents: [{ id: 'old-land' }] },
      actor: anOperator(),
    }),
  ).toMatchObject([
    { patch: { unchangedSinceRoundId: null } },
    { change: 'remark', message: 'outside the registration window' },
    { kind: 'service', to: 'PendingCertification', patch: { decision: null, standardId: null } },
    { id: 'old-land', patch: { replacedById: 'file' } },
  ])
})
