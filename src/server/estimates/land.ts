import type {
  EstimatedPriceView,
  LandEstimate,
  LandEstimateQuery,
  LandOptionView,
} from '#contract/public/estimates'
import type { PublicRound } from '#contract/public/public'
import { type Condition, CONDITIONS } from '@credit-market/habitat-metric/habitat'
import { habitatTypeOf } from '@credit-market/habitat-metric/habitat-rules'
import type { HabitatType } from '@credit-market/habitat-metric/habitat-types'
import { habitatUplift, type HabitatState, possibleCondition } from '@credit-market/habitat-metric/uplift'
import { CREDIT_TYPES, type CreditType, isNutrient } from '@credit-market/matching/problem/credit-type'
import { medianCostShare } from '#domain/prices/cost-share'
import { roundOffPrice } from '#domain/prices/price-cells'
import { shareOfBuyersPaying } from '#domain/prices/price-estimate'
import { penceOf, poundsOf } from '@credit-market/values/money'
import { toUnits, unitsToNumber } from '@credit-market/values/units'
import type { ViewContext } from '../views/kit/context.ts'
import { readPublishedMatch } from '../instances/instance.ts'
import { readPublicPrices } from '../register/prices.ts'
import { readPublicRounds } from '../register/public.ts'
import { type DeskAnswer, findHabitat, parseAmount } from './answers.ts'
import { findEverydayHabitat } from './everyday-habitats.ts'
import { findEstimatePlace } from './find-place.ts'
import { badAmount, HECTARES_MISSING, impossibleNow, nothingGained, NOW_MISSING } from './messages.ts'
import { nutrientRates } from './nutrient-rates.ts'
import { highestWinningAsks } from './offer-trials.ts'
import { comingRoundsAtPlace, estimatePriceAtPlace, tradesAtPlace } from './prices.ts'

type LandQuestion = keyof LandEstimateQuery

/** Habitats that are compared if no one is named: those of most projects on farmland. */
const USUAL_HABITATS = [
  'OtherNeutralGrassland',
  'LowlandMeadows',
  'FloodplainWetlandMosaicAndCFGM',
  'MixedScrub',
  'OtherWoodlandBroadleaved',
  'TraditionalOrchards',
  'Reedbeds',
] as const

const USUAL_CONDITION: Condition = 'Moderate'

/** Years over which an income is spread: the statutory duration of habitat for net gain. */
const YEARS = 30

type Prices = ReadonlyMap<CreditType, EstimatedPriceView | null>

const incomeOf = (
  price: EstimatedPriceView | null | undefined,
  units: { low: number; high: number },
  hectares: number,
): Pick<LandOptionView, 'income' | 'perHectareAndYear'> => {
  if (!price) return { income: null, perHectareAndYear: null }
  const range = (parts: number) => ({
    low: poundsOf(roundOffPrice((penceOf(price.low) * units.low) / parts)),
    high: poundsOf(roundOffPrice((penceOf(price.high) * units.high) / parts)),
  })
  return { income: range(1), perHectareAndYear: range(hectares * YEARS) }
}

const habitatOptions = (
  now: HabitatState,
  targets: readonly (HabitatType & { conditions: readonly Condition[] })[],
  { hectares, prices }: { hectares: number; prices: Prices },
): LandOptionView[] =>
  targets.flatMap(({ id, label, conditions }) => {
    const states = new Set(conditions.map(one => possibleCondition(id, one)).filter(one => one !== undefined))
    return [...states].flatMap((condition): LandOptionView[] => {
      const found = habitatUplift(now, { habitat: id, condition }, toUnits(hectares))
      if (!found) return []
      const units = { low: unitsToNumber(found.net), high: unitsToNumber(found.net) }
      return [
        {
          creditType: 'Biodiversity',
          ...{ habitat: { id, name: label }, condition, method: found.method, projectType: null },
          ...{ years: found.years, units, ...incomeOf(prices.get('Biodiversity'), units, hectares) },
        },
      ]
    })
  })

const nutrientOptions = (hectares: number, prices: Prices): LandOptionView[] =>
  nutrientRates().flatMap(({ name, creditType, low, high }): LandOptionView[] => {
    if (!prices.has(creditType)) return []
    const kilograms = (rate: number): number => unitsToNumber(toUnits(rate * hectares))
    const units = { low: kilograms(low), high: kilograms(high) }
    return [
      {
        ...{ creditType, habitat: null, condition: null, method: null, projectType: name, years: null },
        ...{ units, ...incomeOf(prices.get(creditType), units, hectares) },
      },
    ]
  })

/** The answers that were typed, and errors in them. */
const answersOf = (query: LandEstimateQuery) => {
  const hectares = parseAmount(query.hectares ?? '')
  const typedPrice = query.price?.replace('£', '') ?? ''
  const asked = typedPrice.trim() === '' ? null : parseAmount(typedPrice)
  const now = findEverydayHabitat(query.now ?? '') ?? findHabitat(query.now ?? '', 'Cereal crops')
  const habitat = query.habitat?.trim() ? findHabitat(query.habitat) : null
  const condition = 'error' in now ? undefined : possibleCondition(now.id, query.condition ?? USUAL_CONDITION)
  const errors: Partial<Record<LandQuestion, string>> = {
    ...(hectares === null && {
      hectares: query.hectares?.trim() ? badAmount('the area in hectares', '6.5') : HECTARES_MISSING,
    }),
    ...('error' in now && { now: query.now?.trim() ? now.error : NOW_MISSING }),
    ...(!('error' in now) && condition === undefined && { condition: impossibleNow(now.label) }),
    ...(habitat && 'error' in habitat && { habitat: habitat.error }),
    ...(typedPrice.trim() !== '' &&
      asked === null && { price: badAmount('the price per unit in pounds', '20,000') }),
  }
  return { hectares, asked, now, habitat, condition, errors }
}

