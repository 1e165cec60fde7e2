import type { PracticeNeed, PracticeProject, PracticeRound } from '#contract/round/practice'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { BROAD_HABITAT_LABELS, DISTINCTIVENESS_LABELS } from '@credit-market/habitat-metric/habitat'
import { HABITAT_TYPES } from '@credit-market/habitat-metric/habitat-types'
import type { MatchProblem, MatchRequirement } from '@credit-market/matching/problem/match-problem'
import { penceOf, showMoney, type Pence } from '@credit-market/values/money'
import { toUnits } from '@credit-market/values/units'

/**
 * Range of prices in pounds for a unit that lasts for ever, from which invented amounts are drawn. Published
 * for England: market reports of 2025 for biodiversity, Solent for nitrogen, Norfolk for phosphorous
 * (`refdata/prices.csv`).
 */
const PRICES: Readonly<Record<CreditType, readonly [low: number, high: number]>> = {
  Biodiversity: [19_000, 30_000],
  NutrientMitigationNitrogen: [2_000, 4_000],
  NutrientMitigationPhosphorous: [36_500, 88_500],
}

/** Value of a unit for some years relative to one for ever. */
const FOR_YEARS = 0.4

/** Price ranges from which amounts are drawn, as text. */
export const priceRangesText = (): string =>
  CREDIT_TYPES.map(type => {
    const [low, high] = PRICES[type].map(pounds => showMoney(penceOf(pounds)))
    return `${CREDIT_TYPE_LABELS[type]} ${low} to ${high}`
  }).join(', ')

/** Pseudo-random number from 0 up to but not including 1, derived from a text alone (FNV-1a). */
const drawn = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) / 2 ** 32
}

/**
 * Draws a price from the lower half of the range for an offer, from the upper half for a bid, in whole
 * hundreds of pounds.
 */
const amountOf = (side: 'offer' | 'bid', worth: number, type: CreditType, seed: string): number => {
  const [low, high] = PRICES[type]
  const half = (high - low) / 2
  return worth * (low + (side === 'bid' ? half : 0) + half * drawn(seed))
}

const inHundreds = (pounds: number): Pence => penceOf(Math.max(100, Math.round(pounds / 100) * 100))

const offerOf = ({ name, services }: PracticeProject, seed: string): Pence =>
  inHundreds(
    services
      .map(({ supply, creditType }, at) => {
        const most = Math.max(0, ...supply.map(({ units }) => units))
        const worth = supply.at(-1)?.end === null ? most : most * FOR_YEARS
        return amountOf('offer', worth, creditType, `${seed} ${name} ${at}`)
      })
      .reduce((all, one) => all + one, 0),
  )

const bidOf = ({ name, creditType, ongoingUnits, additionalUnits }: PracticeNeed, seed: string): Pence =>
  inHundreds(amountOf('bid', ongoingUnits + FOR_YEARS * additionalUnits, creditType, `${seed} ${name}`))

/** Invented bid in a copy of a round: like one of its needs, with its own quantity and amount. */
export interface OwnBid {
  /** Index of the need that it copies. */
  like: number
  quantity: number
  pounds: number
  divisible: boolean
}

/** Id of the reader's own party. */
export const OWN_PARTY_ID = 'own'
const BEGAN = '2026-01-01T09:00:00.000Z'
const CAME_LAST = '2026-01-02T09:00:00.000Z'
const NO_COSTS = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }

const requirementOf = (
  need: PracticeNeed,
  own: Pick<MatchRequirement, 'id' | 'bid' | 'divisible' | 'bidAt' | 'ongoingUnits' | 'additionalUnits'>,
): MatchRequirement => ({ ...need, ...own, buyerId: own.id, bidOngoingOnly: null })

/**
 * Match problem of the copy with its invented amounts. Each project and need is a party of its own, and the
 * reader's bid comes last.
 */
export const copiedMatchProblem = (
  { round, ampEnd, projects, needs }: PracticeRound,
  own: OwnBid,
): MatchProblem => {
  const like = needs[own.like] ?? needs[0]
  return {
    version: 1,
    roundId: 'practice',
    ampEnd,
    reserve: null,
    groups: [],
    projects: projects.map(({ services, ...project }, at) => ({
      ...project,
      id: `p${at}`,
      supplierId: `p${at}`,
      offer: offerOf({ services, ...project }, round.name),
      costs: NO_COSTS,
      offeredAt: BEGAN,
      services: services.map((service, k) => ({
        ...service,
        id: `p${at}-${k}`,
        supply: service.supply.map(({ units, ...when }) => ({ ...when, units: toUnits(units) })),
      })),
    })),
    requirements: [
      ...needs.map((need, at) =>
        requirementOf(need, {
          id: `n${at}`,
          bid: bidOf(need, round.name),
          divisible: false,
          bidAt: BEGAN,
          ongoingUnits: toUnits(need.ongoingUnits),
          additionalUnits: toUnits(need.additionalUnits),
        }),
      ),
      ...(like
        ? [
            requirementOf(
              { ...like, name: 'Your bid' },
              {
                id: OWN_PARTY_ID,
                bid: penceOf(own.pounds),
                divisible: own.divisible,
                bidAt: CAME_LAST,
                ongoingUnits: toUnits(own.quantity),
                additionalUnits: 0,
              },
            ),
          ]
        : []),
    ],
  }
}

/** Choices of needs for a form: the first of each kind in each place. */
export const creditNeedOptions = ({
  needs,
}: PracticeRound): { at: number; label: string; type: CreditType }[] => {
  const seen = new Set<string>()
  return needs.flatMap((need, at) => {
    const { creditType, broadHabitat, habitatType, distinctiveness } = need
    const place = [
      need.subcatchmentId && `Subcatchment ${need.subcatchmentId}`,
      need.ncaId && `National character area ${need.ncaId}`,
      need.lpaId && `Planning authority ${need.lpaId}`,
    ].find(one => one)
    const what =
      distinctiveness === null
        ? []
        : [
            HABITAT_TYPES.find(({ id }) => id === habitatType)?.label ?? BROAD_HABITAT_LABELS[broadHabitat],
            `${DISTINCTIVENESS_LABELS[distinctiveness]} distinctiveness`,
          ]
    const label = [CREDIT_TYPE_LABELS[creditType], ...what, place ?? 'Any place'].join(', ')
    if (seen.has(label)) return []
    seen.add(label)
    return [{ at, label, type: creditType }]
  })
}

/** Initial bid: three units at the middle of the published prices. */
export const initialBid = (copy: PracticeRound, like: number): OwnBid => {
  const type = copy.needs[like]?.creditType ?? 'Biodiversity'
  const [low, high] = PRICES[type]
  const quantity = type === 'NutrientMitigationNitrogen' ? 20 : 3
  return { like, quantity, pounds: Math.round((quantity * (low + high)) / 2), divisible: false }
}
