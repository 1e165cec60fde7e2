import { z } from 'zod'
import { COORDINATE_SYSTEMS } from '#domain/land/site-boundary'
import { defineNoun } from './noun.ts'
import { creditType, instant, idAndName, selfLink, units } from './values.ts'

/** Areas as in GeoJSON (RFC 7946): longitude and latitude, outer rings anticlockwise. */
export const multiPolygon = z
  .object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
  })
  .meta({ id: 'MultiPolygon' })
export type MultiPolygon = z.infer<typeof multiPolygon>

/** Facts of a site boundary, without the line. */
export const siteSummary = z
  .object({
    hectares: units.meta({ description: 'Area in hectares, calculated on the National Grid' }),
    areas: z.int(),
    corners: z.int(),
    system: z
      .enum(COORDINATE_SYSTEMS)
      .nullable()
      .meta({ description: 'Coordinate system of the file; null if the corners were typed or drawn' }),
    file: idAndName
      .extend({ links: selfLink, sha256: z.string() })
      .nullable()
      .meta({ description: 'File from which the boundary was read' }),
    setAt: instant,
    warnings: z.array(z.string()).meta({ description: 'Warnings about contradictions' }),
    claimed: z
      .array(z.object({ creditType, hectares: units }))
      .meta({ description: 'Area used by its services in hectares, by credit type' }),
    overlaps: z
      .array(z.object({ project: idAndName, supplier: idAndName, hectares: units }))
      .meta({ description: 'Overlaps with the sites of other projects; for the market operator only' }),
  })
  .meta({ id: 'Site' })
export type SiteSummary = z.infer<typeof siteSummary>

/** Compass points for the direction of neighbouring sites. */
export const COMPASS_POINTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** A site boundary before it is saved, compared with the location of its subject and the land around it. */
export const siteSurvey = z
  .object({
    boundary: multiPolygon,
    hectares: units.meta({ description: 'Area in hectares, calculated on the National Grid' }),
    point: z
      .object({
        gridReference: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        metres: z.int().meta({ description: 'Distance from the boundary; 0 inside it' }),
      })
      .nullable()
      .meta({ description: 'Point at the middle of the grid reference of the site' }),
    authorities: z
      .array(
        idAndName.extend({
          isOwn: z.boolean().meta({ description: 'True for the planning authority that the subject names' }),
          hectares: units.meta({ description: 'Hectares of the site in its area' }),
          boundary: multiPolygon.meta({ description: 'Nearby part of its simplified outline' }),
        }),
      )
      .meta({ description: 'Planning authorities near the site, a national park before its district' }),
    neighbours: z
      .array(
        idAndName.extend({
          kind: z.enum(['project', 'requirement']),
          metres: z.int().meta({ description: 'Distance between the boundaries; 0 if they meet' }),
          direction: z.enum(COMPASS_POINTS),
          sharedHectares: units.meta({ description: 'Hectares inside both boundaries' }),
          boundary: multiPolygon.meta({ description: 'Nearby part of the boundary' }),
        }),
      )
      .meta({
        description:
          'Boundaries near the site, nearest first: those that you may see, and those that the public register shows exactly',
      }),
    warnings: z.array(z.string()).meta({
      description: 'Warnings about the planning authority, areas, market round or a site outside England',
    }),
  })
  .meta({ id: 'SiteSurvey' })
export type SiteSurvey = z.infer<typeof siteSurvey>

/** Boundary of a project's land or a development's site. */
export const siteBoundary = defineNoun({
  kind: 'siteBoundary',
  called: ['site boundary', 'site boundaries'],
  readBy: 'parent',
  parents: [
    ['project', 'projectId'],
    ['requirement', 'requirementId'],
  ],
})

/** Ground that two projects share, visible to the market operator only. */
export const siteOverlap = defineNoun({
  kind: 'siteOverlap',
  called: ['overlap of sites', 'overlaps of sites'],
  readBy: 'own rule',
})
