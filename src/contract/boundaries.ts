import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { OPEN_TAG } from './public.ts'

/** A topology as topojson-client reads it (TopoJSON 1.0). */
const topology = z.looseObject({
  type: z.literal('Topology'),
  objects: z.record(z.string(), z.unknown()),
  attribution: z.string().meta({ description: 'Whom to name where it is shown' }),
})

export const readBoundary = endpoint('GET /boundaries/:name', {
  id: 'readBoundary',
  tag: OPEN_TAG,
  summary:
    'Simplified outlines, as TopoJSON: lpas.topojson, national-parks.topojson or catchments.topojson. Not for legal use',
  access: 'anyone',
  kept: 'lasting',
  answers: { 200: topology },
})
