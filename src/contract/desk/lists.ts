import { z } from 'zod'
import type { CollectionKind, Kind } from '#domain/disclosure/entities'
import { capitalise } from '#domain/text/sentence'
import { dateQuery, listBalanceSheet, PERIODS_OF_TYPE, projectBalance } from '../kit/balance.ts'
import { soldTotal } from '../credit/credit.ts'
import { binaryBody, endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { actionForm, actionResult, submissionResult, submission } from '../kit/form.ts'
import {
  type AnyNoun,
  type ListedNoun,
  MAX_PAGE_ROWS,
  type SingleNoun,
  listTitle,
  hasLocation,
} from '../kit/noun.ts'
import { datedListPage, listPage, refusal } from '../kit/resource.ts'
import { idAndNameList } from '../kit/values.ts'

const LONGEST_SEARCH = 200

const sought = z.string().max(LONGEST_SEARCH).optional().meta({ description: 'Text to search for in names' })

/** Query of every list: page, order and filters. */
export const listQuery = <const F extends Readonly<Record<string, z.ZodType>>, const S extends string>({
  filters,
  sorts,
}: {
  filters: F
  sorts: readonly S[]
}) =>
  z.object({
    limit: z.int().min(1).max(MAX_PAGE_ROWS).optional().meta({ description: 'Items per page, default 50' }),
    cursor: z.string().optional().meta({ description: 'Value of `next` on the previous page' }),
    sort: z.enum(sorts.flatMap((sort): (S | `-${S}`)[] => [sort, `-${sort}`])).optional(),
    q: sought,
    id: z
      .array(z.string())
      .max(MAX_PAGE_ROWS)
      .optional()
      .meta({ description: 'Only these ids, such as the selected rows of a list' }),
    ...z.object(filters).partial().shape,
  })

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const GEOJSON_TYPE = 'application/geo+json'
export const GEOPACKAGE_TYPE = 'application/geopackage+sqlite3'

const formatsOf = ({ kind, isChosen, isSold }: ListedNoun): [string, ...string[]] => [
  'csv',
  'xlsx',
  ...(hasLocation({ kind }) ? ['geojson', 'gpkg'] : []),
  ...(isChosen ? ['choices'] : []),
  ...(isSold ? ['totals'] : []),
]

/** `project-types` as `ProjectTypes`. */
const camel = (path: string): string =>
  path.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** No API key reads accounts, whatever its scopes: only people who administer accounts may. */
const keyReads = (kind: Kind): 'read' | undefined =>
  kind === 'user' || kind === 'invitation' ? undefined : 'read'

/** A list: by page, as a table to download, as choices of a form, or as totals sold. */
export const listEndpoint = (noun: ListedNoun, subpath?: string) => {
  const { list, row, called, isChosen, isSold, isDated } = noun
  const { [subpath ?? '']: _, ...filters } = noun.filters
  return endpoint(`GET /api/${list}${subpath ? `/${subpath}` : ''}`, {
    id: `list${camel(list)}${subpath ? `In${capitalise(subpath)}` : ''}`,
    tag: listTitle(noun),
    summary: `List of ${called[1]} that you may see${subpath ? `, with ${subpath}=true` : ''}`,
    access: 'member',
    byKey: keyReads(noun.kind),
    query: listQuery({ ...noun, filters }).extend({
      ...(isDated && dateQuery.shape),
      format: z.enum(formatsOf(noun)).optional().meta({
        description:
          'Format of the whole list: a table, a map (GeoJSON, GeoPackage), choices of a form, or totals',
      }),
    }),
    answers: {
      200: mediaAnswer({
        'application/json': z.union([
          isDated ? datedListPage(row) : listPage(row),
          ...(isChosen ? [idAndNameList] : []),
          ...(isSold ? [z.array(soldTotal)] : []),
        ]),
        'text/csv': z.string(),
        [XLSX_TYPE]: binaryBody,
        ...(hasLocation(noun) && { [GEOJSON_TYPE]: z.string(), [GEOPACKAGE_TYPE]: binaryBody }),
      }),
    },
  })
}

/** Query of a total of a list: filters and date. */
export const totalsQuery = ({ filters }: Pick<ListedNoun, 'filters'>) =>
  z.object({ q: sought, ...dateQuery.shape, ...z.object(filters).partial().shape })

/** Query of the balance sheet of a list: filters, date, and how many periods. */
export const balanceQuery = (noun: Pick<ListedNoun, 'filters'>) =>
  totalsQuery(noun).extend({
    periods: z
      .enum(['all'])
      .optional()
      .meta({
        description: `\`all\`: a period for every date on which units change. Default: at most ${PERIODS_OF_TYPE} for each credit type, by month, quarter or year if necessary`,
      }),
  })

/** Balance sheet of all credits that a list selects. */
export const balanceEndpoint = <const N extends ListedNoun>(noun: N) =>
  endpoint(`GET /api/${noun.list}/balance`, {
    id: `balance${camel(noun.list)}`,
    tag: listTitle(noun),
    summary: `Balance sheet of the ${noun.called[1]} that the filters select, by credit type`,
    access: 'member',
    byKey: 'read',
    query: balanceQuery(noun),
    answers: { 200: listBalanceSheet },
  })

/** Balance sheet of one project. */
export const readProjectBalance = endpoint('GET /api/project/:id/balance', {
  id: 'readProjectBalance',
  tag: 'Projects',
  summary: 'Balance sheet of a project: all certified units, by service and in total',
  access: 'member',
  byKey: 'read',
  query: dateQuery,
  answers: { 200: projectBalance },
})

/** One thing by its id. */
export const resourceEndpoint = (noun: SingleNoun) =>
  endpoint(`GET /api/${noun.path}/:id`, {
    id: `read${camel(noun.path)}`,
    tag: listTitle(noun),
    summary: `One ${noun.called[0]}, as far as you may see it`,
    access: 'member',
    byKey: keyReads(noun.kind),
    query: 'on' in noun.view.shape ? dateQuery : dateQuery.omit({ on: true }),
    answers: { 200: noun.view },
  })

/** An id chosen by the client, so that a repeated request acts only once. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'

const wizard = z.object({
  wizard: z.string().optional().meta({ description: 'Name of the wizard in which the action is a step' }),
})
const refusals = { 404: refusal, 409: refusal } as const

const formEndpoint = <const P extends string>(noun: AnyNoun, path: P, of: Kind, on: string) =>
  endpoint(`GET /api/${path}/action/:action`, {
    id: `read${capitalise(of)}Form`,
    tag: listTitle(noun),
    summary: `Form of an action on ${on}, with everything needed to fill it in`,
    access: 'member',
    byKey: 'read',
    query: wizard,
    answers: { 200: actionForm, ...refusals },
  })
const runEndpoint = <const P extends string>(noun: AnyNoun, path: P, id: string, summary: string) =>
  endpoint(`POST /api/${path}`, {
    id,
    tag: listTitle(noun),
    summary,
    access: 'member',
    byKey: 'act',
    previewsByKey: true,
    query: wizard,
    body: submission,
    malformed: 'A submission must have the form { values, version }',
    takesFiles: true,
    answers: { 200: submissionResult, 202: actionResult, ...refusals },
  })

/** The two endpoints of every action on a thing. */
export const actionEndpoints = (noun: SingleNoun) => {
  const on = `a ${noun.called[0]}`
  const path = `${noun.path}/:id` as const
  return {
    form: formEndpoint(noun, path, noun.kind, on),
    run: runEndpoint(
      noun,
      `${path}/action/:action`,
      `run${capitalise(noun.kind)}Action`,
      `Runs or previews an action on ${on}`,
    ),
  }
}

/** The two endpoints of every action on a list. */
export const collectionEndpoints = (noun: ListedNoun & { collection: CollectionKind }) => {
  const on = `the ${noun.called[1]}`
  return {
    form: formEndpoint(noun, noun.list, noun.collection, on),
    run: runEndpoint(
      noun,
      `${noun.list}/action/:action`,
      `run${capitalise(noun.collection)}Action`,
      `Runs or previews an action on ${on}`,
    ),
  }
}

/** POST to a collection: its creating action under a second name. */
export const createEndpoint = (noun: ListedNoun) =>
  runEndpoint(
    noun,
    noun.list,
    `create${capitalise(noun.kind)}`,
    `Creates a ${noun.called[0]}, like the create action of the list`,
  )
