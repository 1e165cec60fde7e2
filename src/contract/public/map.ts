import { z } from 'zod'
import { CREDIT_TYPES } from '@credit-market/matching/problem/credit-type'
import { PLACE_PRECISIONS } from '#domain/place/precision'
import { dateQuery } from '../kit/balance.ts'
import { endpoint } from '../kit/endpoint.ts'
import { totalsQuery } from '../desk/lists.ts'
import { MAX_PAGE_ROWS, listTitle } from '../kit/noun.ts'
import { project } from '../project/project.ts'
import { requirement } from '../requirement/requirement.ts'
import { id } from '../kit/values.ts'

/** Most things on one map; with more, the first by name. */
export const MAX_MARKS = 20_000

const markOf = <const K extends 'project' | 'requirement', S extends z.ZodType>(kind: K, status: S) =>
  z.object({
    kind: z.literal(kind),
    id,
    name: z.string(),
    status,
    creditTypes: z.array(z.enum(CREDIT_TYPES)),
    latitude: z.number().meta({ description: 'WGS 84' }),
    longitude: z.number().meta({ description: 'WGS 84' }),
    precision: z.enum(PLACE_PRECISIONS).meta({
      description:
        'Precision of the point: exact, or the middle of the square or catchment if you may not see it exactly',
    }),
  })

const marksOf = <M extends z.ZodType>(mark: M) =>
  z.object({
    items: z.array(mark),
    total: z.int().meta({ description: 'Number of items that the query selects' }),
    unplaced: z.int().meta({ description: 'Number of them without a known location, and so without a mark' }),
  })

const projectMark = markOf('project', project.row.shape.status).meta({ id: 'ProjectMark' })
const requirementMark = markOf('requirement', requirement.row.shape.status).meta({ id: 'RequirementMark' })
export type MapMark = z.infer<typeof projectMark> | z.infer<typeof requirementMark>
/** Marks of one kind. */
export type MapMarkOf<K extends MapMark['kind']> = Extract<MapMark, { kind: K }>
export interface MapMarks<M extends MapMark = MapMark> {
  items: M[]
  total: number
  unplaced: number
}

const only = z
  .array(z.string())
  .max(MAX_PAGE_ROWS)
  .optional()
  .meta({ description: 'Only these ids, such as the id of the item whose page shows the map' })

/** Positions for maps, with the filters of their lists. */
export const MAP_ENDPOINTS = {
  project: endpoint('GET /api/projects/map', {
    id: 'readProjectsMap',
    tag: listTitle(project),
    summary: 'Locations of the projects that you may see, for a map',
    access: 'member',
    byKey: 'read',
    query: totalsQuery(project).extend({ id: only, ...dateQuery.shape }),
    answers: { 200: marksOf(projectMark) },
  }),
  requirement: endpoint('GET /api/requirements/map', {
    id: 'readRequirementsMap',
    tag: listTitle(requirement),
    summary: 'Locations of the credit requirements that you may see, for a map',
    access: 'member',
    byKey: 'read',
    query: totalsQuery(requirement).extend({ id: only, ...dateQuery.shape }),
    answers: { 200: marksOf(requirementMark) },
  }),
} as const
