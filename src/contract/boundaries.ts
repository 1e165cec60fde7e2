import { z } from 'zod'
import { BOUNDARIES, UPLOADED_SETS } from '#domain/map/boundaries'
import { endpoint } from './endpoint.ts'
import { OPEN_TAG } from './public.ts'
import { multiPolygon } from './site-boundary.ts'

const attribution = z.string().meta({ description: 'Whom to name where it is shown' })

/** A topology as topojson-client reads it (TopoJSON 1.0). */
const topology = z.looseObject({
  type: z.literal('Topology'),
  objects: z.record(z.string(), z.unknown()),
  attribution,
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

/** Outlines that were uploaded in the settings, as GeoJSON has them (RFC 7946). */
const uploaded = z
  .object({
    type: z.literal('FeatureCollection'),
    attribution,
    features: z.array(
      z.object({
        type: z.literal('Feature'),
        id: z.string(),
        properties: z.object({ name: z.string() }),
        geometry: multiPolygon,
      }),
    ),
  })
  .meta({ id: 'UploadedOutlines' })
export type UploadedOutlines = z.infer<typeof uploaded>

const upload = { tag: OPEN_TAG, access: 'anyone', kept: 'moment', answers: { 200: uploaded } } as const

/** The outlines of each set that is uploaded in the settings. */
export const readUploaded = {
  ncas: endpoint(`GET ${BOUNDARIES.ncas.path}`, {
    ...upload,
    id: 'readCharacterAreaOutlines',
    summary: 'Outlines of national character areas, as far as they were uploaded, to ten metres',
  }),
  subcatchments: endpoint(`GET ${BOUNDARIES.subcatchments.path}`, {
    ...upload,
    id: 'readSubcatchmentOutlines',
    summary: 'Outlines of subcatchments, as far as they were uploaded, to ten metres',
  }),
}

export const readUploadedSets = endpoint('GET /boundaries', {
  id: 'readUploadedSets',
  tag: OPEN_TAG,
  summary: 'Which outlines were uploaded in the settings, and whom to name for them',
  access: 'anyone',
  kept: 'moment',
  answers: {
    200: z.object({
      items: z.array(z.object({ set: z.enum(UPLOADED_SETS), path: z.string(), areas: z.int(), attribution })),
    }),
  },
})
