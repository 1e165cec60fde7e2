import { z } from 'zod'
import { ESTIMATE_REACHES } from '#domain/prices/price-estimate'
import { endpoint } from '../kit/endpoint.ts'
import { creditType, day, idAndName, idAndNameList, money, nullableIdAndName, units } from '../kit/values.ts'
import { PUBLIC_TAG, publicRound } from './public.ts'

const text = z.string().max(200).optional()

const place = text.meta({
  description:
    'A town, a planning authority, a catchment or subcatchment, a grid reference such as ST 228 245, or latitude and longitude',
})

const kilograms = (nutrient: string) =>
  text.meta({ description: `Kilograms of ${nutrient} a year, such as 2.5` })

/** A place of an estimate: the text that was typed, as understood, and the areas that it names. */
const estimatePlace = z
  .object({
    label: z.string(),
    lpa: nullableIdAndName.meta({ description: 'Planning authority; null for a catchment' }),
    nca: nullableIdAndName.meta({ description: 'National character area, if it is known' }),
    subcatchments: idAndNameList.meta({ description: 'Nutrient subcatchments, as far as they are known' }),
    catchments: z.array(z.string()).meta({ description: 'Names of nutrient catchments' }),
  })
  .meta({ id: 'EstimatePlace' })
export type EstimatePlace = z.infer<typeof estimatePlace>

const estimatedPrice = z
  .object({
    low: money,
    likely: money.meta({ description: 'The published median, from which the estimate follows' }),
    high: money,
    reach: z.enum(ESTIMATE_REACHES).meta({
      description:
        'Place of the published price: the area of the request, its market, or any market in England',
    }),
    market: nullableIdAndName,
    round: nullableIdAndName,
    area: nullableIdAndName,
    settledOn: day,
    buyers: z.int().nullable(),
    sellers: z.int().nullable(),
  })
  .meta({
    id: 'EstimatedPrice',
    description: 'Estimated price per unit: 8 of 10 buyers are expected to pay from low to high',
  })
export type EstimatedPriceView = z.infer<typeof estimatedPrice>

const nearby = z
  .object({
    units: units.meta({ description: 'Certified units in the register that are not sold' }),
    register: z.string().meta({ description: 'Address of the projects in the public register' }),
  })
  .nullable()
  .meta({ description: 'Unsold units nearby; null if the place has no area of this credit type' })

const estimatedNeed = z
  .object({
    creditType,
    units,
    price: estimatedPrice.nullable().meta({ description: 'Null if no price is published yet' }),
    total: z.object({ low: money, likely: money, high: money }).nullable(),
    nearby,
  })
  .meta({ id: 'EstimatedNeed' })
export type EstimatedNeedView = z.infer<typeof estimatedNeed>

const needEstimate = z
  .object({
    on: day,
    place: estimatePlace,
    habitat: idAndName.nullable(),
    needs: z.array(estimatedNeed),
    rounds: z
      .array(publicRound)
      .meta({ description: 'Rounds under way or announced that trade one of the credits at this place' }),
  })
  .meta({ id: 'NeedEstimate' })
export type NeedEstimate = z.infer<typeof needEstimate>

/** Questions of the need desk, as typed. */
export const needEstimateQuery = z.object({
  place,
  biodiversity: text.meta({ description: 'Biodiversity units, such as 4.2' }),
  habitat: text.meta({
    description: 'Habitat of the biodiversity units by name or id, such as Lowland meadows',
  }),
  nitrogen: kilograms('nitrogen'),
  phosphorous: kilograms('phosphorus'),
})
export type NeedEstimateQuery = z.infer<typeof needEstimateQuery>

export const readNeedEstimate = endpoint('GET /api/public/estimate/need', {
  id: 'readNeedEstimate',
  tag: PUBLIC_TAG,
  summary: 'Likely price of the credits that a development needs, from published prices of settled rounds',
  access: 'anyone',
  kept: 'moment',
  query: needEstimateQuery,
  answers: { 200: needEstimate },
})
