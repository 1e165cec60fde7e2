import type { FastifyInstance } from 'fastify'
import { readBoundary, readUploaded, readUploadedSets } from '#contract/boundaries'
import { topologyOf } from '../place/boundaries.ts'
import { notFound } from '../runner/refusals.ts'
import type { AppContext } from './app-context.ts'
import { uploadedOutlines, uploadedSets } from '../views/uploaded-outlines.ts'
import { serve } from './serve.ts'

/** Outlines of authorities, catchments and other areas for maps, for anybody. */
export const boundaryRoutes = (
  app: FastifyInstance,
  {
    runtime: {
      store: { db },
    },
  }: AppContext,
): void => {
  serve(app, readBoundary, ({ params }) => {
    const topology = topologyOf(params.name)
    if (!topology) throw notFound()
    return { ...topology }
  })
  serve(app, readUploadedSets, async () => ({ items: await uploadedSets(db) }))
  serve(app, readUploaded.ncas, () => uploadedOutlines(db, 'ncas'))
  serve(app, readUploaded.subcatchments, () => uploadedOutlines(db, 'subcatchments'))
}
