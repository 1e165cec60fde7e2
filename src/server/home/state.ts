import { sql } from 'kysely'
import type { HomeView, RoundStanding } from '#contract/desk/home'
import type { NextStep } from '#contract/kit/resource'
import { type Actor, isOperator } from '#domain/people/actor'
import { mayReadFigure } from '#domain/disclosure/disclosure'
import { poundsOf, type Pence } from '@credit-market/values/money'
import { ROUND_STATUS_WORDS, ROUND_STATUSES, type Round } from '#domain/round/round'
import type { ViewContext } from '../views/kit/context.ts'
import { readCachedSum } from '../views/listing/summed.ts'
import { readRoundNames } from '../views/round.ts'
import {
  areaSummaryText,
  authoritiesPendingText,
  betweenRoundsText,
  clientsSummaryText,
  emailsFailedText,
  NO_CLIENT_YET_TEXT,
  NO_ORGANISATION_TEXT,
  NO_ROUND_YET_TEXT,
  NOTHING_IN_AREA_TEXT,
  roundsUnderWayText,
} from './messages.ts'

type Db = ViewContext['db']

/** Sorts rounds by urgency for the market operator: the further a round is, the more people wait. */
export const sortByUrgency = (rounds: readonly Round[]): Round[] => {
  const rank = ({ status }: Round) => (status === 'Settled' ? -1 : ROUND_STATUSES.indexOf(status))
  return rounds.toSorted((a, b) => rank(b) - rank(a))
}

/** Steps that wait for the market operator, and the status of the most urgent round. */
const ofOperator = async (rounds: readonly Round[], next: readonly NextStep[], db: Db): Promise<string> => {
  const tasks = next.reduce((sum, { count = 1 }) => sum + count, 0)
  const live = sortByUrgency(rounds.filter(({ status }) => status !== 'Settled'))
  const [first] = live
  if (!first) return rounds.length === 0 ? NO_ROUND_YET_TEXT : betweenRoundsText(tasks)
  const [name] = await readRoundNames(db, [first])
  return roundsUnderWayText(tasks, name?.name ?? '', ROUND_STATUS_WORDS[first.status], live.length - 1)
}

const isKnown = (reader: Actor, { id, status }: Round): boolean =>
  status !== 'Settled' && mayReadFigure('amount', reader, { ownerId: '', roundId: id }, status)

/** Totals of offers and bids in the market operator's most urgent round, once amounts are no longer sealed. */
export const sumOffersAndBids = async (
  reader: Actor,
  rounds: readonly Round[],
  { db }: Pick<ViewContext, 'db'>,
): Promise<HomeView['money']> => {
  const round = isOperator(reader) ? sortByUrgency(rounds).find(one => isKnown(reader, one)) : undefined
  if (!round) return []
  const [name] = await readRoundNames(db, [round])
  const sums = await readCachedSum(
    db,
    sql<{ amount: Pence }>`select amount from (
      select 1 as place, coalesce(sum(offer), 0)::bigint as amount from project where round_id = ${round.id}
        and status in ('Offered', 'Matched')
      union all select 2, coalesce(sum(bid), 0)::bigint from requirement where round_id = ${round.id}
        and status in ('Bid', 'RightsCreated')) as sums order by place`,
    rows => rows.map(({ amount }) => poundsOf(amount)),
  )
  return ['Offered', 'Bid'].map((what, at) => ({ what: `${what} in ${name?.name}`, amount: sums[at] ?? 0 }))
}

/** Faults of the installation, for its administrator. */
const ofInstallation = async (db: Db): Promise<string | undefined> => {
  const { count: failed } = await db
    .selectFrom('mailOutbox')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return failed === 0 ? undefined : emailsFailedText(failed)
}

/** Items in the area of a planning authority, and how many of them are not as agreed. */
const ofAuthority = (area: HomeView['area'], { length: failing }: readonly NextStep[]): string => {
  const countOf = (kind: HomeView['area'][number]['of']) =>
    area.filter(one => one.of === kind).reduce((sum, { count }) => sum + count, 0)
  const [projects, requirements] = [countOf('project'), countOf('requirement')]
  if (projects + requirements === 0) return NOTHING_IN_AREA_TEXT
  return areaSummaryText(projects, requirements, failing)
}

/** Summary of an agent's clients; each client also has a sentence of its own. */
const ofAgent = (
  { standings, pending }: { standings: readonly RoundStanding[]; pending: number },
  next: readonly NextStep[],
  cases: number,
): string => {
  if (standings.length === 0) return pending === 0 ? NO_CLIENT_YET_TEXT : authoritiesPendingText(pending)
  const open = next.filter(({ missing }) => missing === undefined).length
  return clientsSummaryText(standings.length, open, cases)
}

/** The position of a reader, in one sentence. */
export const describeReaderPosition = async (
  reader: Actor,
  {
    rounds,
    next: all,
    standings,
    pending,
    area,
  }: {
    rounds: readonly Round[]
    next: readonly NextStep[]
    standings: readonly RoundStanding[]
    /** Authorities of the reader's agency that the market operator has not decided yet. */
    pending: number
    area: HomeView['area']
  },
  { db }: Pick<ViewContext, 'db'>,
): Promise<string> => {
  const next = all.filter(({ on }) => on.kind !== 'case')
  if (isOperator(reader)) {
    const told = await ofOperator(rounds, next, db)
    const trouble = reader.groups.includes('sysadmin') ? await ofInstallation(db) : undefined
    return trouble ? `${told} ${trouble}` : told
  }
  if (reader.lpaId !== null) return ofAuthority(area, next)
  if (reader.organisationType === 'AGENT')
    return ofAgent({ standings, pending }, next, all.length - next.length)
  return standings[0]?.state ?? NO_ORGANISATION_TEXT
}
