import type { FastifyInstance } from 'fastify'
import { readBoundary, readUploadedOutlines, readUploadedSets } from '#contract/public/boundaries'
import { readTopology } from './boundaries.ts'
import { notFoundError } from '../runner/refusals.ts'
import type { AppContext } from '../http/app-context.ts'
import { readUploadedOutlinesOfSet, listUploadedOutlineSets } from './uploaded-outlines.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Public outlines of authorities, catchments and other areas for maps. */
export const boundaryRoutes = (
  app: FastifyInstance,
  {
    runtime: {
      store: { db },
    },
  }: AppContext,
): void => {
  mountEndpoint(app, readBoundary, ({ params }) => {
    const topology = readTopology(params.name)
    if (!topology) throw notFoundError()
    return { ...topology }
  })
  mountEndpoint(app, readUploadedSets, async () => ({ items: await listUploadedOutlineSets(db) }))
  mountEndpoint(app, readUploadedOutlines.ncas, () => readUploadedOutlinesOfSet(db, 'ncas'))
  mountEndpoint(app, readUploadedOutlines.subcatchments, () => readUploadedOutlinesOfSet(db, 'subcatchments'))
}
