import { z } from 'zod'
import { CREDIT_TYPES } from '#domain/credit-type'
import { PLACE_PRECISIONS } from '#domain/place/precision'
import { onDay } from './balance.ts'
import { endpoint } from './endpoint.ts'
import { sumQuery } from './lists.ts'
import { MOST_ROWS, titleOf } from './noun.ts'
import { project } from './project.ts'
import { requirement } from './requirement.ts'
import { id } from './values.ts'

/** How many things one map draws at most; of more the first by name. */
export const MOST_MARKS = 20_000

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
        'exact, or the middle of the square or of the catchment where this reader may not see it exactly',
    }),
  })

const marksOf = <M extends z.ZodType>(mark: M) =>
  z.object({
    items: z.array(mark),
    total: z.int().meta({ description: 'How many the query selects' }),
    unplaced: z.int().meta({ description: 'How many of them have no known place, and no mark' }),
  })

const projectMark = markOf('project', project.row.shape.status).meta({ id: 'ProjectMark' })
const requirementMark = markOf('requirement', requirement.row.shape.status).meta({ id: 'RequirementMark' })
export type Mark = z.infer<typeof projectMark> | z.infer<typeof requirementMark>
/** The marks of one kind. */
export type MarkOf<K extends Mark['kind']> = Extract<Mark, { kind: K }>
export interface Marks<M extends Mark = Mark> {
  items: M[]
  total: number
  unplaced: number
}

const only = z
  .array(z.string())
  .max(MOST_ROWS)
  .optional()
  .meta({ description: 'Only these, such as the one whose page it is' })

/** Where things are, for maps, with the filters of their lists. */
export const MAPS = {
  project: endpoint('GET /api/projects/map', {
    id: 'readProjectsMap',
    tag: titleOf(project),
    summary: 'Where the projects are that the reader may see, for a map',
    access: 'member',
    byKey: 'read',
    query: sumQuery(project).extend({ id: only, ...onDay.shape }),
    answers: { 200: marksOf(projectMark) },
  }),
  requirement: endpoint('GET /api/requirements/map', {
    id: 'readRequirementsMap',
    tag: titleOf(requirement),
    summary: 'Where the credit requirements are that the reader may see, for a map',
    access: 'member',
    byKey: 'read',
    query: sumQuery(requirement).extend({ id: only, ...onDay.shape }),
    answers: { 200: marksOf(requirementMark) },
  }),
} as const
