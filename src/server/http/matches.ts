import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listUnmatchedProjects, listUnmatchedRequirements, readMatch, readMatchReview } from '#contract/match'
import type { Actor } from '#domain/actor'
import { mayKnowOfRound } from '#domain/disclosure'
import { DATASET_COLUMNS, datasetRows, WINNERS_COLUMNS, winnersRows, type CsvIds } from '#domain/match-files'
import type { Round } from '#domain/round'
import type { Database } from '../store/tables.ts'
import { notFound } from '../runner/refusals.ts'
import { matchAudit, matchReview } from '../views/match-review.ts'
import { matchView, mayKnowMatch, type Solved, solvedRuns, unmatched } from '../views/match.ts'
import { sendCsv } from './tables.ts'
import { type AppContext, contextOf, visibleSubject } from './app-context.ts'
import { serve } from './serve.ts'

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
  const solved = async (
    roundId: string,
    reader: Actor,
    mayKnow: (round: Round, reader: Actor) => boolean = mayKnowMatch,
  ): Promise<{ round: Round; run: Solved }> => {
    const round = await visibleSubject(runtime, 'round', roundId, reader)
    const [run] = mayKnow(round, reader) ? await solvedRuns(db, round.id, 1) : []
    if (!run) throw notFound()
    return { round, run }
  }
  const mayAudit = (round: Round, reader: Actor) => mayKnowOfRound('audit', reader, round.status)
  const mayReview = (round: Round, reader: Actor) =>
    mayKnowOfRound('review', reader, round.status) && mayKnowOfRound('comparison', reader, round.status)

  serve(app, readMatch, async ({ params: { id }, query: { format, on }, actor, reply }) => {
    if (format === undefined) {
      const { round, run } = await solved(id, actor)
      return matchView(db, round, run, actor, contextOf(runtime, on).on)
    }
    const { run } = await solved(id, actor, mayAudit)
    if (format === 'audit') return matchAudit(run)
    const { columns, rows } = FILES[format]
    const table = rows(run.problem, run.solution, await csvIdsIn(db, run))
    return sendCsv(reply, format, [[[...columns], ...table]])
  })
  serve(app, readMatchReview, async ({ params: { id }, query, actor }) => {
    const { round, run } = await solved(id, actor, mayReview)
    return matchReview(db, round, run, actor, contextOf(runtime, query.on).on)
  })
  serve(app, listUnmatchedProjects, async ({ params: { id }, actor }) => {
    const { round, run } = await solved(id, actor)
    return unmatched(db, round, run, actor, 'projects')
  })
  serve(app, listUnmatchedRequirements, async ({ params: { id }, actor }) => {
    const { round, run } = await solved(id, actor)
    return unmatched(db, round, run, actor, 'requirements')
  })
}
