import { z } from 'zod'
import { PLACE_PRECISIONS } from '#domain/place/precision'
import { columnSchemas } from '../columns/column.ts'
import { areaColumns } from '../columns/place.ts'
import { endpoint } from '../kit/endpoint.ts'
import { nullableIdAndName, nullableText } from '../kit/values.ts'

/** Areas of a project or a requirement. */
export const place = columnSchemas(areaColumns, 'row')
/** Exact location. */
export const address = {
  nearAddress: nullableText,
  gridReference: nullableText,
  threeWords: nullableText,
  latitude: z.number().nullable().meta({
    description: 'Latitude in degrees (WGS 84), of the middle of the grid square or as entered',
  }),
  longitude: z.number().nullable().meta({ description: 'Longitude in degrees (WGS 84)' }),
  placePrecision: z
    .enum(PLACE_PRECISIONS)
    .meta({ description: 'Precision of the location that others can see, as chosen by the owner' }),
}

/** A contradiction in a location: to be checked, never refused. */
const placeWarning = z.object({
  about: z.enum(['point', 'lpa', 'nca', 'subcatchment']),
  text: z.string(),
})
export type PlaceWarning = z.infer<typeof placeWarning>

/** Further facts about a location on the page of a thing. */
export const placeDetails = {
  accuracy: z.int().nullable().meta({
    description: 'Side of the square around the point, in metres; conversion is accurate to 5 m',
  }),
  placeWarnings: z
    .array(placeWarning)
    .meta({ description: 'Contradictions between grid reference, authority, catchment and area' }),
  lpaReference: nullableText.meta({
    description:
      'Reference of the authority in the data set local-planning-authority of planning.data.gov.uk',
  }),
  lpaAreaCode: nullableText.meta({
    description: 'Code of the authority from the Office for National Statistics',
  }),
}

/** Location of a thing in the registry, as precisely as its owner and the market publish it. */
export const publishedPlace = z
  .object({
    precision: z.enum(PLACE_PRECISIONS),
    gridReference: nullableText.meta({
      description: 'Grid reference as entered, or name of a square of 5 km, such as ST42SW',
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
    lpa: nullableIdAndName.meta({
      description: 'Planning authority of the place, a national park before its district',
    }),
    nca: nullableIdAndName.meta({ description: 'National character area, if its outlines were uploaded' }),
    subcatchment: nullableIdAndName.meta({ description: 'Subcatchment, if outlines decide which it is' }),
    catchments: z.array(z.string()).meta({ description: 'Nutrient catchments that contain the point' }),
    warnings: z.array(placeWarning).meta({ description: 'Warnings about the areas in the request' }),
  })
  .meta({ id: 'PlaceProposal' })
export type PlaceProposal = z.infer<typeof placeProposal>

const typed = z.string().max(200).optional()

export const proposePlace = endpoint('GET /api/place', {
  id: 'proposePlace',
  tag: 'Settings',
  summary:
    'Planning authority, catchment and character area of a grid reference or point, by simplified outlines',
  access: 'member',
  byKey: 'read',
  query: z.object({
    gridReference: typed.meta({
      description: 'Grid reference such as ST 436 211; takes precedence over coordinates',
    }),
    coordinates: typed.meta({ description: 'Latitude and longitude such as 50.98698, -2.80419' }),
    lpaId: typed,
    ncaId: typed,
    subcatchmentId: typed,
  }),
  answers: { 200: placeProposal },
})
