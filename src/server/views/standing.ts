import { sql } from 'kysely'
import type { RoundStanding } from '#contract/desk/home'
import type { ResultSummary } from '#contract/round/result'
import { isOwnOrMerged, type Actor } from '#domain/people/actor'
import { representedOrganisationIds } from '#domain/people/agency'
import { utcDayOf, isInDayWindow, type Day } from '@credit-market/values/dates'
import { mayReadFigure } from '#domain/disclosure/disclosure'
import { poundsOf, type Pence } from '@credit-market/values/money'
import { takesPartInCapacity, type Participation } from '#domain/round/participation'
import { mapProceedsAmounts, sumProceeds } from '#domain/project/project'
import { isSeasonOver } from '#domain/round/season'
import { registrationWindow, type Round } from '#domain/round/round'
import { roundPositionSentence, type CountsByStatus, type RoundPosition } from '#domain/round/standing'
import type { ViewContext } from './kit/context.ts'
import { requireName, readNamesOfKind } from './kit/names.ts'
import { readRoundNames } from './round.ts'
import { visibleToActorSql } from './kit/visible.ts'

interface Group {
  ownerId: string
  roundId: string
  status: string
  count: number
  amount: Pence
}

/** Counts and sums of the projects or requirements of organisations, by round and status. */
const groupsOf = async (
  kind: 'project' | 'requirement',
  ids: readonly string[],
  reader: Actor,
  { db }: ViewContext,
): Promise<Group[]> => {
  const [owner, amount] = kind === 'project' ? ['supplierId', 'offer'] : ['buyerId', 'bid']
  const { rows } = await sql<Group>`select ${sql.ref(owner)} as owner_id, round_id, status, count(*) as count,
      coalesce(sum(${sql.ref(amount)}), 0)::bigint as amount
    from ${sql.table(kind)} where ${sql.ref(owner)} = any(${ids}::text[]) and ${visibleToActorSql(kind, reader)}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** The number of rounds that organisations could register in on a date; if none, the next round to open, or else the next planned one. */
const registeringOn = async (
  today: Day,
  { db, read }: Pick<ViewContext, 'db' | 'read'>,
): Promise<{
  openRounds: number
  opensNext?: { name: string; on: Day }
  planned?: { name: string; from: Day }
}> => {
  const rounds = await read.list('round', { status: ['Draft', 'Open'] })
  const windows = rounds
    .filter(({ status }) => status === 'Open')
    .map(round => ({
      round,
      windows: [registrationWindow(round, 'suppliers'), registrationWindow(round, 'buyers')],
    }))
  const openRounds = windows.filter(one => one.windows.some(window => isInDayWindow(today, window))).length
  const [next] = windows
    .flatMap(({ round, windows: its }) =>
      its.flatMap(({ start }) => (start !== null && start > today ? [{ round, on: start }] : [])),
    )
    .toSorted((a, b) => a.on.localeCompare(b.on))
  const [planned] = rounds
    .flatMap(round =>
      round.status === 'Draft' && round.expectedFrom !== null && !isSeasonOver(round.expectedFrom, today)
        ? [{ round, from: round.expectedFrom }]
        : [],
    )
    .toSorted((a, b) => a.from.localeCompare(b.from))
  const first = next ?? planned
  if (openRounds > 0 || !first) return { openRounds }
  const [named] = await readRoundNames(db, [first.round])
  const name = named?.name ?? first.round.name
  if (next) return { openRounds, opensNext: { name, on: next.on } }
  return planned ? { openRounds, planned: { name, from: planned.from } } : { openRounds }
}

const byStatus = (groups: readonly Group[], ownerId: string, roundId: string): CountsByStatus =>
  Object.fromEntries(
    groups
      .filter(group => group.ownerId === ownerId && group.roundId === roundId)
      .map(({ status, count }) => [status, count]),
  )

/** Position of the reader's organisation or of each client: a sentence, and the money that the reader may know. */
export const readRoundPositions = async (
  reader: Actor,
  results: readonly ResultSummary[],
  participations: readonly Participation[],
  context: ViewContext,
): Promise<RoundStanding[]> => {
  const { db, read, now } = context
  const ids = representedOrganisationIds(reader)
  if (ids.length === 0) return []
  const organisation = await readNamesOfKind(db, 'organisation', ids)
  const projects = await groupsOf('project', ids, reader, context)
  const requirements = await groupsOf('requirement', ids, reader, context)
  const rounds = await read.list('round', {
    id: [...new Set([...projects, ...requirements, ...participations].map(({ roundId }) => roundId))],
  })
  const names = await readRoundNames(db, rounds)
  const registering = await registeringOn(utcDayOf(now), { db, read })
  const roundOf = new Map<string, Round>(rounds.map(round => [round.id, round]))
  const nameOf = ({ id }: Round) => names.find(one => one.id === id)?.name ?? ''

  const sealed = (groups: readonly Group[], ownerId: string, status: 'Offered' | 'Bid'): number | null => {
    const its = groups.filter(
      group =>
        group.ownerId === ownerId &&
        group.status === status &&
        roundOf.get(group.roundId)?.status !== 'Settled',
    )
    const isKnown = its.every(({ roundId }) =>
      mayReadFigure('amount', reader, { ownerId, roundId }, roundOf.get(roundId)?.status ?? 'Draft'),
    )
    return isKnown ? poundsOf(its.reduce((total, { amount }) => total + amount, 0)) : null
  }

  return ids.map(id => {
    const inRounds = rounds.map((round): RoundPosition => ({
      name: nameOf(round),
      status: round.status,
      projectsEnd: round.projectsEnd,
      requirementsEnd: round.requirementsEnd,
      bidsClose: round.bidsClose,
      projects: byStatus(projects, id, round.id),
      requirements: byStatus(requirements, id, round.id),
    }))
    const present = participations
      .filter(one => one.organisationId === id && takesPartInCapacity(one))
      .flatMap(one => roundOf.get(one.roundId) ?? [])
      .filter(round => round.status !== 'Settled')
    const its = results.filter(({ organisation: whose }) =>
      id === reader.organisationId ? isOwnOrMerged(reader, whose.id) : whose.id === id,
    )
    const payments = its.map(({ payment }) => payment)
    const proceeds = sumProceeds(its.map(one => one.proceeds))
    const total = (amounts: readonly number[]) =>
      Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100
    return {
      organisation: requireName(organisation, id),
      state: roundPositionSentence(inRounds, utcDayOf(now), {
        ...registering,
        takesPart: present.map(nameOf),
      }),
      offered: sealed(projects, id, 'Offered'),
      bid: sealed(requirements, id, 'Bid'),
      proceeds: proceeds && mapProceedsAmounts(proceeds, pounds => total([pounds])),
      receives: total(payments.filter(payment => payment < 0).map(payment => -payment)),
      pays: total(payments.filter(payment => payment > 0)),
    }
  })
}
