import type { FastifyInstance } from 'fastify'
import { MAP_ENDPOINTS } from '#contract/public/map'
import { projectList } from '../views/lists/projects.ts'
import { requirementList } from '../views/lists/requirements.ts'
import { readMapMarks } from './map.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Locations of the items in lists, for maps. */
export const mapRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  mountEndpoint(app, MAP_ENDPOINTS.project, ({ query: { on, ...query }, actor }) =>
    readMapMarks(projectList, query, actor, createViewContext(runtime, on), 'whole'),
  )
  mountEndpoint(app, MAP_ENDPOINTS.requirement, ({ query: { on, ...query }, actor }) =>
    readMapMarks(requirementList, query, actor, createViewContext(runtime, on), 'whole'),
  )
}
