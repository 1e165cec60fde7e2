import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { fieldErrors, refusal } from '../kit/resource.ts'
import { id, nullableText } from '../kit/values.ts'

/** Most rows of one request, as of a sheet. */
const MAX_PROJECT_ROWS = 2000

const projectRows = z
  .object({
    marketRoundId: id,
    csv: z.string().optional().meta({
      description: 'Sheet as CSV, with the headings of *Add projects from a sheet*; or send `rows`',
    }),
    rows: z
      .array(z.record(z.string(), z.string()))
      .min(1)
      .max(MAX_PROJECT_ROWS)
      .optional()
      .meta({ description: 'Rows, each with its cells by heading; or send `csv`' }),
    preview: z
      .boolean()
      .optional()
      .meta({ description: 'True to see the results without changing anything' }),
  })
  .meta({ id: 'ProjectRows' })
export type ProjectRows = z.infer<typeof projectRows>

const projectRowsResult = z
  .object({
    outcome: z
      .enum(['done', 'previewed', 'refused'])
      .describe('`refused` if a row has an error: then no row was added'),
    messages: z.array(z.string()).describe('Errors of the headings, or of the sheet as a whole'),
    rows: z.array(
      z.object({
        row: z.int().describe('Row of the sheet; the headings are row 1, so the first of `rows` is row 2'),
        project: nullableText.describe('Id of the project; null if there is none, or not yet'),
        existed: z.boolean().describe('True if the project was there before this request'),
        errors: fieldErrors,
      }),
    ),
  })
  .meta({ id: 'ProjectRowsResult' })
export type ProjectRowsResult = z.infer<typeof projectRowsResult>

export const addProjectsFromRows = endpoint('POST /api/projects/rows', {
  id: 'addProjectsFromRows',
  tag: 'Projects',
  summary:
    'Adds a draft for each row of a sheet of sites, all or none, with a result for each row. The same rows add nothing the second time',
  access: 'member',
  byKey: 'act',
  previewsByKey: true,
  body: projectRows,
  takesIdempotencyKey: true,
  answers: { 200: projectRowsResult, 409: refusal },
})
