import { expect, it } from 'vitest'
import { anActor, anOperator, aParticipation, aRound } from '#test/builders/market'
import { availableChoices, validateAnswers } from '../kit/judge.ts'
import { checkAvailability } from '../kit/available.ts'
import { registerAsParticipant } from './register-as-participant.ts'

const round = aRound({ bidderType: 'Buyers', buyersEnd: '2025-05-31' })
const facts = (more: Record<string, unknown> = {}) => ({
  today: '2025-06-01',
  actorIsOperator: false,
  ownId: 'avon-farm',
  mayBe: ['avon-farm'],
  bidderType: round.bidderType,
  dates: round,
  participations: [] as unknown[],
  ...more,
})

it('participants register while the round and a window are open, the operator until bidding', () => {
  const may = (actor: ReturnType<typeof anActor>, status: typeof round.status, today: string) =>
    checkAvailability(registerAsParticipant, actor, aRound({ status }), {
      round: aRound({ status }),
      today,
    }) === true
  expect(may(anActor(), 'Open', '2025-06-30')).toBe(true)
  expect(may(anActor(), 'Open', '2025-07-01')).toBe(false)
  expect(may(anActor(), 'Closed', '2025-06-01')).toBe(false)
  expect(may(anOperator(), 'Closed', '2025-07-01')).toBe(true)
  expect(may(anOperator(), 'OpenForBidsAndOffers', '2025-06-01')).toBe(false)
})

it('everyone except the operator registers in the window of the capacity', () => {
  expect(validateAnswers(registerAsParticipant, { capacities: ['Supplier'] }, facts())).toEqual({})
  expect(validateAnswers(registerAsParticipant, { capacities: ['Buyer'] }, facts())).toEqual({
    capacities: 'The registration window for buyers is not open',
  })
  const operators = facts({ actorIsOperator: true, ownId: null, mayBe: null })
  expect(
    validateAnswers(registerAsParticipant, { organisationId: 'avon-farm', capacities: ['Buyer'] }, operators),
  ).toEqual({})
})

it('a participant registers in at least one capacity, and only in those that the round admits', () => {
  expect(validateAnswers(registerAsParticipant, { capacities: [] }, facts())).toEqual({
    capacities: 'Empty array',
  })
  expect(validateAnswers(registerAsParticipant, { capacities: ['Investor'] }, facts())).toEqual({
    capacities: 'This market round is not open to investors',
  })
})

it('an agent registers only its clients', () => {
  const agents = facts({ ownId: null, mayBe: ['avon-farm'] })
  expect(
    validateAnswers(
      registerAsParticipant,
      { organisationId: 'mere-estate', capacities: ['Supplier'] },
      agents,
    ),
  ).toEqual({
    organisationId: 'Choose one from the list',
  })
})

it('interest becomes registration; a second registration is refused, and one after a withdrawal needs the operator', () => {
  const withStatus = (status: 'Interested' | 'Provisional' | 'Withdrawn') =>
    facts({ participations: [aParticipation({ status })] })
  const judged = (status: 'Interested' | 'Provisional' | 'Withdrawn') =>
    validateAnswers(registerAsParticipant, { capacities: ['Supplier'] }, withStatus(status)).capacities
  expect(judged('Interested')).toBeUndefined()
  expect(judged('Provisional')).toBe('Already registered as a supplier')
  expect(judged('Withdrawn')).toBe(
    'Withdrawn as a supplier. The market operator can reinstate this participation',
  )
  const changes =
    typeof registerAsParticipant.effect === 'function' &&
    registerAsParticipant.effect({
      on: 'round',
      subject: round,
      values: { organisationId: null, capacities: ['Supplier', 'Buyer'] },
      given: withStatus('Interested'),
      reads: [],
      actor: anActor(),
      now: '2025-06-01T09:00:00.000Z',
      newId: () => 'new',
    })
  expect(changes).toMatchObject([
    { change: 'move', kind: 'participation', id: 'participation-1', from: 'Interested', to: 'Provisional' },
    {
      change: 'create',
      kind: 'participation',
      row: { id: 'new', organisationId: 'avon-farm', capacity: 'Buyer' },
    },
  ])
})

it('offers no capacity in which the organisation is registered already', () => {
  const offered = (...participations: ReturnType<typeof aParticipation>[]) =>
    availableChoices(
      registerAsParticipant.fields.capacities!,
      { organisationId: null },
      { ...facts({ participations }), declarations: [] },
    )?.map(({ id }) => id)
  expect(offered()).toEqual(['Supplier', 'Buyer'])
  expect(offered(aParticipation({ status: 'Registered' }))).toEqual(['Buyer'])
  expect(offered(aParticipation({ status: 'Interested' }))).toEqual(['Supplier', 'Buyer'])
  expect(offered(aParticipation({ status: 'Provisional', organisationId: 'other' }))).toEqual([
    'Supplier',
    'Buyer',
  ])
})

it('registering for a round needs true for every declaration shown', () => {
  const declarations = [{ id: 'd1', category: 'MarketRoundParticipant_Register', roundId: 'round-1' }]
  const judged = (answer: boolean) =>
    validateAnswers(
      registerAsParticipant,
      { capacities: ['Supplier'], declarations: [{ id: 'd1', answer }] },
      facts({ declarations }),
    )
  expect(judged(false)).toEqual({ declarations: 'Must be agreed to' })
  expect(judged(true)).toEqual({})
})
