import { z } from 'zod'
import type { Collection, Kind } from '#domain/entities'
import { balanceSheet, onDay, projectBalance } from './balance.ts'
import { soldTotal } from './credit.ts'
import { binary, endpoint, media } from './endpoint.ts'
import { actionForm, done, outcome, submission } from './form.ts'
import { type AnyNoun, type Listed, MOST_ROWS, type Single, titleOf, isPlaced } from './noun.ts'
import { datedListOf, listOf, refusal } from './resource.ts'
import { namedList } from './values.ts'

const LONGEST_SEARCH = 200

const sought = z.string().max(LONGEST_SEARCH).optional().meta({ description: 'Looked for in names' })

/** What every list may be asked: which part of it, in which order, and what it is narrowed down by. */
export const pageQuery = <const F extends Readonly<Record<string, z.ZodType>>, const S extends string>({
  filters,
  sorts,
}: {
  filters: F
  sorts: readonly S[]
}) =>
  z.object({
    limit: z.int().min(1).max(MOST_ROWS).optional().meta({ description: '50 unless told' }),
    cursor: z.string().optional().meta({ description: 'The `next` of the page before' }),
    sort: z.enum(sorts.flatMap((sort): (S | `-${S}`)[] => [sort, `-${sort}`])).optional(),
    q: sought,
    id: z
      .array(z.string())
      .max(MOST_ROWS)
      .optional()
      .meta({ description: 'Only these, such as the rows selected of a list' }),
    ...z.object(filters).partial().shape,
  })

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const GEOJSON = 'application/geo+json'
export const GEOPACKAGE = 'application/geopackage+sqlite3'

const formatsOf = ({ kind, isChosen, isSold }: Listed): [string, ...string[]] => [
  'csv',
  'xlsx',
  ...(isPlaced({ kind }) ? ['geojson', 'gpkg'] : []),
  ...(isChosen ? ['choices'] : []),
  ...(isSold ? ['totals'] : []),
]

/** `project-types` as `ProjectTypes`. */
const camel = (path: string): string =>
  path.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Whatever else a key is for, it reads of no accounts: nobody's but those who administer them. */
const keyReads = (kind: Kind): 'read' | undefined =>
  kind === 'user' || kind === 'invitation' ? undefined : 'read'

/** A list, page by page, whole as a table to download, as choices of a form, or as what was sold of it. */
export const listEndpoint = (noun: Listed, subpath?: string) => {
  const { list, row, called, isChosen, isSold, isDated } = noun
  const { [subpath ?? '']: _, ...filters } = noun.filters
  return endpoint(`GET /api/${list}${subpath ? `/${subpath}` : ''}`, {
    id: `list${camel(list)}${subpath ? `In${capital(subpath)}` : ''}`,
    tag: titleOf(noun),
    summary: `The ${called[1]} that the reader may see${subpath ? `, with ${subpath}=true` : ''}`,
    access: 'member',
    byKey: keyReads(noun.kind),
    query: pageQuery({ ...noun, filters }).extend({
      ...(isDated && onDay.shape),
      format: z.enum(formatsOf(noun)).optional().meta({
        description: 'Whole, as a table or a map (GeoJSON, GeoPackage), as choices of a form, or summed up',
      }),
    }),
    answers: {
      200: media({
        'application/json': z.union([
          isDated ? datedListOf(row) : listOf(row),
          ...(isChosen ? [namedList] : []),
          ...(isSold ? [z.array(soldTotal)] : []),
        ]),
        'text/csv': z.string(),
        [XLSX]: binary,
        ...(isPlaced(noun) && { [GEOJSON]: z.string(), [GEOPACKAGE]: binary }),
      }),
    },
  })
}

/** What may be asked of the sum of a list: what it is narrowed down by, and the day. */
export const sumQuery = ({ filters }: Pick<Listed, 'filters'>) =>
  z.object({ q: sought, ...onDay.shape, ...z.object(filters).partial().shape })

/** The balance sheet of all that a list of credits selects. */
export const balanceEndpoint = <const N extends Listed>(noun: N) =>
  endpoint(`GET /api/${noun.list}/balance`, {
    id: `balance${camel(noun.list)}`,
    tag: titleOf(noun),
    summary: `Where the units of the ${noun.called[1]} are, type by type, with the filters of the list`,
    access: 'member',
    byKey: 'read',
    query: sumQuery(noun),
    answers: { 200: balanceSheet },
  })

/** The balance sheet of one project. */
export const readProjectBalance = endpoint('GET /api/project/:id/balance', {
  id: 'readProjectBalance',
  tag: 'Projects',
  summary: 'Where all certified units of a project are, service by service and in sum',
  access: 'member',
  byKey: 'read',
  query: onDay,
  answers: { 200: projectBalance },
})

/** One thing by its id. */
export const singleEndpoint = (noun: Single) =>
  endpoint(`GET /api/${noun.path}/:id`, {
    id: `read${camel(noun.path)}`,
    tag: titleOf(noun),
    summary: `One ${noun.called[0]}, as the reader may see it`,
    access: 'member',
    byKey: keyReads(noun.kind),
    query: 'on' in noun.view.shape ? onDay : onDay.omit({ on: true }),
    answers: { 200: noun.view },
  })

/** An id that a client makes up, so that the same request acts once however often it is sent. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

const wizard = z.object({
  wizard: z.string().optional().meta({ description: 'The wizard in which the action is a step' }),
})
const refusals = { 404: refusal, 409: refusal } as const

const formEndpoint = <const P extends string>(noun: AnyNoun, path: P, of: Kind, on: string) =>
  endpoint(`GET /api/${path}/action/:action`, {
    id: `read${capital(of)}Form`,
    tag: titleOf(noun),
    summary: `What the form of an action on ${on} needs`,
    access: 'member',
    byKey: 'read',
    query: wizard,
    answers: { 200: actionForm, ...refusals },
  })
const runEndpoint = <const P extends string>(noun: AnyNoun, path: P, id: string, summary: string) =>
  endpoint(`POST /api/${path}`, {
    id,
    tag: titleOf(noun),
    summary,
    access: 'member',
    byKey: 'act',
    query: wizard,
    body: submission,
    malformed: 'A submission is { values, version }',
    takesFiles: true,
    answers: { 200: outcome, 202: done, ...refusals },
  })

/** The two endpoints of every action on a thing. */
export const actionEndpoints = (noun: Single) => {
  const on = `a ${noun.called[0]}`
  const path = `${noun.path}/:id` as const
  return {
    form: formEndpoint(noun, path, noun.kind, on),
    run: runEndpoint(
      noun,
      `${path}/action/:action`,
      `run${capital(noun.kind)}Action`,
      `Runs an action on ${on}, or rehearses it`,
    ),
  }
}

/** The two endpoints of every action on a list as such. */
export const collectionEndpoints = (noun: Listed & { collection: Collection }) => {
  const on = `the ${noun.called[1]}`
  return {
    form: formEndpoint(noun, noun.list, noun.collection, on),
    run: runEndpoint(
      noun,
      `${noun.list}/action/:action`,
      `run${capital(noun.collection)}Action`,
      `Runs an action on ${on}, or rehearses it`,
    ),
  }
}

/** A post to a collection: its creating action under a second name. */
export const createEndpoint = (noun: Listed) =>
  runEndpoint(
    noun,
    noun.list,
    `create${capital(noun.kind)}`,
    `Creates a ${noun.called[0]}: the creating action of the list under a second name`,
  )
