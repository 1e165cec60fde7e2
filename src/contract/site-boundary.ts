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
