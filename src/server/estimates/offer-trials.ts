import type { Kysely } from 'kysely'
import { habitatTypeOf } from '@credit-market/habitat-metric/habitat-rules'
import { moduleOf } from '@credit-market/habitat-metric/habitat'
import type { MatchProblem, MatchProject } from '@credit-market/matching/problem/match-problem'
import type { Pence } from '@credit-market/values/money'
import type { Units } from '@credit-market/values/units'
import { readPublishedMatch } from '../instances/instance.ts'
import { offerWorkerFile } from '../process/places.ts'
import { runThread } from '../process/run-thread.ts'
import type { Database } from '../store/tables/tables.ts'

/** Messages to the thread: a published problem with its surplus in pence, and the offer at each of its places. */
export interface OfferTrialRequest {
  problem: MatchProblem
  surplus: Pence
  offers: MatchProject[]
  seconds: number
}

/** Seconds for all places of one round; a page waits for them. */
const SECONDS = 3
/** Longer than the time limit, so that the thread can say that there is no answer. */
const EXTRA_MS = 2000
const MOST_PLACES = 12
const MOST_CACHED = 500

const placeKey = ({ ncaId, lpaId, subcatchmentId }: MatchProject): string =>
  JSON.stringify([ncaId, lpaId, subcatchmentId])

/**
 * An offer of a habitat at each place of a published problem. Published places have pseudonyms, so no one can say which of them is
 * the place of the estimate.
 */
const offersAtPlaces = (problem: MatchProblem, habitat: string, units: Units): MatchProject[] => {
  const type = habitatTypeOf(habitat)
  const places = new Map(problem.projects.map(project => [placeKey(project), project]))
  const starts = problem.projects.flatMap(({ services }) =>
    services.flatMap(({ creditType, supply }) =>
      creditType === 'Biodiversity' ? supply.map(({ start }) => start) : [],
    ),
  )
  const [start] = starts.toSorted()
  if (!type || start === undefined) return []
  return [...places.values()].slice(0, MOST_PLACES).map(({ ncaId, lpaId, subcatchmentId, offeredAt }) => ({
    ...{ id: 'additional-offer', name: 'additional-offer', supplierId: 'additional-party' },
    ...{ ncaId, lpaId, subcatchmentId, offeredAt, offer: 0 },
    costs: { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 },
    services: [
      {
        ...{ id: 'additional-service', creditType: 'Biodiversity', module: moduleOf(type.broadHabitat) },
        ...{ broadHabitat: type.broadHabitat, habitatType: type.id, distinctiveness: type.distinctiveness },
        supply: [{ start, end: null, units }],
      },
    ],
  }))
}

const cached = new Map<string, Promise<readonly Pence[] | null>>()
/** One trial at a time: others that render pages must not wait for several. */
let isBusy = false

const tryAtPlaces = async (
  db: Kysely<Database>,
  { roundId, habitat, units }: { roundId: string; habitat: string; units: Units },
): Promise<readonly Pence[] | null> => {
  const published = await readPublishedMatch(db, roundId)
  if (!published) return null
  const { problem, solution } = published.instance
  // The surplus of a match that is not the best one would let the offer win too often.
  if (!solution.proven) return null
  const offers = offersAtPlaces(problem, habitat, units)
  if (offers.length === 0) return null
  const request: OfferTrialRequest = { problem, surplus: solution.surplus, offers, seconds: SECONDS }
  return runThread<Pence[]>(offerWorkerFile, request, SECONDS * 1000 + EXTRA_MS)
}

/**
 * The highest amounts in pence, with all costs, at which an offer of these units would have won at the places of a published
 * match; null if the round has no published match with habitats, if it is too hard, or if another offer is being tried. Cached,
 * because published matches never change.
 */
export const highestWinningAsks = async (
  db: Kysely<Database>,
  offer: { roundId: string; habitat: string; units: Units },
): Promise<readonly Pence[] | null> => {
  const key = JSON.stringify([offer.roundId, offer.habitat, offer.units])
  const known = cached.get(key)
  if (known) return known
  if (isBusy) return null
  isBusy = true
  const asks = tryAtPlaces(db, offer).finally(() => {
    isBusy = false
  })
  cached.set(key, asks)
  const [oldest] = cached.keys()
  if (cached.size > MOST_CACHED && oldest !== undefined) cached.delete(oldest)
  // Another time the machine may be less busy.
  const forget = (): unknown => cached.delete(key)
  asks.then(answer => answer ?? forget(), forget)
  return asks
}
