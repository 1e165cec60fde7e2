import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import { addProjectsFromSheet } from '#actions/project/site-sheet/add-projects-from-sheet'
import { planSites, readSitePlaces, type SitePlan } from '#actions/project/site-sheet/plan'
import { IDEMPOTENCY_KEY } from '#contract/desk/lists'
import { addProjectsFromRows, type ProjectRows, type ProjectRowsResult } from '#contract/project/project-rows'
import { type Actor, isPreviewOnly } from '#domain/people/actor'
import type { UploadedTable } from '#domain/text/filed-document'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { utcDayOf } from '@credit-market/values/dates'
import { refuseOutsideKeyScopes } from '../auth/key-scopes.ts'
import { MAX_TABLE_COLUMNS } from '#domain/text/upload-kinds'
import { receiveUpload, uploadTooLargeError } from '../files/file-store.ts'
import { readUploadedDocument } from '../files/read-filed.ts'
import { inspectFile } from '../files/supervised-inspection.ts'
import type { AppContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'
import { admitToAction } from '../runner/gates.ts'
import { InvalidAnswersBody, invalidAnswersError, notFoundError } from '../runner/refusals.ts'
import { runAction } from '../runner/run-action.ts'

const EITHER = 'Send either csv or rows'
const TOO_LONG = 'The sheet cannot be read: reading it took too long. Send it in parts.'

const TOO_MANY_HEADINGS = `The rows have more than ${MAX_TABLE_COLUMNS} headings together. Leave out the ones that are not needed.`

/** The sheet of a request as CSV; rows of JSON become one. */
const csvOf = ({ csv, rows }: ProjectRows): string => {
  if ((csv === undefined) === (rows === undefined)) throw invalidAnswersError({ csv: EITHER })
  if (csv !== undefined) return csv
  const columns = [...new Set((rows ?? []).flatMap(Object.keys))]
  // Each row has a cell for each heading of all rows, so many different headings would fill the memory.
  if (columns.length > MAX_TABLE_COLUMNS) throw invalidAnswersError({ rows: TOO_MANY_HEADINGS })
  return stringify(rows ?? [], { header: true, columns })
}

/** Result of each row of a plan. Errors without a row are messages. */
const resultOf = (
  outcome: ProjectRowsResult['outcome'],
  { sites, errors }: SitePlan,
  before: ReadonlySet<string>,
): ProjectRowsResult => {
  const lines = [...new Set([...sites, ...errors].flatMap(({ line }) => line ?? []))].toSorted(
    (a, b) => a - b,
  )
  return {
    outcome,
    messages: errors.filter(({ line }) => line === null).map(({ what }) => what),
    rows: lines.map(line => {
      const project = sites.find(site => site.line === line)?.existing?.id ?? null
      return {
        row: line,
        project,
        existed: project !== null && before.has(project),
        errors: errors.flatMap(one =>
          one.line === line && one.cell ? [{ field: one.cell.column, message: one.cell.message }] : [],
        ),
      }
    }),
  }
}

/** Registration of many projects by programs: the action *Add projects from a sheet*, with a result for each row (decision 0240). */
export const projectRowRoutes = (
  app: FastifyInstance,
  { runtime, patient = runtime, files }: AppContext,
): void => {
  const { store } = runtime

  const tableOf = async (text: string): Promise<UploadedTable | string> => {
    const arrived = await files.arrivals.receive(Readable.from([text]), MAX_UPLOAD_BYTES, uploadTooLargeError)
    try {
      const read =
        (await inspectFile(store.db, arrived.sha256, { ask: 'table', path: arrived.path })) ?? TOO_LONG
      return typeof read === 'string' ? read : { id: '', name: '', ...read }
    } finally {
      await files.arrivals.remove(arrived)
    }
  }

  /** Plans a sheet as the action does. */
  const planned = async (sheet: UploadedTable, roundId: string, actor: Actor): Promise<SitePlan> => {
    const today = utcDayOf(runtime.now())
    const organisation = await store.read.one('organisation', targetOf(actor).subjectId)
    const given = organisation && (await readSitePlaces(store.read, organisation, actor))
    return planSites(store.read, { roundId, sheet, places: given?.places ?? [] }, today)
  }

  mountEndpoint(app, addProjectsFromRows, async ({ actor, body, request }): Promise<ProjectRowsResult> => {
    refuseOutsideKeyScopes(addProjectsFromSheet, actor)
    const target = targetOf(actor)
    await admitToAction(store.read, { actor, ...target }, runtime.now())
    const csv = csvOf(body)
    const sheet = await tableOf(csv)
    if (typeof sheet === 'string') return { outcome: 'refused', messages: [sheet], rows: [] }
    const plan = await planned(sheet, body.marketRoundId, actor)
    const before = new Set(plan.sites.flatMap(({ existing }) => existing?.id ?? []))
    const refused = () => resultOf('refused', plan, before)
    if (body.preview || isPreviewOnly(actor))
      return plan.errors.length > 0 ? refused() : resultOf('previewed', plan, before)
    const about = { name: 'rows.csv', accept: ['csv'], actor }
    const sites = await receiveUpload(runtime, files, Readable.from([csv]), about)
    const key = request.headers[IDEMPOTENCY_KEY.toLowerCase()]
    try {
      await runAction(patient, {
        ...{ actor, ...target, isUnwatched: true },
        submission: { values: { marketRoundId: body.marketRoundId, sites } },
        idempotencyKey: typeof key === 'string' ? key : undefined,
        readFiled: (file, as, part) => readUploadedDocument(store.db, files, file, as, part),
      })
    } catch (error) {
      if (error instanceof InvalidAnswersBody && error.messages.some(({ field }) => field === 'sites'))
        return refused()
      throw error
    }
    const done = await planned(sheet, body.marketRoundId, actor)
    // A repeated request is answered as before, even if a person has changed a project since.
    return resultOf('done', { ...done, errors: [] }, before)
  })
}

/** The caller's own organisation, whose action this is; throws 404 for people without one. */
const targetOf = ({ organisationId }: Actor) => {
  if (organisationId === null) throw notFoundError()
  return { kind: 'organisation', subjectId: organisationId, actionName: addProjectsFromSheet.name } as const
}
