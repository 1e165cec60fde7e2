import { z } from 'zod'
import { PLACE_PRECISIONS } from '#domain/place/precision'
import { shapesOf } from './columns/column.ts'
import { areaColumns } from './columns/place.ts'
import { endpoint } from './endpoint.ts'
import { maybeNamed, maybeText } from './values.ts'

/** In which areas a project or a requirement is. */
export const place = shapesOf(areaColumns, 'row')
/** Where exactly it is. */
export const address = {
  nearAddress: maybeText,
  gridReference: maybeText,
  threeWords: maybeText,
  latitude: z.number().nullable().meta({
    description:
      'WGS84, in degrees: of the middle of the square that the grid reference names, or as it was given',
  }),
  longitude: z.number().nullable().meta({ description: 'WGS84, in degrees' }),
  placePrecision: z
    .enum(PLACE_PRECISIONS)
    .meta({ description: 'How precisely others are told where it is, by choice of its owner' }),
}

/** What does not fit together in where a thing is said to be: to be looked at, never refused. */
const placeWarning = z.object({
  about: z.enum(['point', 'lpa', 'nca', 'subcatchment']),
  text: z.string(),
})
export type PlaceWarning = z.infer<typeof placeWarning>

/** What is shown of a place on the page of a thing besides. */
export const placeJudged = {
  accuracy: z.int().nullable().meta({
    description: 'The side in metres of the square in which the point lies; conversion is good to 5 m',
  }),
  placeWarnings: z
    .array(placeWarning)
    .meta({ description: 'Where grid reference, authority, catchment and area do not fit together' }),
  lpaReference: maybeText.meta({
    description:
      'Of the authority, in the data set local-planning-authority of the planning data specification',
  }),
  lpaAreaCode: maybeText.meta({ description: 'Of the authority, by the Office for National Statistics' }),
}

/** Where a thing of the registry is, as precisely as its owner lets others know within the rule of the market. */
export const placeShown = z
  .object({
    precision: z.enum(PLACE_PRECISIONS),
    gridReference: maybeText.meta({
      description: 'As given, or the name of a square of 5 km, such as ST42SW',
    }),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  })
  .meta({ id: 'PlaceShown' })

const placeProposal = z
  .object({
    gridReference: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    accuracy: z.int(),
    lpa: maybeNamed.meta({
      description: 'The authority that plans there: a national park before its district',
    }),
    nca: maybeNamed.meta({ description: 'Where outlines of character areas were uploaded' }),
    subcatchment: maybeNamed.meta({ description: 'Where outlines tell which it is' }),
    catchments: z.array(z.string()).meta({ description: 'Nutrient catchments that hold the point' }),
    warnings: z.array(placeWarning).meta({ description: 'Of the areas that were sent along' }),
  })
  .meta({ id: 'PlaceProposal' })
export type PlaceProposal = z.infer<typeof placeProposal>

const typed = z.string().max(200).optional()

export const proposePlace = endpoint('GET /api/place', {
  id: 'proposePlace',
  tag: 'Settings',
  summary:
    'Which authority, catchment and character area a grid reference or a point lies in, by simplified outlines',
  access: 'member',
  byKey: 'read',
  query: z.object({
    gridReference: typed.meta({ description: 'Such as ST 436 211; goes before coordinates' }),
    coordinates: typed.meta({ description: 'Latitude and longitude such as 50.98698, -2.80419' }),
    lpaId: typed,
    ncaId: typed,
    subcatchmentId: typed,
  }),
  answers: { 200: placeProposal },
})
