import { type Expression, sql, type SqlBool } from 'kysely'
import { type ActionName, findAction } from '#actions/index'
import { available, forOperator } from '#actions/kit/available'
import { withWords } from '#contract/endpoint'
import { nounOf } from '#contract/nouns'
import type { AWAITED_OF_PROJECTS, AWAITED_OF_REQUIREMENTS } from '#contract/awaited'
import type { NextThing } from '#contract/resource'
import { round as roundNoun } from '#contract/round'
import type { Actor } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { StatusOf } from '#domain/entities'
import type { Round } from '#domain/round'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'
import { namesOf } from './names.ts'

/** A step of the market operator: the statuses in which things wait for it, and how that is told. */
interface Awaited<K extends 'project' | 'requirement' | 'participation' | 'agentAuthority'> {
  in: readonly StatusOf<K>[]
  forWhat: string
}

const PROJECTS: Record<(typeof AWAITED_OF_PROJECTS)[number] & ActionName<'project'>, Awaited<'project'>> = {
  CompleteRegistration: { in: ['Provisional'], forWhat: 'for registration to be completed' },
  AddScreeningOutcome: { in: ['Registered', 'PendingScreening'], forWhat: 'for screening' },
  SetCertificationDecision: { in: ['Screened'], forWhat: 'for a certification decision' },
  SetPreMarketReviewOutcome: { in: ['Certified', 'PendingRound'], forWhat: 'for the pre-market review' },
  Contract: { in: ['Matched'], forWhat: 'to be contracted' },
  Verify: { in: ['Contracted'], forWhat: 'for verification' },
}

const REQUIREMENTS: Record<
  (typeof AWAITED_OF_REQUIREMENTS)[number] & ActionName<'requirement'>,
  Awaited<'requirement'>
> = {
  CompleteRegistration: { in: ['Provisional'], forWhat: 'for registration to be completed' },
  AllocateRights: { in: ['RightsCreated'], forWhat: 'for rights to be allocated' },
  IssueCredits: { in: ['RightsAllocated'], forWhat: 'for credits to be issued' },
}

/** What is listed by the step of the market operator that it waits for, on the pages of the lists. */
export const OPERATOR_STEPS = { project: PROJECTS, requirement: REQUIREMENTS } as const
type ListedKind = keyof typeof OPERATOR_STEPS

const PAGES = { project: '/projects', requirement: '/credit-requirements' } as const

/** What is listed on the page of its round, part by part. */
const OF_ROUNDS = [
  {
    kind: 'participation',
    status: 'Provisional',
    action: 'CompleteRegistration' satisfies ActionName<'participation'>,
    called: ['participant waits', 'participants wait'],
    forWhat: 'to be registered',
    tab: 'participants',
  },
  {
    kind: 'agentAuthority',
    status: 'Pending',
    action: 'SetApproval' satisfies ActionName<'agentAuthority'>,
    called: ['agent authority waits', 'agent authorities wait'],
    forWhat: 'for approval',
    tab: 'agents',
  },
] as const

/** The things that wait for one of these steps of the market operator, and on which it can be done now. */
export const awaiting = (kind: ListedKind, actions: readonly string[]): Expression<SqlBool> => {
  const steps = Object.entries<Awaited<ListedKind>>(OPERATOR_STEPS[kind]).filter(([name]) =>
    actions.includes(name),
  )
  const ofStep = ([name, step]: (typeof steps)[number]) => {
    const { during } = findAction(kind, name) ?? {}
    const inStatus = sql<SqlBool>`${sql.ref(`${kind}.status`)} = any(${step.in}::text[])`
    return during
      ? sql<SqlBool>`(${inStatus} and ${sql.ref(`${kind}.roundId`)} in (select ${sql.ref('round.id')}
          from ${sql.table('round')} where ${sql.ref('round.status')} = any(${forOperator(during)}::text[])))`
      : inStatus
  }
  return steps.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(steps.map(ofStep), sql` or `)})`
}

interface Group {
  kind: 'project' | 'requirement' | 'participation' | 'agentAuthority'
  status: string
  round: string
  count: number
}

/** How many things there are of each status in each round. Reckoned anew only when the market has changed. */
const groupsOf = (db: ViewContext['db']): Promise<Group[]> =>
  summed(
    db,
    sql<Group>`${sql.join(
      (['project', 'requirement', 'participation', 'agentAuthority'] as const).map(
        kind => sql`select ${sql.lit(kind)} as kind, status, ${sql.ref('roundId')} as round, count(*) as count
          from ${sql.table(kind)} group by status, ${sql.ref('roundId')}`,
      ),
      sql` union all `,
    )}`,
    groups => groups,
  )

const sumOf = (groups: readonly Group[]): number => groups.reduce((sum, { count }) => sum + count, 0)

/** What waits for the market operator, step by step: as many as can be taken now, and where they are listed. */
export const waitingForOperator = async (reader: Actor, context: ViewContext): Promise<NextThing[]> => {
  const { db, read, now } = context
  const groups = await groupsOf(db)
  const roundById = new Map<string, Round>(
    (await read.list('round', { id: [...new Set(groups.map(({ round }) => round))] })).map(one => [
      one.id,
      one,
    ]),
  )
  const open = (kind: Group['kind'], name: string, statuses: readonly string[]): Group[] => {
    const action = findAction(kind, name)
    return groups.filter(group => {
      const round = roundById.get(group.round)
      const one = { id: '', version: 0, status: group.status, roundId: group.round }
      const isIt = action && group.kind === kind && statuses.includes(group.status)
      return isIt && available(action, reader, one, { round, today: dayOf(now) }) === true
    })
  }
  const market = await namesOf(
    db,
    'market',
    [...roundById.values()].map(one => one.marketId),
  )
  const ofRounds = OF_ROUNDS.flatMap(({ kind, status, action, called, forWhat, tab }) =>
    open(kind, action, [status]).flatMap(({ round: roundId, count }): NextThing[] => {
      const round = roundById.get(roundId)
      if (!round) return []
      const waits = count === 1 ? `1 ${called[0]}` : `${count} ${called[1]}`
      return [
        {
          text: `${market(round.marketId)?.name}, ${round.name}: ${waits} ${forWhat}`,
          detail: null,
          link: withWords(roundNoun.page(round), { tab, status }),
          action,
          on: { kind, id: null },
          count,
        },
      ]
    }),
  )
  const listed = (['project', 'requirement'] as const).flatMap(kind =>
    Object.entries<Awaited<ListedKind>>(OPERATOR_STEPS[kind]).flatMap(([action, step]): NextThing[] => {
      const count = sumOf(open(kind, action, step.in))
      if (count === 0) return []
      const [one, many] = nounOf(kind)?.called ?? ['', '']
      return [
        {
          text: `${count === 1 ? `1 ${one} waits` : `${count} ${many} wait`} ${step.forWhat}`,
          detail: null,
          link: withWords(PAGES[kind], { awaiting: action }),
          action,
          on: { kind, id: null },
          count,
        },
      ]
    }),
  )
  return [...ofRounds, ...listed]
}
