import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  CHECK_COLUMNS,
  EVIDENCE_COLUMNS,
  listChecks,
  listEvidence,
  readCheckWorkbench,
} from '#contract/project/check-schedule'
import { type ColumnCards, downloadColumns } from '#contract/columns/column'
import { cellFormatter } from '#contract/columns/values'
import { isOperator } from '#domain/people/actor'
import { notFoundError } from '../runner/refusals.ts'
import { listCheckRows, listEvidenceRows } from './checks.ts'
import { readAuthorityWorkbench } from './workbench.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'
import { sendSmallTable } from '../http/tables.ts'

/** Sends complete rows as a table with the columns of their cards. */
const send = <C extends ColumnCards>(
  reply: FastifyReply,
  format: string,
  name: string,
  columns: C,
  rows: readonly Readonly<Record<keyof C, unknown>>[],
) => {
  const all = downloadColumns(columns)
  return sendSmallTable(reply, format, name, [
    all.map(([heading]) => heading),
    ...rows.map(row => all.map(([, column, card]) => cellFormatter(card)(row[column]))),
  ])
}

/** Schedule of checks and reports, requested evidence, and the content of a planning authority's area. */
export const checkRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  mountEndpoint(app, listChecks, async ({ query: { format, ...query }, actor, reply }) => {
    const context = createViewContext(runtime, query.on)
    if (format === undefined) return listCheckRows(query, actor, context)
    return send(
      reply,
      format,
      'checks',
      CHECK_COLUMNS,
      (await listCheckRows(query, actor, context, null)).items,
    )
  })

  mountEndpoint(app, listEvidence, async ({ query: { format, ...query }, actor, reply }) => {
    const context = createViewContext(runtime, query.on)
    if (format === undefined) return listEvidenceRows(query, actor, context)
    return send(
      reply,
      format,
      'evidence',
      EVIDENCE_COLUMNS,
      (await listEvidenceRows(query, actor, context, null)).items,
    )
  })

  mountEndpoint(app, readCheckWorkbench, ({ query: { on, lpaId }, actor }) => {
    if (!isOperator(actor) && actor.lpaId === null) throw notFoundError()
    return readAuthorityWorkbench(
      isOperator(actor) ? (lpaId ?? null) : actor.lpaId,
      createViewContext(runtime, on),
    )
  })
}
