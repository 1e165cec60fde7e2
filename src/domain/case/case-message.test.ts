import { describe, expect, it } from 'vitest'
import { ANONYMOUS, type Actor } from '../people/actor.ts'
import { mayKnowWriter, partsIn, writerNames, type CaseWriter } from './case-message.ts'

const failure = {
  ...{ type: 'DeliveryFailure' as const, roundId: 'round', ownerId: 'farm', lpaId: 'Somerset' },
  ...{ concernedIds: ['homes', 'mill'], concernedLpaIds: ['Dorset'] },
}
const actor = (more: Partial<Actor>): Actor => ({ ...ANONYMOUS, userId: 'someone', ...more })
const agentOf = (...clients: string[]) =>
  actor({
    organisationId: 'agency',
    authorities: clients.map(clientId => ({
      ...{ clientId, roundId: 'round', permissions: [], hasEnded: true },
    })),
  })

describe('the part of a writer', () => {
  it.each([
    ['staff of the operator', actor({ groups: ['admin'], organisationId: 'market' }), 'operator'],
    ['the owner', actor({ organisationId: 'farm' }), 'owner'],
    [
      'someone whose organisation took over the owner',
      actor({ organisationId: 'x', formerIds: ['farm'] }),
      'owner',
    ],
    ['a holder', actor({ organisationId: 'mill' }), 'holder'],
    ['the authority of the project', actor({ organisationId: 'council', lpaId: 'Somerset' }), 'authority'],
    [
      'the authority of a development',
      actor({ organisationId: 'council', lpaId: 'Dorset' }),
      'otherAuthority',
    ],
    ['an agent of the owner', agentOf('farm'), 'owner'],
    ['an agent of a holder', agentOf('mill'), 'holder'],
  ])('is that of %s', (_who, who, part) => {
    expect(partsIn(failure, who).map(one => one.part)).toEqual([part])
  })

  it('is one for each client of an agent, in the round of the case only', () => {
    expect(partsIn(failure, agentOf('mill', 'farm', 'homes')).map(one => one.organisationId)).toEqual([
      ...['farm', 'homes', 'mill'],
    ])
    expect(partsIn({ ...failure, roundId: 'another' }, agentOf('mill'))).toEqual([])
  })

  it('is that of a supplier where the case is about a buyer', () => {
    expect(partsIn({ ...failure, type: 'BuyerDefault' }, actor({ organisationId: 'mill' }))[0]?.part).toBe(
      'supplier',
    )
  })

  it('does not exist for a stranger', () => {
    expect(partsIn(failure, actor({ organisationId: 'stranger', lpaId: 'Kent' }))).toEqual([])
  })
})

const of = (part: CaseWriter['part'], organisationId: string, agentId: string | null = null): CaseWriter => ({
  ...{ part, organisationId, agentId },
})

it('numbers those who may not know each other by their first message', () => {
  const writers = [
    ...[of('holder', 'mill'), of('owner', 'farm'), of('holder', 'homes', 'agency'), of('holder', 'mill')],
    ...[of('otherAuthority', 'Dorset'), of('authority', 'Somerset'), of('operator', 'market')],
    of('owner', 'farm', 'agency'),
  ]
  expect(writerNames(writers)).toEqual([
    ...['holder 1', 'the owner', 'agent of holder 2', 'holder 1', 'other planning authority 1'],
    ...['the planning authority', 'the market operator', 'agent of the owner'],
  ])
})

it('lets the own side and the operator know a writer, and no one else', () => {
  const writer = of('holder', 'homes', 'agency')
  const knows = (reader: Actor) => mayKnowWriter(writer, reader, 'round')
  for (const reader of [actor({ groups: ['admin'] }), actor({ organisationId: 'homes' }), agentOf('homes')])
    expect(knows(reader)).toBe(true)
  for (const reader of [
    actor({ organisationId: 'mill' }),
    actor({ organisationId: 'farm' }),
    actor({ lpaId: 'Dorset' }),
  ])
    expect(knows(reader)).toBe(false)
  expect(mayKnowWriter(of('holder', 'homes'), agentOf('homes'), 'another')).toBe(false)
})
