import { sql } from 'kysely'
import { statusLabel } from '#contract/nouns'
import type { HomeView, Standing } from '#contract/home'
import type { NextThing } from '#contract/resource'
import { type Actor, isOperator } from '#domain/actor'
import { mayKnow } from '#domain/disclosure'
import { poundsOf, type Pence } from '#domain/money'
import { ROUND_STATUSES, type Round } from '#domain/round'
import { counted } from '#domain/standing'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'
import { roundNames } from './round.ts'

type Db = ViewContext['db']

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** Rounds by how much they press upon the market operator: of those further on others wait for more. */
export const byPress = (rounds: readonly Round[]): Round[] => {
  const rank = ({ status }: Round) => (status === 'Settled' ? -1 : ROUND_STATUSES.indexOf(status))
  return rounds.toSorted((a, b) => rank(b) - rank(a))
}

/** What waits for the market operator, and how far the round is that presses most. */
const ofOperator = async (rounds: readonly Round[], next: readonly NextThing[], db: Db): Promise<string> => {
  const waiting = next.reduce((sum, { count = 1 }) => sum + count, 0)
  const waits =
    waiting === 0 ? 'Nothing waits for you' : `${counted(waiting, 'thing waits', 'things wait')} for you`
  const live = byPress(rounds.filter(({ status }) => status !== 'Settled'))
  const [first] = live
  if (!first)
    return rounds.length === 0
      ? 'No market round has been set up yet.'
      : `${waits}; no market round is under way.`
  const [name] = await roundNames(db, [first])
  const more =
    live.length === 1
      ? ''
      : `, and ${small(counted(live.length - 1, 'more round is', 'more rounds are'))} under way`
  return `${waits}; ${name?.name}: ${small(statusLabel('round', first.status))}${more}.`
}

const isKnown = (reader: Actor, { id, status }: Round): boolean =>
  status !== 'Settled' && mayKnow('amount', reader, { ownerId: '', roundId: id }, status)

/** What is offered and bid in the round that presses most upon the market operator, once amounts are no longer sealed. */
export const moneyOf = async (
  reader: Actor,
  rounds: readonly Round[],
  { db }: Pick<ViewContext, 'db'>,
): Promise<HomeView['money']> => {
  const round = isOperator(reader) ? byPress(rounds).find(one => isKnown(reader, one)) : undefined
  if (!round) return []
  const [name] = await roundNames(db, [round])
  const sums = await summed(
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

/** What of the installation does not do its work, to who looks after it. */
const ofInstallation = async (db: Db): Promise<string | undefined> => {
  const { count: letters } = await db
    .selectFrom('mailOutbox')
    .select(sql<number>`count(*)`.as('count'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  return letters === 0 ? undefined : `${counted(letters, 'letter')} could not be sent.`
}

/** What lies in the area of a planning authority, and how much of it is not as agreed. */
const ofAuthority = (area: HomeView['area'], { length: failing }: readonly NextThing[]): string => {
  const countOf = (kind: HomeView['area'][number]['of']) =>
    area.filter(one => one.of === kind).reduce((sum, { count }) => sum + count, 0)
  const [projects, requirements] = [countOf('project'), countOf('requirement')]
  if (projects + requirements === 0) return 'Nothing has been registered in your area yet.'
  const lies = `${counted(projects, 'project')} and ${small(counted(requirements, 'credit requirement'))} in your area`
  return failing === 0
    ? `${lies}; nothing waits for you.`
    : `${lies}; ${small(counted(failing, 'project is', 'projects are'))} not compliant.`
}

/** Where the clients of an agent stand, counted: each has a sentence of its own. */
const ofAgent = (standings: readonly Standing[], next: readonly NextThing[]): string => {
  if (standings.length === 0)
    return 'No client yet: a client names you as its agent for a market round, or you add one.'
  const open = next.filter(({ missing }) => missing === undefined).length
  const waits =
    open === 0 ? 'nothing waits for you' : `${small(counted(open, 'thing waits', 'things wait'))} for you`
  return `Acting for ${small(counted(standings.length, 'client'))}; ${waits}.`
}

/** Where a reader stands, in one sentence. */
export const stateOf = async (
  reader: Actor,
  {
    rounds,
    next,
    standings,
    area,
  }: {
    rounds: readonly Round[]
    next: readonly NextThing[]
    standings: readonly Standing[]
    area: HomeView['area']
  },
  { db }: Pick<ViewContext, 'db'>,
): Promise<string> => {
  if (isOperator(reader)) {
    const told = await ofOperator(rounds, next, db)
    const trouble = reader.groups.includes('sysadmin') ? await ofInstallation(db) : undefined
    return trouble ? `${told} ${trouble}` : told
  }
  if (reader.lpaId !== null) return ofAuthority(area, next)
  if (reader.organisationType === 'AGENT') return ofAgent(standings, next)
  return standings[0]?.state ?? 'Your account belongs to no organisation yet, so nothing can be done with it.'
}
