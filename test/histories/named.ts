import { expect } from 'vitest'
import { NOTICES } from '#actions/notices/index'
import type { Actor } from '#domain/actor'
import type { Instant } from '#domain/dates'
import type { Entities } from '#domain/entities'
import type { Store } from '#server/store/store'

/** What of an item of an inbox says whose it is. */
interface Told {
  kind: string
  userId: string
  subjectId: string
  organisationId: string | null
  createdAt: Instant
}

interface Around {
  actors: readonly Actor[]
  authorities: readonly Entities['agentAuthority'][]
  participations: readonly Entities['participation'][]
}

const isNamed = (kind: string): boolean =>
  Object.entries(NOTICES).some(([name, { readers }]) => name === kind && readers.includes('named'))

/** For each result of a round whoever is to be told it, for whose sake: who took part, and who bids for them. */
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

/** Who has an offer or bid to confirm in a round, or may confirm it for somebody. */
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
 * What an effect tells whom it names: nobody twice at once for the same sake, nobody but who takes part in the round or acts there
 * for somebody, and of a result everybody who took part,
 * and of a reopening whoever has something to confirm.
 */
export const expectNamedRight = async (
  store: Store,
  items: readonly (Told & { roundId: string | null })[],
  around: Around,
): Promise<void> => {
  const named = items.filter(({ kind, roundId }) => isNamed(kind) && roundId !== null)
  const keys = named.map(one =>
    [one.kind, one.subjectId, one.userId, one.organisationId, one.createdAt].join(' '),
  )
  expect(keys).toEqual([...new Set(keys)])
  for (const { kind, userId, roundId } of named) {
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
