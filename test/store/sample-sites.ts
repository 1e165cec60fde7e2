import type { EntityMap } from '#domain/disclosure/entities'

/** The boundary of the sample’s project, and shared ground. */
export const sampleSites: Pick<EntityMap, 'siteBoundary' | 'siteOverlap'> = {
  siteBoundary: {
    id: 'site-boundary',
    version: 1,
    projectId: 'project',
    requirementId: null,
    outline: [
      [
        [
          [343_600.01, 121_100],
          [343_700, 121_100],
          [343_700, 121_200.5],
          [343_600.01, 121_100],
        ],
      ],
    ],
    area: 5025,
    west: 343_600,
    south: 121_100,
    east: 343_700,
    north: 121_201,
    system: 'EPSG:27700',
    documentId: 'document',
    setBy: 'ada',
    setAt: '2026-11-21T09:00:00.000Z',
  },
  siteOverlap: { id: 'site-overlap', version: 1, projectId: 'project', otherId: 'project', shared: 5025 },
}
