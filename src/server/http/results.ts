import type { FastifyInstance, FastifyReply } from 'fastify'
import { dismissResult, readResult, type ResultView, type StatementFormat } from '#contract/result'
import type { Brand } from '#domain/brand'
import { brandOf } from '../brand.ts'
import { notFound } from '../runner/refusals.ts'
import { putAway } from '../store/dismissed-results.ts'
import { resultView } from '../views/result.ts'
import { statementHtml, statementRows } from '../views/statement.ts'
import { type AppContext, contextOf, visibleSubject } from './app-context.ts'
import { serve } from './serve.ts'
import { sendCsv } from './tables.ts'

const fileNameOf = ({ round, organisation }: ResultView): string =>
  `result ${organisation.name} ${round.name}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const sendStatement = (
  reply: FastifyReply,
  result: ResultView,
  { format, brand }: { format: StatementFormat; brand: Brand },
): FastifyReply =>
  format === 'csv'
    ? sendCsv(reply, fileNameOf(result), [statementRows(result, brand)])
    : reply
        .header('content-disposition', `attachment; filename="${fileNameOf(result)}.html"`)
        .type('text/html; charset=utf-8')
        .send(statementHtml(result, brand))

/** What a round means for one organisation, to read and to keep. */
export const resultRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  serve(app, readResult, async ({ params, query, actor, reply }) => {
    const round = await visibleSubject(runtime, 'round', params.id, actor)
    const result = await resultView(round, query.organisationId, actor, contextOf(runtime))
    if (!result) throw notFound()
    if (query.format === undefined) return result
    const brand = await brandOf(runtime.store.db)
    return sendStatement(reply, result, { format: query.format, brand })
  })
  serve(app, dismissResult, async ({ params, body: { organisationId }, actor, session }) => {
    const round = await visibleSubject(runtime, 'round', params.id, actor)
    if (!(await resultView(round, organisationId, actor, contextOf(runtime)))) throw notFound()
    const { store, now } = runtime
    await putAway(store.db, { userId: session.userId, roundId: round.id, organisationId, at: now() })
  })
}
