import type { FastifyInstance } from 'fastify'
import { MAPS } from '#contract/map'
import { projects } from '../views/lists/projects.ts'
import { requirements } from '../views/lists/requirements.ts'
import { marksOf } from '../views/map.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { serve } from './serve.ts'

/** Where the things of a list are, for maps. */
export const mapRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  serve(app, MAPS.project, ({ query: { on, ...query }, actor }) =>
    marksOf(projects, query, actor, contextOf(runtime, on), 'whole'),
  )
  serve(app, MAPS.requirement, ({ query: { on, ...query }, actor }) =>
    marksOf(requirements, query, actor, contextOf(runtime, on), 'whole'),
  )
}
