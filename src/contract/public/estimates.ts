import { z } from 'zod'
import { CONDITIONS } from '@credit-market/habitat-metric/habitat'
import { DELIVERY_METHODS } from '@credit-market/habitat-metric/delivery'
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
    quartiles: z
      .object({ lower: money, upper: money })
      .nullable()
      .meta({ description: 'Half of the buyers paid a price between them; null if they are not published' }),
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

const moneyRange = z.object({ low: money, high: money })

const landOption = z
  .object({
    creditType,
    habitat: nullableIdAndName.meta({ description: 'Habitat that would grow there; null for nutrients' }),
    condition: z.enum(CONDITIONS).nullable().meta({
      description: 'Target condition; null if it is not assessed, and for nutrients',
    }),
    method: z.enum(DELIVERY_METHODS).nullable(),
    projectType: z.string().nullable().meta({ description: 'Kind of project; null for habitats' }),
    years: z.int().nullable().meta({ description: 'Years until the habitat has its target condition' }),
    units: z.object({ low: units, high: units }).meta({ description: 'Units of the whole area' }),
    income: moneyRange.nullable().meta({
      description: 'Payment for all units, before any costs; null if no price is published',
    }),
    perHectareAndYear: moneyRange
      .nullable()
      .meta({ description: 'The same, for a hectare and one of 30 years' }),
  })
  .meta({ id: 'LandOption' })
export type LandOptionView = z.infer<typeof landOption>

const share = z.number().min(0).max(1)

const winningChance = z
  .object({
    asked: money.meta({
      description:
        'Price per biodiversity unit of the offer, with all costs; the likely price if none was given',
    }),
    buyersPaying: z.object({ atLeast: share, atMost: share }).meta({
      description: 'Bounds of the share of buyers who paid this price or more, by the published quartiles',
    }),
    habitat: idAndName
      .nullable()
      .meta({ description: 'Habitat of the offer that was tried; null if none was' }),
    tried: z.array(z.object({ market: z.string(), round: idAndName, places: z.int(), won: z.int() })).meta({
      description:
        'Published matches run again with this offer at each of their places, which have made-up names: number of places, and of those at which it would have won',
    }),
  })
  .meta({ id: 'WinningChance' })
export type WinningChance = z.infer<typeof winningChance>

const landEstimate = z
  .object({
    on: day,
    place: estimatePlace,
    hectares: z.number(),
    now: idAndName.extend({ condition: z.enum(CONDITIONS).nullable() }),
    prices: z
      .array(z.object({ creditType, price: estimatedPrice.nullable() }))
      .meta({ description: 'Estimated price per unit of each credit type of the options' }),
    options: z.array(landOption),
    chance: winningChance.nullable().meta({ description: 'Null if no price of habitats is published' }),
    costs: z.object({ market: z.string(), round: idAndName, share }).nullable().meta({
      description:
        'Median share of maintenance, monitoring and the costs of the market operator in what winning projects asked, in the newest published match with habitats; null if none is published',
    }),
    rounds: z.array(publicRound),
  })
  .meta({ id: 'LandEstimate' })
export type LandEstimate = z.infer<typeof landEstimate>

/** Questions of the land desk, as typed. */
export const landEstimateQuery = z.object({
  place,
  hectares: text.meta({ description: 'Area in hectares, such as 6.5' }),
  now: text.meta({ description: 'Habitat that grows there, by name or id, such as Cereal crops' }),
  condition: z.enum(CONDITIONS).optional().meta({ description: 'Its condition; Moderate if it is missing' }),
  habitat: text.meta({ description: 'Habitat that might grow there; several are compared if it is missing' }),
  price: text.meta({ description: 'Pounds per biodiversity unit that an offer would ask, with all costs' }),
})
export type LandEstimateQuery = z.infer<typeof landEstimateQuery>

export const readLandEstimate = endpoint('GET /api/public/estimate/land', {
  id: 'readLandEstimate',
  tag: PUBLIC_TAG,
  summary: 'Units and income that land is likely to give, from published prices of settled rounds',
  access: 'anyone',
  kept: 'moment',
  query: landEstimateQuery,
  answers: { 200: landEstimate },
})
