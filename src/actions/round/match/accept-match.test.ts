import { expect, it } from 'vitest'
import { aParticipation, anOperator, aProject, aRequirement, aRound, aService } from '#test/builders/market'
import { freezeMatchProblem } from '#domain/match/freeze'
import { validateAnswers } from '../../kit/judge.ts'
import { acceptMatch } from './accept-match.ts'

const given = { today: '2025-08-01', actorIsOperator: true, winnersWithoutDeposit: [], obstacles: [] }
const round = aRound({ status: 'Matched' })
const market = {
  round,
  projects: [aProject()],
  services: [aService()],
  requirements: [aRequirement()],
  projectGroups: [],
  requirementGroups: [],
  grouped: [],
  participations: [
    aParticipation(),
    aParticipation({ id: 'participation-2', organisationId: 'mere-estate', status: 'Registered' }),
    aParticipation({ id: 'participation-3', organisationId: 'gone', status: 'Withdrawn' }),
  ],
}
const solution = {
  projects: [{ id: 'wetland', organisationId: 'avon-farm', won: true, payment: -200_500 }],
  requirements: [{ id: 'brook-homes-phosphorous', organisationId: 'brook-homes', won: true, value: 300 }],
  organisations: [
    { organisationId: 'avon-farm', payment: -200_500 },
    { organisationId: 'brook-homes', payment: 200_500 },
  ],
  flows: [
    {
      projectId: 'wetland',
      serviceId: 'wetland-phosphorous',
      requirementId: 'brook-homes-phosphorous',
      start: '2026-01-01',
      end: null,
      units: 20_000,
      reserved: 0,
    },
  ],
}

const NOTHING = { market: 'Somerset', projects: [], requirements: [], participations: [], authorities: [] }

const held = { id: 'held', version: 1, roundId: round.id, status: 'Approved', reason: null }
const letters = {
  market: 'Somerset',
  names: new Map([
    ['avon-farm', 'Avon Farm'],
    ['brook-homes', 'Brook Homes'],
  ]),
  authorities: [
    { ...held, clientId: 'brook-homes', agentId: 'agency', permissions: ['MakeOffersOrBids'] },
    { ...held, clientId: 'avon-farm', agentId: 'registrar', permissions: ['RegisterForRound'] },
  ],
}

const accepted = (left: object = NOTHING) => {
  let ids = 0
  const act = {
    on: 'round' as const,
    subject: round,
    values: {},
    given,
    reads: { market, result: { id: 'result', problem: freezeMatchProblem(market), solution }, left, letters },
    actor: anOperator(),
    now: '2025-08-01T10:00:00.000Z',
    newId: () => `credit-${(ids += 1)}`,
  }
  return typeof acceptMatch.effect === 'function' ? acceptMatch.effect(act) : []
}

it('a match cannot be accepted when offers, bids or the reserve have changed since it was made', async () => {
  expect(validateAnswers(acceptMatch, { confirmed: true }, given)).toEqual({})
  const changed = acceptMatch.given?.(
    { latest: async () => undefined, list: async () => [] } as never,
    round,
    anOperator(),
    '2025-08-01',
  )
  expect(validateAnswers(acceptMatch, { confirmed: true }, { ...given, ...(await changed) })).toEqual({
    form: 'Offers, bids or the reserve have changed since this match was made. Run the match again',
  })
})

it('accepting a match moves the winners, creates their credits and records the time', () => {
  expect(accepted()).toMatchObject([
    { change: 'update', kind: 'round', patch: { settledAt: '2025-08-01T10:00:00.000Z' } },
    { change: 'move', kind: 'project', id: 'wetland', from: 'Offered', to: 'Matched' },
    { change: 'move', kind: 'requirement', id: 'brook-homes-phosphorous', from: 'Bid', to: 'RightsCreated' },
    { change: 'remove', kind: 'credit', id: 'wetland-phosphorous' },
    { change: 'create', kind: 'credit', row: { id: 'credit-1', status: 'RightsCreated', units: 20_000 } },
    { change: 'create', kind: 'credit', row: { id: 'credit-2', status: 'Unused', units: 80_000 } },
    { change: 'tell' },
    { change: 'tell' },
    { change: 'tell' },
    { change: 'tell' },
  ])
})

it('accepting a match notifies every organisation that took part once, and none that withdrew', () => {
  const told = accepted().flatMap(change =>
    change.change === 'tell' && 'organisationId' in change.to && !change.to.forClientId
      ? [change.to.organisationId]
      : [],
  )
  expect(told).toEqual(['avon-farm', 'brook-homes', 'mere-estate'])
})

it('drafts end with the round, and their owners are notified once each', () => {
  const left = {
    ...NOTHING,
    projects: [
      aProject({ id: 'draft', name: 'Draft pond', status: 'Draft' }),
      aProject({ id: 'late', name: 'Late pond', supplierId: 'mere-estate', status: 'PendingRound' }),
    ],
    requirements: [aRequirement({ id: 'silent', name: 'Silent homes', status: 'Provisional' })],
    participations: [aParticipation({ id: 'half', capacity: 'Investor', status: 'Provisional' })],
    authorities: [
      { id: 'asked', status: 'Pending', clientId: 'mere-estate', agentId: 'agency', roundId: 'round-1' },
    ],
  }
  const changes = accepted(left).slice(accepted().length)
  const told = (organisationId: string, ended: string) => ({
    change: 'tell',
    notice: 'round-ended',
    to: { organisationId },
    facts: { ended },
  })
  expect(changes).toMatchObject([
    { kind: 'project', id: 'draft', from: 'Draft', to: 'Unmatched', patch: { endedAs: 'Draft' } },
    {
      kind: 'project',
      id: 'late',
      from: 'PendingRound',
      to: 'Unmatched',
      patch: { endedAs: 'PendingRound' },
    },
    { kind: 'requirement', id: 'silent', from: 'Provisional', to: 'Unmatched' },
    {
      ...{ kind: 'participation', id: 'half', to: 'Withdrawn' },
      patch: { statusBefore: 'Provisional', reason: 'The market round has ended' },
    },
    { kind: 'agentAuthority', id: 'asked', to: 'Rejected', patch: { reason: 'The market round has ended' } },
    told(
      'avon-farm',
      'Your project Draft pond had no offer.\nYour registration as an investor was not complete.',
    ),
    told('brook-homes', 'Your credit requirement Silent homes had no bid.'),
    told(
      'mere-estate',
      'Your project Late pond had no offer.\nAn authority that you gave to an agent was not approved.',
    ),
  ])
})

it('each organisation and its agent for offers and bids are notified of the organisation’s result', () => {
  const said = accepted().flatMap(change =>
    change.change === 'tell' && 'organisationId' in change.to
      ? [[change.to.organisationId, change.facts.result]]
      : [],
  )
  expect(said).toEqual([
    [
      'avon-farm',
      'You won with 1 of 1 project. You receive £2,005.00: £1,605.00 for you, £100.00 later for maintenance, £100.00 for the market operator and £200.00 for monitoring.',
    ],
    ['brook-homes', 'You won with 1 of 1 credit requirement. You pay £2,005.00.'],
    ['agency', 'Brook Homes won with 1 of 1 credit requirement. Brook Homes pays £2,005.00.'],
    ['mere-estate', 'You had no offer or bid in the match of this round.'],
  ])
})
