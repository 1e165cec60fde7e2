import type { EstimatedNeedView, NeedEstimate, NeedEstimateQuery } from '#contract/public/estimates'
import { withQuery } from '#contract/kit/endpoint'
import type { IdAndName } from '#contract/kit/values'
import { CREDIT_TYPES, type CreditType, isNutrient } from '@credit-market/matching/problem/credit-type'
import { roundOffPrice } from '#domain/prices/price-cells'
import { penceOf, poundsOf } from '@credit-market/values/money'
import type { ViewContext } from '../views/kit/context.ts'
import { readPublicPrices } from '../register/prices.ts'
import { readPublicRounds } from '../register/public.ts'
import { readRegistryBalanceSheet } from '../register/public-register.ts'
import { type DeskAnswer, findHabitat, parseAmount, type QuestionErrors } from './answers.ts'
import { findEstimatePlace } from './find-place.ts'
import { badAmount, NEED_MISSING } from './messages.ts'
import { tradingAreaIds } from '#domain/project/saved-estimate'
import { areasOfPlace, comingRoundsAtPlace, estimatePriceAtPlace } from './prices.ts'

type NeedQuestion = keyof NeedEstimateQuery

const AMOUNTS = {
  Biodiversity: ['biodiversity', 'the biodiversity units', '4.2'],
  NutrientMitigationNitrogen: ['nitrogen', 'the kilograms of nitrogen a year', '120'],
  NutrientMitigationPhosphorous: ['phosphorous', 'the kilograms of phosphorus a year', '2.5'],
} as const satisfies Record<CreditType, readonly [NeedQuestion, string, string]>

/** The amount of each credit that was typed, and errors in those that are no amounts. */
const amountsOf = (query: NeedEstimateQuery) => {
  const amounts: { creditType: CreditType; units: number }[] = []
  const errors: Partial<Record<NeedQuestion, string>> = {}
  for (const creditType of CREDIT_TYPES) {
    const [question, what, example] = AMOUNTS[creditType]
    const typed = query[question]?.trim() ?? ''
    if (typed === '') continue
    const units = parseAmount(typed)
    if (units === null) errors[question] = badAmount(what, example)
    else amounts.push({ creditType, units })
  }
  if (amounts.length === 0 && Object.keys(errors).length === 0) errors.biodiversity = NEED_MISSING
  return { amounts, errors }
}

const habitatOf = (typed: string | undefined): { habitat: IdAndName | null; error?: string } => {
  if (typed === undefined || typed.trim() === '') return { habitat: null }
  const found = findHabitat(typed)
  return 'error' in found
    ? { habitat: null, error: found.error }
    : { habitat: { id: found.id, name: found.label } }
}

const totalOf = ({ low, likely, high }: NonNullable<EstimatedNeedView['price']>, units: number) => {
  const times = (price: number): number => poundsOf(roundOffPrice(penceOf(price) * units))
  return { low: times(low), likely: times(likely), high: times(high) }
}

/** Unsold units of a credit type in the register, in some areas. */
const nearbyOf = async (
  creditType: CreditType,
  areaIds: readonly string[],
  context: ViewContext,
): Promise<EstimatedNeedView['nearby']> => {
  if (areaIds.length === 0) return null
  const query = { creditType: [creditType], [isNutrient(creditType) ? 'subcatchmentId' : 'lpaId']: areaIds }
  const { types } = await readRegistryBalanceSheet('projects', query, context)
  const its = types.find(type => type.creditType === creditType)
  return { units: its?.onDay.unsold ?? 0, register: withQuery('/register/projects', query) }
}

/** Answers the need desk: what the credits of a development are likely to cost, and what is nearby. */
export const estimateNeed = async (
  query: NeedEstimateQuery,
  context: ViewContext,
): Promise<DeskAnswer<NeedEstimate, NeedQuestion>> => {
  if (Object.values(query).every(typed => !typed)) return { errors: {} }
  const { db, on } = context
  const place = await findEstimatePlace(db, query.place ?? '')
  const { amounts, errors: amountErrors } = amountsOf(query)
  const { habitat, error: habitatError } = habitatOf(query.habitat)
  const errors: QuestionErrors<NeedQuestion> = {
    ...('error' in place && { place: place.error }),
    ...amountErrors,
    ...(habitatError !== undefined && { habitat: habitatError }),
  }
  if ('error' in place || Object.keys(errors).length > 0) return { errors }
  const [{ cells }, rounds] = await Promise.all([readPublicPrices(db, on), readPublicRounds(db)])
  const needs = await Promise.all(
    amounts.map(async ({ creditType, units }): Promise<EstimatedNeedView> => {
      const price = estimatePriceAtPlace(cells, rounds, { creditType, place, on })
      return {
        ...{ creditType, units, price },
        total: price && totalOf(price, units),
        nearby: await nearbyOf(creditType, tradingAreaIds(creditType, areasOfPlace(place)), context),
      }
    }),
  )
  return {
    estimate: {
      ...{ on, place, habitat, needs },
      rounds: comingRoundsAtPlace(
        rounds,
        amounts.map(({ creditType }) => creditType),
        place,
      ),
    },
  }
}
