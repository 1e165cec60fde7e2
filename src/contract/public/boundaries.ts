import { z } from 'zod'
import { BOUNDARIES, UPLOADED_BOUNDARY_SETS } from '#domain/map/boundaries'
import { endpoint } from '../kit/endpoint.ts'
import { PUBLIC_TAG } from './public.ts'
import { multiPolygon } from '../kit/site-boundary.ts'

const attribution = z.string().meta({ description: 'Attribution to show with the outlines' })

/** A topology as topojson-client reads it (TopoJSON 1.0). */
const topology = z.looseObject({
  type: z.literal('Topology'),
  objects: z.record(z.string(), z.unknown()),
  attribution,
})

export const readBoundary = endpoint('GET /boundaries/:name', {
  id: 'readBoundary',
  tag: PUBLIC_TAG,
  summary:
    'Simplified outlines, as TopoJSON: lpas.topojson, national-parks.topojson or catchments.topojson. Not for legal use',
  access: 'anyone',
  kept: 'lasting',
  answers: { 200: topology },
})

/** Outlines uploaded in the settings, as GeoJSON (RFC 7946). */
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

const upload = { tag: PUBLIC_TAG, access: 'anyone', kept: 'moment', answers: { 200: uploaded } } as const

/** Outlines of each set that is uploaded in the settings. */
export const readUploadedOutlines = {
  ncas: endpoint(`GET ${BOUNDARIES.ncas.path}`, {
    ...upload,
    id: 'readCharacterAreaOutlines',
    summary: 'Uploaded outlines of national character areas, to ten metres',
  }),
  subcatchments: endpoint(`GET ${BOUNDARIES.subcatchments.path}`, {
    ...upload,
    id: 'readSubcatchmentOutlines',
    summary: 'Uploaded outlines of subcatchments, to ten metres',
  }),
}

export const readUploadedSets = endpoint('GET /boundaries', {
  id: 'readUploadedSets',
  tag: PUBLIC_TAG,
  summary: 'Sets of outlines uploaded in the settings, with their attributions',
  access: 'anyone',
  kept: 'moment',
  answers: {
    200: z.object({
      items: z.array(
        z.object({ set: z.enum(UPLOADED_BOUNDARY_SETS), path: z.string(), areas: z.int(), attribution }),
      ),
    }),
  },
})
