import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  type CheckRow,
  type EvidenceRow,
  listChecks,
  listEvidence,
  readWorkbench,
} from '#contract/check-schedule'
import { isOperator } from '#domain/actor'
import { CHECK_STATE_LABELS, EVIDENCE_STATE_LABELS, SCHEDULED_KIND_LABELS } from '#domain/check-schedule'
import type { FileCell } from '#domain/match-files'
import { notFound } from '../runner/refusals.ts'
import { checkRows, evidenceRows } from '../views/checks.ts'
import { workbenchView } from '../views/workbench.ts'
import { type AppContext, contextOf } from './app-context.ts'
import { serve } from './serve.ts'
import { sendRows } from './tables.ts'

type Columns<R> = readonly (readonly [heading: string, value: (row: R) => FileCell])[]

const CHECKS: Columns<CheckRow> = [
  ['Project', row => row.project.name],
  ['Supplier', row => row.supplier.name],
  ['LPA', row => row.lpa?.name ?? null],
  ['Check', row => SCHEDULED_KIND_LABELS[row.kind]],
  ['Year', row => row.year],
  ['Due', row => row.due],
  ['Done', row => row.doneOn],
  ['State', row => CHECK_STATE_LABELS[row.state]],
]

const EVIDENCE: Columns<EvidenceRow> = [
  ['Project', row => row.project.name],
  ['Supplier', row => row.supplier.name],
  ['LPA', row => row.lpa?.name ?? null],
  ['Asked for', row => row.what],
  ['Asked by', row => row.askedBy],
  ['Asked on', row => row.askedOn],
  ['Due', row => row.due],
  ['Received', row => row.suppliedOn],
  ['Note', row => row.note],
  ['Document', row => row.document?.name ?? null],
  ['State', row => EVIDENCE_STATE_LABELS[row.state]],
]

const send = <R>(
  reply: FastifyReply,
  format: string,
  name: string,
  columns: Columns<R>,
  rows: readonly R[],
) =>
  sendRows(reply, format, name, [
    columns.map(([heading]) => heading),
    ...rows.map(row => columns.map(([, value]) => value(row))),
  ])

/** The schedule of checks and reports, what was asked for, and what is in the area of a planning authority. */
export const checkRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  serve(app, listChecks, async ({ query: { format, ...query }, actor, reply }) => {
    const context = contextOf(runtime, query.on)
    if (format === undefined) return checkRows(query, actor, context)
    return send(reply, format, 'checks', CHECKS, (await checkRows(query, actor, context, null)).items)
  })

  serve(app, listEvidence, async ({ query: { format, ...query }, actor, reply }) => {
    const context = contextOf(runtime, query.on)
    if (format === undefined) return evidenceRows(query, actor, context)
    return send(reply, format, 'evidence', EVIDENCE, (await evidenceRows(query, actor, context, null)).items)
  })

  serve(app, readWorkbench, ({ query: { on, lpaId }, actor }) => {
    if (!isOperator(actor) && actor.lpaId === null) throw notFound()
    return workbenchView(isOperator(actor) ? (lpaId ?? null) : actor.lpaId, contextOf(runtime, on))
  })
}
