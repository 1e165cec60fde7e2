import { expect } from 'vitest'
import { NOTICES } from '#actions/notices/index'
import type { Actor } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import type { EntityMap } from '#domain/disclosure/entities'
import type { Store } from '#server/store/store'

/** The parts of an inbox item that identify its recipient. */
interface Told {
  kind: string
  userId: string
  subjectId: string
  organisationId: string | null
  createdAt: Instant
}

interface Around {
  actors: readonly Actor[]
  authorities: readonly EntityMap['agentAuthority'][]
  participations: readonly EntityMap['participation'][]
}

const isNamed = (kind: string): boolean =>
  Object.entries(NOTICES).some(([name, { readers }]) => name === kind && readers.includes('named'))

/**
 * The recipients of each result of a round, with the organisation concerned: those who took part, and those who bid for
 * them.
 */
const toldTheResult = async (
  { read }: Store,
  roundId: string,
  { actors, authorities, participations }: Around,
): Promise<string[]> => {
  const result = await read.latest('matchResult', { roundId })
  const { projects = [], requirements = [] } = result?.problem ?? {}
  const taking = participations.filter(one => one.roundId === roundId && one.status === 'Registered')
  const owners = new Set([
    ...taking.map(({ organisationId }) => organisationId),
    ...projects.map(({ supplierId }) => supplierId),
    ...requirements.map(({ buyerId }) => buyerId),
  ])
  const agentOf = (owner: string) => (actor: Actor) =>
    authorities.some(
      one =>
        one.status === 'Approved' &&
        one.roundId === roundId &&
        one.clientId === owner &&
        one.agentId === actor.organisationId &&
        one.permissions.includes('MakeOffersOrBids'),
    )
  return [...owners].flatMap(owner =>
    actors
      .filter(actor => actor.organisationId === owner || agentOf(owner)(actor))
      .map(({ userId, organisationId }) => `${userId} ${organisationId === owner ? '' : owner}`),
  )
}

/** People with an offer or bid to confirm in a round, and those who may confirm it for an organisation. */
const toConfirmIn = async (
  { read }: Store,
  roundId: string,
  { actors, authorities }: Around,
): Promise<string[]> => {
  const owners = new Set([
    ...(await read.list('project', { roundId, status: 'Offered' })).flatMap(one =>
      one.toConfirmSince === null ? [] : one.supplierId,
    ),
    ...(await read.list('requirement', { roundId, status: 'Bid' })).flatMap(one =>
      one.toConfirmSince === null ? [] : one.buyerId,
    ),
  ])
  const acting = authorities.filter(
    one =>
      one.status === 'Approved' &&
      one.roundId === roundId &&
      owners.has(one.clientId) &&
      one.permissions.includes('MakeOffersOrBids'),
  )
  const told = new Set([...owners, ...acting.map(({ agentId }) => agentId)])
  return actors.flatMap(({ organisationId, userId }) =>
    organisationId !== null && userId !== null && told.has(organisationId) ? userId : [],
  )
}

/**
 * Checks the recipients of an effect: no one twice for the same organisation, only people who take part in the round or
 * act for a participant, for a result everyone who took part, and for a reopening everyone with something to confirm.
 */
export const expectRightRecipients = async (
  store: Store,
  items: readonly (Told & { roundId: string | null })[],
  around: Around,
): Promise<void> => {
  const named = items.filter(({ kind, roundId }) => isNamed(kind) && roundId !== null)
  const keys = named.map(one =>
    [one.kind, one.subjectId, one.userId, one.organisationId, one.createdAt].join(' '),
  )
  expect(keys).toEqual([...new Set(keys)])
  // A case also concerns planning authorities, which take part in no round; whether they may read it is checked elsewhere. A
  // participant can ask about a round before it joins.
  for (const { kind, userId, roundId } of named.filter(
    one => !one.kind.startsWith('holding-case-') && one.kind !== 'own-question-answered',
  )) {
    const { organisationId } = around.actors.find(actor => actor.userId === userId) ?? {}
    const isConcerned =
      around.participations.some(one => one.roundId === roundId && one.organisationId === organisationId) ||
      around.authorities.some(
        one => one.roundId === roundId && [one.agentId, one.clientId].includes(organisationId ?? ''),
      )
    expect([kind, userId, isConcerned]).toEqual([kind, userId, true])
  }
  for (const roundId of new Set(named.flatMap(one => (one.kind === 'bids-reopened' ? one.subjectId : [])))) {
    const told = named.filter(one => one.kind === 'bids-reopened' && one.subjectId === roundId)
    const bidders = await toConfirmIn(store, roundId, around)
    expect(told.map(({ userId }) => userId).toSorted()).toEqual(bidders.toSorted())
  }
  const results = named.filter(({ kind }) => kind === 'match-accepted')
  for (const roundId of new Set(results.map(one => one.subjectId))) {
    const told = results.filter(one => one.subjectId === roundId)
    const forWhom = told.map(({ userId, organisationId }) => {
      const own = around.actors.find(actor => actor.userId === userId)?.organisationId
      return `${userId} ${organisationId === null || organisationId === own ? '' : organisationId}`
    })
    expect(forWhom.toSorted()).toEqual((await toldTheResult(store, roundId, around)).toSorted())
  }
}
