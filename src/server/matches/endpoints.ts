import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import {
  listUnmatchedProjects,
  listUnmatchedRequirements,
  readMatch,
  readMatchReview,
} from '#contract/round/match'
import type { Actor } from '#domain/people/actor'
import { mayReadRoundFigure } from '#domain/disclosure/disclosure'
import {
  FLOWS_FILE_HEADINGS,
  flowsFileRows,
  WINNERS_FILE_HEADINGS,
  winnersFileRows,
  type OrganisationCsvIds,
} from '#domain/match/match-files'
import type { Round } from '#domain/round/round'
import type { Database } from '../store/tables/tables.ts'
import { notFoundError } from '../runner/refusals.ts'
import { readMatchAudit, loadMatchReview } from './match-review.ts'
import {
  readMatchView,
  mayKnowUnsettledMatch,
  type SolvedRun,
  readSolvedRuns,
  listUnmatchedItems,
} from './match.ts'
import { sendCsv } from '../http/tables.ts'
import { type AppContext, createViewContext, requireVisibleSubject } from '../http/app-context.ts'
import { ownersOfItems } from '#domain/match/parties'
import { mountEndpoint } from '../http/serve.ts'

const csvIdsIn = async (db: Kysely<Database>, { problem }: SolvedRun): Promise<OrganisationCsvIds> => {
  const ids = [...new Set(ownersOfItems(problem).values())]
  const rows =
    ids.length > 0
      ? await db.selectFrom('organisation').select(['id', 'csvId']).where('id', 'in', ids).execute()
      : []
  return new Map(rows.map(({ id, csvId }) => [id, csvId]))
}

/** The two files in which a match is exported, and another can be imported (market rules, 1.5). */
const FILES = {
  winners: { columns: WINNERS_FILE_HEADINGS, rows: winnersFileRows },
  dataset: { columns: FLOWS_FILE_HEADINGS, rows: flowsFileRows },
}

/** Results of a round: for the operator before it is settled, and for each participant its own afterwards. */
export const matchRoutes = (app: FastifyInstance, { runtime }: AppContext): void => {
  const { db } = runtime.store
  const solved = async (
    roundId: string,
    reader: Actor,
    mayKnow: (round: Round, reader: Actor) => boolean = mayKnowUnsettledMatch,
  ): Promise<{ round: Round; run: SolvedRun }> => {
    const round = await requireVisibleSubject(runtime, 'round', roundId, reader)
    const [run] = mayKnow(round, reader) ? await readSolvedRuns(db, round.id, 1) : []
    if (!run) throw notFoundError()
    return { round, run }
  }
  const mayAudit = (round: Round, reader: Actor) => mayReadRoundFigure('audit', reader, round.status)
  const mayReview = (round: Round, reader: Actor) =>
    mayReadRoundFigure('review', reader, round.status) &&
    mayReadRoundFigure('comparison', reader, round.status)

  mountEndpoint(app, readMatch, async ({ params: { id }, query: { format, on }, actor, reply }) => {
    if (format === undefined) {
      const { round, run } = await solved(id, actor)
      return readMatchView(db, round, run, actor, createViewContext(runtime, on).on)
    }
    const { run } = await solved(id, actor, mayAudit)
    if (format === 'audit') return readMatchAudit(run)
    const { columns, rows } = FILES[format]
    const table = rows(run.problem, run.solution, await csvIdsIn(db, run))
    return sendCsv(reply, format, [[[...columns], ...table]])
  })
  mountEndpoint(app, readMatchReview, async ({ params: { id }, query, actor }) => {
    const { round, run } = await solved(id, actor, mayReview)
    return loadMatchReview(db, round, run, actor, createViewContext(runtime, query.on).on)
  })
  mountEndpoint(app, listUnmatchedProjects, async ({ params: { id }, actor }) => {
    const { round, run } = await solved(id, actor)
    return listUnmatchedItems(db, round, run, actor, 'projects')
  })
  mountEndpoint(app, listUnmatchedRequirements, async ({ params: { id }, actor }) => {
    const { round, run } = await solved(id, actor)
    return listUnmatchedItems(db, round, run, actor, 'requirements')
  })
}
