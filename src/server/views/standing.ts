import { sql } from 'kysely'
import type { Standing } from '#contract/home'
import type { ResultHead } from '#contract/result'
import { isOwnHistory, type Actor } from '#domain/actor'
import { actedForBy } from '#domain/agency'
import { dayOf, within, type Day } from '#domain/dates'
import { mayKnow } from '#domain/disclosure'
import { poundsOf, type Pence } from '#domain/money'
import { takesPart, type Participation } from '#domain/participation'
import { mapProceeds, totalProceeds } from '#domain/project'
import { windowOf, type Round } from '#domain/round'
import { standingSentence, type ByStatus, type InRound } from '#domain/standing'
import type { ViewContext } from './context.ts'
import { named, namesOf } from './names.ts'
import { roundNames } from './round.ts'
import { visibleTo } from './visible.ts'

interface Group {
  ownerId: string
  roundId: string
  status: string
  count: number
  amount: Pence
}

/** What organisations have, counted and summed up by round and status. */
const groupsOf = async (
  kind: 'project' | 'requirement',
  ids: readonly string[],
  reader: Actor,
  { db }: ViewContext,
): Promise<Group[]> => {
  const [owner, amount] = kind === 'project' ? ['supplierId', 'offer'] : ['buyerId', 'bid']
  const { rows } = await sql<Group>`select ${sql.ref(owner)} as owner_id, round_id, status, count(*) as count,
      coalesce(sum(${sql.ref(amount)}), 0)::bigint as amount
    from ${sql.table(kind)} where ${sql.ref(owner)} = any(${ids}::text[]) and ${visibleTo(kind, reader)}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** In how many rounds somebody could begin to take part on a day; where in none, in which that can be done next. */
const registeringOn = async (
  today: Day,
  { db, read }: Pick<ViewContext, 'db' | 'read'>,
): Promise<{ openRounds: number; opensNext?: { name: string; on: Day } }> => {
  const windows = (await read.list('round', { status: 'Open' })).map(round => ({
    round,
    windows: [windowOf(round, 'suppliers'), windowOf(round, 'buyers')],
  }))
  const openRounds = windows.filter(one => one.windows.some(window => within(today, window))).length
  const [next] = windows
    .flatMap(({ round, windows: its }) =>
      its.flatMap(({ start }) => (start !== null && start > today ? [{ round, on: start }] : [])),
    )
    .toSorted((a, b) => a.on.localeCompare(b.on))
  if (openRounds > 0 || !next) return { openRounds }
  const [name] = await roundNames(db, [next.round])
  return { openRounds, opensNext: { name: name?.name ?? next.round.name, on: next.on } }
}

const byStatus = (groups: readonly Group[], ownerId: string, roundId: string): ByStatus =>
  Object.fromEntries(
    groups
      .filter(group => group.ownerId === ownerId && group.roundId === roundId)
      .map(({ status, count }) => [status, count]),
  )

/** Where the own organisation or each client stands: in a sentence, and in money as far as the reader may know it. */
export const standingsOf = async (
  reader: Actor,
  results: readonly ResultHead[],
  participations: readonly Participation[],
  context: ViewContext,
): Promise<Standing[]> => {
  const { db, read, now } = context
  const ids = actedForBy(reader)
  if (ids.length === 0) return []
  const organisation = await namesOf(db, 'organisation', ids)
  const projects = await groupsOf('project', ids, reader, context)
  const requirements = await groupsOf('requirement', ids, reader, context)
  const rounds = await read.list('round', {
    id: [...new Set([...projects, ...requirements, ...participations].map(({ roundId }) => roundId))],
  })
  const names = await roundNames(db, rounds)
  const registering = await registeringOn(dayOf(now), { db, read })
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
      mayKnow('amount', reader, { ownerId, roundId }, roundOf.get(roundId)?.status ?? 'Draft'),
    )
    return isKnown ? poundsOf(its.reduce((total, { amount }) => total + amount, 0)) : null
  }

  return ids.map(id => {
    const inRounds = rounds.map((round): InRound => ({
      name: nameOf(round),
      status: round.status,
      projectsEnd: round.projectsEnd,
      requirementsEnd: round.requirementsEnd,
      bidsClose: round.bidsClose,
      projects: byStatus(projects, id, round.id),
      requirements: byStatus(requirements, id, round.id),
    }))
    const present = participations
      .filter(one => one.organisationId === id && takesPart(one))
      .flatMap(one => roundOf.get(one.roundId) ?? [])
      .filter(round => round.status !== 'Settled')
    const its = results.filter(({ organisation: whose }) =>
      id === reader.organisationId ? isOwnHistory(reader, whose.id) : whose.id === id,
    )
    const payments = its.map(({ payment }) => payment)
    const proceeds = totalProceeds(its.map(one => one.proceeds))
    const total = (amounts: readonly number[]) =>
      Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100
    return {
      organisation: named(organisation, id),
      state: standingSentence(inRounds, dayOf(now), {
        ...registering,
        takesPart: present.map(nameOf),
      }),
      offered: sealed(projects, id, 'Offered'),
      bid: sealed(requirements, id, 'Bid'),
      proceeds: proceeds && mapProceeds(proceeds, pounds => total([pounds])),
      receives: total(payments.filter(payment => payment < 0).map(payment => -payment)),
      pays: total(payments.filter(payment => payment > 0)),
    }
  })
}