/** Published matches that are run again with an offer: the newest of a market. */
const MOST_TRIED = 2

/** Runs published matches at a place again with an offer of an option at a price per unit. */
const tryOffer = async (
  { habitat, units }: LandOptionView,
  asked: number,
  { db, rounds }: { db: ViewContext['db']; rounds: readonly PublicRound[] },
): Promise<NonNullable<LandEstimate['chance']>['tried']> => {
  const published = rounds.filter(({ isPublished }) => isPublished).slice(0, MOST_TRIED)
  const tried: NonNullable<LandEstimate['chance']>['tried'] = []
  // One after the other, because only one is tried at a time.
  for (const { id, name, market } of published) {
    const asks = await highestWinningAsks(db, {
      roundId: id,
      habitat: habitat?.id ?? '',
      units: toUnits(units.high),
    })
    const amount = penceOf(asked) * units.high
    if (asks)
      tried.push({
        ...{ market, round: { id, name } },
        ...{ places: asks.length, won: asks.filter(ask => amount < ask).length },
      })
  }
  return tried
}

const chanceOf = async (
  asked: number | null,
  price: EstimatedPriceView | null | undefined,
  option: LandOptionView | undefined,
  from: Parameters<typeof tryOffer>[2],
): Promise<LandEstimate['chance']> => {
  if (!price) return null
  const { likely, quartiles } = price
  const middleHalf = quartiles && ([penceOf(quartiles.lower), penceOf(quartiles.upper)] as const)
  const at = asked ?? likely
  return {
    asked: at,
    buyersPaying: shareOfBuyersPaying({ median: penceOf(likely), middleHalf }, penceOf(at)),
    habitat: option?.habitat ?? null,
    tried: option ? await tryOffer(option, at, from) : [],
  }
}

/** Costs in the newest published match with enough suppliers of habitats. */
const costsIn = async (
  db: ViewContext['db'],
  rounds: readonly PublicRound[],
): Promise<LandEstimate['costs']> => {
  for (const { id, name, market } of rounds.filter(({ isPublished }) => isPublished).slice(0, MOST_TRIED)) {
    const published = await readPublishedMatch(db, id)
    const share = published && medianCostShare(published.instance.problem, published.instance.solution)
    if (share != null) return { market, round: { id, name }, share: Math.round(100 * share) / 100 }
  }
  return null
}

const conditionsFor = (isNamed: boolean): readonly Condition[] => (isNamed ? CONDITIONS : [USUAL_CONDITION])

/** Answers the land desk: units and income of what might grow on land, and how many buyers paid as much as an offer asks. */
export const estimateLand = async (
  query: LandEstimateQuery,
  { db, on }: ViewContext,
): Promise<DeskAnswer<LandEstimate, LandQuestion>> => {
  if (Object.values(query).every(typed => !typed)) return { errors: {} }
  const place = await findEstimatePlace(db, query.place ?? '')
  const { hectares, asked, now, habitat, condition, errors } = answersOf(query)
  if ('error' in place) return { errors: { place: place.error, ...errors } }
  if (hectares === null || 'error' in now || condition === undefined || Object.keys(errors).length > 0)
    return { errors }
  const [{ cells }, rounds] = await Promise.all([readPublicPrices(db, on), readPublicRounds(db)])
  const types = CREDIT_TYPES.filter(
    type => !isNutrient(type) || rounds.some(round => tradesAtPlace(round, type, place)),
  )
  const prices: Prices = new Map(
    types.map(creditType => [creditType, estimatePriceAtPlace(cells, rounds, { creditType, place, on })]),
  )
  const named = habitat && !('error' in habitat) ? habitat : null
  const targets = named ? [named] : USUAL_HABITATS.flatMap(id => habitatTypeOf(id) ?? [])
  const habitats = habitatOptions(
    { habitat: now.id, condition },
    targets.map(target => ({ ...target, conditions: conditionsFor(named !== null) })),
    { hectares, prices },
  )
  const habitatRounds = rounds.filter(round => tradesAtPlace(round, 'Biodiversity', place))
  const sorted = habitats.toSorted((a, b) => b.units.high - a.units.high)
  if (named && habitats.length === 0) return { errors: { habitat: nothingGained(now.label, named.label) } }
  return {
    estimate: {
      ...{ on, place, hectares },
      now: { id: now.id, name: now.label, condition },
      prices: [...prices].map(([creditType, price]) => ({ creditType, price })),
      options: [...sorted, ...nutrientOptions(hectares, prices)],
      chance: await chanceOf(asked, prices.get('Biodiversity'), sorted[0], { db, rounds: habitatRounds }),
      costs: await costsIn(db, habitatRounds),
      rounds: comingRoundsAtPlace(rounds, types, place),
    },
  }
}
