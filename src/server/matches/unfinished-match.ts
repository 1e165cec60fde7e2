import type { Kysely } from 'kysely'
import { poundsOf } from '@credit-market/values/money'
import type { MatchResult } from '#domain/match/match-result'
import { gapOfMatch, type UnfinishedMatch } from '#domain/unfinished-match/unfinished-match'
import type { UnfinishedMatchView } from '#contract/round/unfinished-match'
import type { Database } from '../store/tables/tables.ts'
import { readOrganisationNamesInMatch } from './match.ts'
import { requireName } from '../views/kit/names.ts'

/** A run of the engine that ran out of time. */
type UnfinishedRun = MatchResult & { unfinished: UnfinishedMatch }

/** The last run of a round, if it ran out of time. */
export const readUnfinishedRun = async (
  db: Kysely<Database>,
  roundId: string,
): Promise<UnfinishedRun | undefined> => {
  const run = await db
    .selectFrom('matchResult')
    .selectAll()
    .where('roundId', '=', roundId)
    .orderBy('ordinal', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.unfinished ? { ...run, unfinished: run.unfinished } : undefined
}

/** View of a match that ran out of time, for the market operator. */
export const unfinishedMatchView = async (
  db: Kysely<Database>,
  run: UnfinishedRun,
): Promise<UnfinishedMatchView> => {
  const { unfinished, problem } = run
  const organisation = await readOrganisationNamesInMatch(db, run)
  const names = new Map([...problem.projects, ...problem.requirements].map(one => [one.id, one.name]))
  const named = (id: string) => ({ id, name: names.get(id) ?? id })
  const { pence, part } = gapOfMatch(unfinished)
  return {
    resultId: run.id,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    minutes: unfinished.minutes,
    open: unfinished.open,
    surplus: poundsOf(unfinished.surplus),
    bound: poundsOf(unfinished.bound),
    gap: poundsOf(pence),
    gapPart: part,
    projects: unfinished.projectIds.map(named),
    requirements: unfinished.requirementIds.map(named),
    hard: unfinished.hard.map(({ reason, organisationId, requirementIds }) => ({
      reason,
      organisation: requireName(organisation, organisationId),
      requirements: requirementIds.map(named),
    })),
    ownersAskedAt: run.ownersAskedAt,
  }
}
