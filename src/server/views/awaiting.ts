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
import type { ParticipationStatus } from '#domain/participation'
import type { Round } from '#domain/round'
import type { ViewContext } from './context.ts'
import { summed } from './lists/summed.ts'
import { namesOf } from './names.ts'
import { PROJECT_STEPS, REQUIREMENT_STEPS } from './steps.ts'

/** A step of the market operator: the statuses in which things wait for it, and how that is told. */
interface Awaited {
  in: readonly string[]
  forWhat: string
}

/** Things wait for a step where their page names it as the next one. */
const awaited = (
  steps: readonly { in: readonly string[]; action: string }[],
  action: string,
  forWhat: string,
): Awaited => ({ in: steps.filter(step => step.action === action).flatMap(step => step.in), forWhat })
const ofProjects = (action: ActionName<'project'>, forWhat: string) => awaited(PROJECT_STEPS, action, forWhat)
const ofRequirements = (action: ActionName<'requirement'>, forWhat: string) =>
  awaited(REQUIREMENT_STEPS, action, forWhat)

const PROJECTS: Record<(typeof AWAITED_OF_PROJECTS)[number], Awaited> = {
  CompleteRegistration: ofProjects('CompleteRegistration', 'for registration to be completed'),
  AddScreeningOutcome: ofProjects('AddScreeningOutcome', 'for screening'),
  SetCertificationDecision: ofProjects('SetCertificationDecision', 'for a certification decision'),
  SetPreMarketReviewOutcome: ofProjects('SetPreMarketReviewOutcome', 'for the pre-market review'),
  Contract: ofProjects('Contract', 'to be contracted'),
  Verify: ofProjects('Verify', 'for verification'),
}
const REQUIREMENTS: Record<(typeof AWAITED_OF_REQUIREMENTS)[number], Awaited> = {
  CompleteRegistration: ofRequirements('CompleteRegistration', 'for registration to be completed'),
  AllocateRights: ofRequirements('AllocateRights', 'for rights to be allocated'),
  IssueCredits: ofRequirements('IssueCredits', 'for credits to be issued'),
}

const PARTICIPATIONS = {
  CompleteRegistration: { in: ['Provisional'], forWhat: 'for registration to be completed' },
} as const satisfies Record<string, { in: readonly ParticipationStatus[]; forWhat: string }>

/** What is listed by the step of the market operator that it waits for, on the pages of the lists. */
export const OPERATOR_STEPS = {
  project: PROJECTS,
  requirement: REQUIREMENTS,
  participation: PARTICIPATIONS,
} as const
type SteppedKind = keyof typeof OPERATOR_STEPS

/** What is listed on the page of its round, part by part. */
const OF_ROUNDS = [
  {
    kind: 'agentAuthority',
    status: 'Pending',
    action: 'SetApproval' satisfies ActionName<'agentAuthority'>,
    called: ['agent authority waits', 'agent authorities wait'],
    forWhat: 'for approval',
    tab: 'agents',
  },
] as const

/** The things in one of these statuses on which an action of the market operator can be done now. */
export const inStatusFor = (
  kind: SteppedKind,
  action: string,
  statuses: readonly string[],
): Expression<SqlBool> => {
  const { during } = findAction(kind, action) ?? {}
  const inStatus = oneOf(sql.ref(`${kind}.status`), statuses)
  return during
    ? sql<SqlBool>`(${inStatus} and ${sql.ref(`${kind}.roundId`)} in (select ${sql.ref('round.id')}
          from ${sql.table('round')} where ${oneOf(sql.ref('round.status'), forOperator(during))}))`
    : inStatus
}

/** Written out, since they are always the same: the database then need not plan for others. */
export const oneOf = (column: Expression<unknown>, words: readonly string[]): Expression<SqlBool> =>
  sql<SqlBool>`${column} = any(array[${sql.join(words.map(word => sql.lit(word)))}]::text[])`

/** The things that wait for one of these steps of the market operator, and on which it can be done now. */
export const awaiting = (kind: SteppedKind, actions: readonly string[]): Expression<SqlBool> => {
  const steps = Object.entries<Awaited>(OPERATOR_STEPS[kind]).filter(([name]) => actions.includes(name))
  return steps.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(
        steps.map(([name, step]) => inStatusFor(kind, name, step.in)),
        sql` or `,
      )})`
}

interface Group {
  kind: (typeof OF_ROUNDS)[number]['kind']
  round: string
  count: number
}

/** How many authorities wait in each round. */
const waitingInRounds = (db: ViewContext['db']): Promise<Group[]> =>
  summed(
    db,
    sql<Group>`${sql.join(
      OF_ROUNDS.map(
        ({
          kind,
          status,
        }) => sql`select ${sql.lit(kind)} as kind, ${sql.ref('roundId')} as round, sum(number) as count
          from ${sql.table(`${kind}Count`)} as ${sql.table(kind)} where status = ${sql.lit(status)}
          group by ${sql.ref('roundId')} having sum(number) > 0`,
      ),
      sql` union all `,
    )}`,
    groups => groups,
  )

interface Step {
  kind: SteppedKind
  action: string
  forWhat: string
}

const STEPS: readonly Step[] = (['participation', 'project', 'requirement'] as const).flatMap(kind =>
  Object.entries<Awaited>(OPERATOR_STEPS[kind]).map(([action, { forWhat }]) => ({
    kind,
    action,
    forWhat,
  })),
)

/** How many participations, projects and requirements wait for each step, by what narrows their lists down to them. */
const waitingForSteps = (db: ViewContext['db']): Promise<number[]> =>
  summed(
    db,
    sql<{ count: number }>`select count from (${sql.join(
      STEPS.map(
        ({ kind, action }, place) => sql`select ${sql.lit(place)} as place, coalesce(sum(number), 0) as count
          from ${sql.table(`${kind}Count`)} as ${sql.table(kind)} where ${awaiting(kind, [action])}`,
      ),
      sql` union all `,
    )}) as step order by place`,
    rows => rows.map(({ count }) => count),
  )

/** What waits for the market operator, step by step: as many as can be taken now, and where they are worked through. */
export const waitingForOperator = async (reader: Actor, context: ViewContext): Promise<NextThing[]> => {
  const { db, read, now } = context
  const groups = await waitingInRounds(db)
  const roundById = new Map<string, Round>(
    (await read.list('round', { id: [...new Set(groups.map(({ round }) => round))] })).map(one => [
      one.id,
      one,
    ]),
  )
  const market = await namesOf(
    db,
    'market',
    [...roundById.values()].map(one => one.marketId),
  )
  const ofRounds = OF_ROUNDS.flatMap(({ kind, status, action, called, forWhat, tab }) =>
    groups
      .filter(group => group.kind === kind)
      .flatMap(({ round: roundId, count }): NextThing[] => {
        const round = roundById.get(roundId)
        const found = findAction(kind, action)
        const one = { id: '', version: 0, status, roundId }
        if (!round || !found || available(found, reader, one, { round, today: dayOf(now) }) !== true)
          return []
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
  const counts = await waitingForSteps(db)
  const listed = STEPS.flatMap(({ kind, action, forWhat }, place): NextThing[] => {
    const count = counts[place] ?? 0
    if (count === 0) return []
    const [one, many] = nounOf(kind)?.called ?? ['', '']
    return [
      {
        text: `${count === 1 ? `1 ${one} waits` : `${count} ${many} wait`} ${forWhat}`,
        detail: null,
        link: withWords('/queue', { act: `${kind}.${action}` }),
        action,
        on: { kind, id: null },
        count,
      },
    ]
  })
  return [...ofRounds, ...listed]
}
