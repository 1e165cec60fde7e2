import { expect, it } from 'vitest'
import { runActionForChanges, createFormFacts } from '#test/builders/act'
import { anOperator, anActor, aProject, aService } from '#test/builders/market'
import { validateAnswers, formWarnings } from '../kit/judge.ts'
import { reregisterProject } from './reregister.ts'

const window = { start: '2025-05-01', end: '2025-05-31' }
const round = { id: 'round-2', name: 'Round 2', status: 'Open', window, against: [], doubts: [] }
const given = { rounds: [round] }
const answers = { marketRoundId: 'round-2', hasChanged: false, declarations: [] }
const project = aProject({ status: 'Unmatched', screeningComment: 'Wet', groupId: 'group-1' })

it('registering a project again needs new landholder information only if details have changed', () => {
  expect(validateAnswers(reregisterProject, answers, createFormFacts(given))).toEqual({})
  expect(
    validateAnswers(reregisterProject, { ...answers, hasChanged: true }, createFormFacts(given)),
  ).toEqual({
    landholderInfo: 'Field required',
  })
})

it('registering a project again waits for the registration window, except for the operator', () => {
  const asOthers = { ...createFormFacts(given), actorIsOperator: false }
  expect(validateAnswers(reregisterProject, answers, asOthers)).toEqual({
    marketRoundId: 'The registration window of this market round is not open',
  })
  expect(validateAnswers(reregisterProject, answers, { ...asOthers, today: '2025-05-31' })).toEqual({})
})

it('a project cannot register again in a round that does not fit it, and the refusal says why', () => {
  const against = ['This market round does not trade phosphorous credits']
  expect(
    validateAnswers(reregisterProject, answers, createFormFacts({ rounds: [{ ...round, against }] })),
  ).toEqual({
    marketRoundId: 'This market round does not trade phosphorous credits. Choose another market round',
  })
})

it('a doubt about the new round is shown as a warning and does not prevent registration', () => {
  const doubtful = createFormFacts({ rounds: [{ ...round, doubts: ['Its certificates would not count'] }] })
  expect(validateAnswers(reregisterProject, answers, doubtful)).toEqual({})
  expect(formWarnings(reregisterProject, answers, project, doubtful)).toEqual({
    marketRoundId: 'Its certificates would not count',
  })
})

it('registering a project again warns an organisation that is not a supplier in any open round', () => {
  expect(formWarnings(reregisterProject, {}, project, createFormFacts({ rounds: [] }))).toEqual({
    marketRoundId: 'Not registered as a supplier in any open market rounds',
  })
})

it('an unchanged project that registers again moves to its new round without its offer', () => {
  const [change] = runActionForChanges(reregisterProject, project, answers, {
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

it('a changed project loses its certificates when it registers again', () => {
  const file = { id: 'file', name: 'land.pdf' }
  const changed = { ...answers, hasChanged: true, landholderInfo: file }
  expect(
    runActionForChanges(reregisterProject, project, changed, {
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
