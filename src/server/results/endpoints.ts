import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ResultView, type StatementFormat, dismissResult, readResult } from '#contract/round/result'
import type { Brand } from '#domain/people/brand'
import { readCachedBrand } from '../brand/brand.ts'
import { notFoundError } from '../runner/refusals.ts'
import { readResultView } from './result.ts'
import { resultStatementHtml, resultStatementRows } from './statement.ts'
import { type AppContext, createViewContext, requireVisibleSubject } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'
import { sendCsv } from '../http/tables.ts'
import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'

/** Notes that a user has dismissed a result from the home page; idempotent. */
const recordResultDismissal = async (
  db: Kysely<Database>,
  result: { userId: string; roundId: string; organisationId: string; at: Instant },
): Promise<void> => {
  await db
    .insertInto('dismissedResult')
    .values(result)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

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
    ? sendCsv(reply, fileNameOf(result), [resultStatementRows(result, brand)])
    : reply
        .header('content-disposition', `attachment; filename="${fileNameOf(result)}.html"`)
        .type('text/html; charset=utf-8')
        .send(resultStatementHtml(result, brand))

/** Result of a round for one organisation, as a page and as downloads. */
export const resultRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  mountEndpoint(app, readResult, async ({ params, query, actor, reply }) => {
    const round = await requireVisibleSubject(runtime, 'round', params.id, actor)
    const result = await readResultView(round, query.organisationId, actor, createViewContext(runtime))
    if (!result) throw notFoundError()
    if (query.format === undefined) return result
    const brand = await readCachedBrand(runtime.store.db)
    return sendStatement(reply, result, { format: query.format, brand })
  })
  mountEndpoint(app, dismissResult, async ({ params, body: { organisationId }, actor, session }) => {
    const round = await requireVisibleSubject(runtime, 'round', params.id, actor)
    if (!(await readResultView(round, organisationId, actor, createViewContext(runtime))))
      throw notFoundError()
    const { store, now } = runtime
    await recordResultDismissal(store.db, {
      userId: session.userId,
      roundId: round.id,
      organisationId,
      at: now(),
    })
  })
}
