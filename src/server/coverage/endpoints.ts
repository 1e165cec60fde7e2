import type { FastifyInstance } from 'fastify'
import { readCoverage } from '#contract/credit/coverage'
import { readCachedBrand } from '../brand/brand.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'
import { readCoverageOfApplication } from './coverage.ts'

/** Coverage of an application by its planning reference. */
export const coverageRoutes = (app: FastifyInstance, { runtime, config }: AppContext): void =>
  mountEndpoint(app, readCoverage, async ({ query, actor }) => {
    const { name: market } = await readCachedBrand(runtime.store.db)
    const names = { market, publicUrl: config.publicUrl }
    return readCoverageOfApplication(query.reference, actor, createViewContext(runtime), names)
  })
