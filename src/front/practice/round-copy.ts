import type { CopiedNeed, CopiedProject, RoundCopy } from '#contract/practice'
import { CREDIT_TYPE_LABELS, CREDIT_TYPES, UNIT_NAMES, type CreditType } from '#domain/credit-type'
import { BROAD_HABITAT_LABELS, DISTINCTIVENESS_LABELS } from '#domain/habitat'
import { HABITAT_TYPES } from '#domain/habitat-types'
import type { MatchProblem, MatchRequirement } from '#domain/match-problem'
import { penceOf, showMoney, type Pence } from '#domain/money'
import { unitsOf } from '#domain/units'

/**
 * Prices in pounds for a unit that lasts, between which amounts are made up. Published for England: market reports of
 * 2025 for biodiversity, Solent for nitrogen, Norfolk for phosphorous (`refdata/prices.csv`).
 */
const PRICES: Readonly<Record<CreditType, readonly [low: number, high: number]>> = {
  Biodiversity: [19_000, 30_000],
  NutrientMitigationNitrogen: [2_000, 4_000],
  NutrientMitigationPhosphorous: [36_500, 88_500],
}

/** What a unit for some years is worth beside one for ever. */
const FOR_YEARS = 0.4

/** The prices that amounts are made up around, in words. */
export const pricesInWords = (): string =>
  CREDIT_TYPES.map(type => {
    const [low, high] = PRICES[type].map(pounds => showMoney(penceOf(pounds)))
    return `${CREDIT_TYPE_LABELS[type].toLowerCase()} ${low} to ${high}`
  }).join(', ')

/** A number from 0 up to 1 that follows from a text alone (FNV-1a). */
const drawn = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) / 2 ** 32
}

/** A price of the lower half for an offer, of the upper half for a bid, in whole hundreds of pounds. */
const amountOf = (side: 'offer' | 'bid', worth: number, type: CreditType, seed: string): number => {
  const [low, high] = PRICES[type]
  const half = (high - low) / 2
  return worth * (low + (side === 'bid' ? half : 0) + half * drawn(seed))
}

const inHundreds = (pounds: number): Pence => penceOf(Math.max(100, Math.round(pounds / 100) * 100))

const offerOf = ({ name, services }: CopiedProject, seed: string): Pence =>
  inHundreds(
    services
      .map(({ supply, creditType }, at) => {
        const most = Math.max(0, ...supply.map(({ units }) => units))
        const worth = supply.at(-1)?.end === null ? most : most * FOR_YEARS
        return amountOf('offer', worth, creditType, `${seed} ${name} ${at}`)
      })
      .reduce((all, one) => all + one, 0),
  )

const bidOf = ({ name, creditType, ongoingUnits, additionalUnits }: CopiedNeed, seed: string): Pence =>
  inHundreds(amountOf('bid', ongoingUnits + FOR_YEARS * additionalUnits, creditType, `${seed} ${name}`))

/** A bid that somebody makes up in a copy of a round: like one of its needs, with its own quantity and amount. */
export interface OwnBid {
  /** The place of the need that it is like. */
  like: number
  quantity: number
  pounds: number
  divisible: boolean
}

/** The party of a reader who plays. */
export const OWN = 'own'
const BEGAN = '2026-01-01T09:00:00.000Z'
const CAME_LAST = '2026-01-02T09:00:00.000Z'
const NO_COSTS = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }

const requirementOf = (
  need: CopiedNeed,
  own: Pick<MatchRequirement, 'id' | 'bid' | 'divisible' | 'bidAt' | 'ongoingUnits' | 'additionalUnits'>,
): MatchRequirement => ({ ...need, ...own, buyerId: own.id, bidOngoingOnly: null })

/** The copy with its made-up amounts, each project and need a party of its own, and the reader's bid last. */
export const problemOfCopy = ({ round, ampEnd, projects, needs }: RoundCopy, own: OwnBid): MatchProblem => {
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
        supply: service.supply.map(({ units, ...when }) => ({ ...when, units: unitsOf(units) })),
      })),
    })),
    requirements: [
      ...needs.map((need, at) =>
        requirementOf(need, {
          id: `n${at}`,
          bid: bidOf(need, round.name),
          divisible: false,
          bidAt: BEGAN,
          ongoingUnits: unitsOf(need.ongoingUnits),
          additionalUnits: unitsOf(need.additionalUnits),
        }),
      ),
      ...(like
        ? [
            requirementOf(
              { ...like, name: 'Your bid' },
              {
                id: OWN,
                bid: penceOf(own.pounds),
                divisible: own.divisible,
                bidAt: CAME_LAST,
                ongoingUnits: unitsOf(own.quantity),
                additionalUnits: 0,
              },
            ),
          ]
        : []),
    ],
  }
}

/** What a need is for, as a choice of a form: the first of each kind in each place. */
export const kindsOf = ({ needs }: RoundCopy): { at: number; label: string; type: CreditType }[] => {
  const seen = new Set<string>()
  return needs.flatMap((need, at) => {
    const { creditType, broadHabitat, habitatType, distinctiveness } = need
    const place = [
      need.subcatchmentId && `subcatchment ${need.subcatchmentId}`,
      need.ncaId && `character area ${need.ncaId}`,
      need.lpaId && `authority ${need.lpaId}`,
    ].find(one => one)
    const what =
      distinctiveness === null
        ? []
        : [
            HABITAT_TYPES.find(({ id }) => id === habitatType)?.label ?? BROAD_HABITAT_LABELS[broadHabitat],
            DISTINCTIVENESS_LABELS[distinctiveness].toLowerCase(),
          ]
    const label = [CREDIT_TYPE_LABELS[creditType], ...what, place ?? 'any place'].join(', ')
    if (seen.has(label)) return []
    seen.add(label)
    return [{ at, label, type: creditType }]
  })
}

/** A first bid to begin with: three units at the middle of the published prices. */
export const firstBid = (copy: RoundCopy, like: number): OwnBid => {
  const type = copy.needs[like]?.creditType ?? 'Biodiversity'
  const [low, high] = PRICES[type]
  const quantity = type === 'NutrientMitigationNitrogen' ? 20 : 3
  return { like, quantity, pounds: Math.round((quantity * (low + high)) / 2), divisible: false }
}

/** What a kind of credit is counted in. */
export const countedIn = (type: CreditType): string => UNIT_NAMES[type]
