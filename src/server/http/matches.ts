import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import {
  DATASET_COLUMNS,
  datasetRows,
  WINNERS_COLUMNS,
  winnersRows,
  type CsvIds,
  type FileCell,
} from '#domain/match-files'
import type { Round } from '#domain/round'
import { readsAll } from '#domain/read-access'
import type { Database } from '../store/tables.ts'
import { badRequest, notFound } from '../runner/refusals.ts'
import { matchAudit, matchReview } from '../views/match-review.ts'
import { matchView, mayKnowMatch, type Solved, solvedRuns, unmatched } from '../views/match.ts'
import { sendCsv, type TableChunks } from './tables.ts'
import { requireActor, type AppContext, visibleSubject } from './app-context.ts'

type ById = { Params: { id: string }; Querystring: Record<string, string | undefined> }

const chunked = async function* (rows: FileCell[][]): TableChunks {
  yield rows
}

const csvIdsIn = async (db: Kysely<Database>, { problem }: Solved): Promise<CsvIds> => {
  const ids = [
    ...problem.projects.map(({ supplierId }) => supplierId),
    ...problem.requirements.map(({ buyerId }) => buyerId),
  ]
  const rows =
    ids.length > 0
      ? await db.selectFrom('organisation').select(['id', 'csvId']).where('id', 'in', ids).execute()
      : []
  return new Map(rows.map(({ id, csvId }) => [id, csvId]))
}

/** The two files in which a match leaves, and in which another can be imported (market rules, 1.5). */
const FILES = {
  winners: { columns: WINNERS_COLUMNS, rows: winnersRows },
  dataset: { columns: DATASET_COLUMNS, rows: datasetRows },
}

/** The results of a round: before it is settled for the operator, afterwards for each what is theirs. */
export const matchRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store
  const asked = async (
    request: FastifyRequest<ById>,
    mayKnow: (round: Round, reader: Actor) => boolean = mayKnowMatch,
  ): Promise<{ reader: Actor; round: Round; run: Solved }> => {
    const reader = requireActor(request)
    const round = await visibleSubject(runtime, 'round', request.params.id, reader)
    const [run] = mayKnow(round, reader) ? await solvedRuns(db, round.id, 1) : []
    if (!run) throw notFound()
    return { reader, round, run }
  }
  const forOperator = (_round: Round, reader: Actor): boolean => readsAll(reader)

  const sendFile = async (request: FastifyRequest<ById>, reply: FastifyReply, file: keyof typeof FILES) => {
    const { run } = await asked(request, forOperator)
    const { columns, rows } = FILES[file]
    const table = rows(run.problem, run.solution, await csvIdsIn(db, run))
    return sendCsv(reply, file, chunked([[...columns], ...table]))
  }

  app.get<ById>('/api/round/:id/match', async (request, reply) => {
    const { format } = request.query
    if (format === 'winners' || format === 'dataset') return sendFile(request, reply, format)
    if (format === 'audit') return matchAudit((await asked(request, forOperator)).run)
    if (format !== undefined) throw badRequest('Unknown query value: format')
    const { round, run, reader } = await asked(request)
    return matchView(db, round, run, reader)
  })
  app.get<ById>('/api/round/:id/match-review', async request => {
    const { round, run, reader } = await asked(request, forOperator)
    return matchReview(db, round, run, reader)
  })
  for (const of of ['projects', 'requirements'] as const)
    app.get<ById>(`/api/round/:id/unmatched-${of}`, async request => {
      const { round, run, reader } = await asked(request)
      return unmatched(db, round, run, reader, of)
    })
}
