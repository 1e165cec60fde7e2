import { z } from 'zod'
import { COORDINATE_SYSTEMS } from '#domain/site-boundary'
import { noun } from './noun.ts'
import { creditType, instant, named, selfLink, units } from './values.ts'

/** Areas as GeoJSON has them (RFC 7946): longitude and latitude, outer rings anticlockwise. */
export const multiPolygon = z
  .object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
  })
  .meta({ id: 'MultiPolygon' })
export type MultiPolygon = z.infer<typeof multiPolygon>

/** What is known of the line around the land of a project or the site of a development, besides the line. */
export const site = z
  .object({
    hectares: units.meta({ description: 'Worked out flat on the National Grid' }),
    areas: z.int(),
    corners: z.int(),
    system: z
      .enum(COORDINATE_SYSTEMS)
      .nullable()
      .meta({ description: 'Of the file; null where the corners were typed or drawn' }),
    file: named
      .extend({ links: selfLink, sha256: z.string() })
      .nullable()
      .meta({ description: 'The file it came in' }),
    setAt: instant,
    warnings: z.array(z.string()).meta({ description: 'What does not fit together' }),
    claimed: z
      .array(z.object({ creditType, hectares: units }))
      .meta({ description: 'What its services take up in hectares, by credit type' }),
    overlaps: z
      .array(z.object({ project: named, supplier: named, hectares: units }))
      .meta({ description: 'With the sites of other projects; only the market operator is told' }),
  })
  .meta({ id: 'Site' })
export type SiteView = z.infer<typeof site>

/** Compass points by which neighbouring sites are described. */
export const COMPASS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const

/** A site boundary that would be saved, compared with where its subject lies, and the land around it. */
export const siteSurvey = z
  .object({
    boundary: multiPolygon,
    hectares: units.meta({ description: 'Worked out flat on the National Grid' }),
    point: z
      .object({
        gridReference: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        metres: z.int().meta({ description: 'From the boundary; 0 inside it' }),
      })
      .nullable()
      .meta({ description: 'Middle of the grid reference of the site' }),
    authorities: z
      .array(
        named.extend({
          isOwn: z.boolean().meta({ description: 'The planning authority that the subject names' }),
          hectares: units.meta({ description: 'Of the site, in its area' }),
          boundary: multiPolygon.meta({ description: 'The part of its simplified outline that is near' }),
        }),
      )
      .meta({ description: 'Planning authorities near the site; a national park before its district' }),
    neighbours: z
      .array(
        named.extend({
          kind: z.enum(['project', 'requirement']),
          metres: z.int().meta({ description: 'Between the boundaries; 0 where they meet' }),
          direction: z.enum(COMPASS),
          sharedHectares: units.meta({ description: 'Ground within both boundaries' }),
          boundary: multiPolygon.meta({ description: 'The part that is near' }),
        }),
      )
      .meta({
        description:
          'Boundaries near the site, the nearest first: of what the reader may read, and of what the public register tells exactly',
      }),
    warnings: z.array(z.string()).meta({
      description: 'What does not agree with authority, areas, market round or England',
    }),
  })
  .meta({ id: 'SiteSurvey' })
export type SiteSurvey = z.infer<typeof siteSurvey>

/** The line around the land of a project or the site of a development. */
export const siteBoundary = noun({
  kind: 'siteBoundary',
  called: ['site boundary', 'site boundaries'],
  readBy: 'parent',
  parents: [
    ['project', 'projectId'],
    ['requirement', 'requirementId'],
  ],
})

/** Ground that two projects share, which is told to the market operator only. */
export const siteOverlap = noun({
  kind: 'siteOverlap',
  called: ['overlap of sites', 'overlaps of sites'],
  readBy: 'own rule',
})
