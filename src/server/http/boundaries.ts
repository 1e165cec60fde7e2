import type { FastifyInstance } from 'fastify'
import { readBoundary } from '#contract/boundaries'
import { topologyOf } from '../place/boundaries.ts'
import { notFound } from '../runner/refusals.ts'
import { serve } from './serve.ts'

/** Outlines of authorities and catchments for maps, for anybody. */
export const boundaryRoutes = (app: FastifyInstance): void => {
  serve(app, readBoundary, ({ params }) => {
    const topology = topologyOf(params.name)
    if (!topology) throw notFound()
    return { ...topology }
  })
}
