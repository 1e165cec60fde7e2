import { z } from 'zod'
import { PLACE_PRECISIONS } from '#domain/place/precision'
import { maybeNamed, maybeText } from './values.ts'

/** Where a project or a requirement is. */
export const place = { nca: maybeNamed, lpa: maybeNamed, subcatchment: maybeNamed }
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
