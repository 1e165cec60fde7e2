import { type Kysely, sql } from 'kysely'
import { type Actor, isOperator } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { Participation } from '#domain/participation'
import type { Round } from '#domain/round'
import type { NextThing } from '#contract/resource'
import type { HomeView } from '#contract/home'
import { availableOn } from '../runner/available.ts'
import type { Database } from '../store/tables.ts'
import { authorityRows } from './authority.ts'
import type { ViewContext } from './context.ts'
import { namesOf } from './names.ts'
import { withMissing } from './missing.ts'
import { nextForProject, nextForRequirement, nextForRound } from './next.ts'
import { participationRows } from './participation.ts'
import { roundRows } from './round.ts'
import { servicesOf } from './services.ts'
import { visibleTo } from './visible.ts'

const MOST_ROUNDS = 12
const MOST_THINGS = 12
const MOST_ITEMS = 100

/** What a signed-in person sees first: what to do next, and where. */
export const homeView = async (reader: Actor, context: ViewContext): Promise<HomeView> => {
  const { db } = context
  const rounds = await db
    .selectFrom('round')
    .selectAll()
    .where(visibleTo('round', reader))
    .orderBy(sql`status = 'Settled'`)
    .orderBy('ordinal', 'desc')
    .limit(MOST_ROUNDS)
    .execute()
  const { organisationId } = reader
  const organisation = organisationId
    ? await db
        .selectFrom('organisation')
        .select(['id', 'name', 'type'])
        .where('id', '=', organisationId)
        .executeTakeFirst()
    : undefined
  const participations = organisationId
    ? await db
        .selectFrom('participation')
        .selectAll()
        .where('organisationId', '=', organisationId)
        .orderBy('ordinal', 'desc')
        .execute()
    : []
  const clients = organisationId
    ? await db
        .selectFrom('agentAuthority')
        .selectAll()
        .where('agentId', '=', organisationId)
        .orderBy('ordinal', 'desc')
        .execute()
    : []
  const next = isOperator(reader)
    ? [...(await roundsNext(rounds, reader, context)), ...(await waitingForOperator(db))]
    : [
        ...(await itemsNext(rounds, reader, context)),
        ...(await roundsNext(rounds, reader, context, participations)),
      ]
  return {
    greeting: `Welcome, ${reader.name}`,
    organisation: organisation ?? null,
    next: next.slice(0, MOST_THINGS),
    rounds: await roundRows(db, rounds, reader),
    participations: await participationRows(db, participations),
    clients: await authorityRows(db, clients),
  }
}

const called = (name: string, { text, ...thing }: NextThing): NextThing => ({
  ...thing,
  text: `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
})

const roundsNext = async (
  rounds: readonly Round[],
  reader: Actor,
  context: ViewContext,
  own: readonly Participation[] = [],
): Promise<NextThing[]> => {
  const { db, now } = context
  const market = await namesOf(
    db,
    'market',
    rounds.map(round => round.marketId),
  )
  const first = await Promise.all(
    rounds.map(async round => {
      const offered = availableOn('round', round, reader, { round, today: dayOf(now) })
      const things = nextForRound(round, offered, reader, own).slice(0, 1)
      const known = await withMissing(things, { kind: 'round', subject: round }, reader, context)
      // Rounds of different markets often bear the same name.
      return known.map(thing => called(`${market(round.marketId)?.name}, ${round.name}`, thing))
    }),
  )
  return first.flat()
}

/** What is to be done on the projects and requirements of one's own and of one's clients. */
const itemsNext = async (
  rounds: readonly Round[],
  reader: Actor,
  context: ViewContext,
): Promise<NextThing[]> => {
  if (reader.lpaId !== null) return []
  const { db, now } = context
  const today = dayOf(now)
  const roundById = new Map(rounds.map(round => [round.id, round]))
  const inRounds = sql<string>`any(${[...roundById.keys()]})`
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('roundId', '=', inRounds)
    .where(visibleTo('project', reader))
    .orderBy('ordinal')
    .limit(MOST_ITEMS)
    .execute()
  const services = await servicesOf(
    db,
    projects.map(project => project.id),
  )
  const requirements = await db
    .selectFrom('requirement')
    .selectAll()
    .where('roundId', '=', inRounds)
    .where(visibleTo('requirement', reader))
    .orderBy('ordinal')
    .limit(MOST_ITEMS)
    .execute()
  const ofProjects = projects.map(async project => {
    const round = roundById.get(project.roundId)
    const actions = availableOn('project', project, reader, { round, today })
    const its = services.filter(service => service.projectId === project.id)
    const things = toDo(nextForProject(project, its, round, actions, reader), project.name)
    return withMissing(things, { kind: 'project', subject: project }, reader, context)
  })
  const ofRequirements = requirements.map(async requirement => {
    const round = roundById.get(requirement.roundId)
    const actions = availableOn('requirement', requirement, reader, { round, today })
    const things = toDo(nextForRequirement(requirement, round, actions, reader), requirement.name)
    return withMissing(things, { kind: 'requirement', subject: requirement }, reader, context)
  })
  const things = (await Promise.all([...ofProjects, ...ofRequirements])).flat()
  // What came to nothing may rest; its own page says what it would need to try again.
  return things.filter(({ action, missing }) => action !== 'Reregister' || missing === undefined)
}

const toDo = (things: readonly NextThing[], name: string): NextThing[] =>
  things.filter(thing => thing.action !== null).map(thing => called(name, thing))

interface Waiting {
  table: 'project' | 'requirement' | 'participation' | 'agentAuthority'
  status: string
  one: string
  many: string
  link: string
}

/** What waits for the operator, by status. */
const WAITING: readonly Waiting[] = [
  waiting('participation', 'Provisional', 'participant', 'to be registered', '/participants'),
  waiting('agentAuthority', 'Pending', 'agent authority', 'for approval', '/agencies', 'agent authorities'),
  waiting('project', 'Provisional', 'project', 'for registration to be completed'),
  waiting('project', 'Registered', 'project', 'for screening'),
  waiting('project', 'Screened', 'project', 'for a certification decision'),
  waiting('project', 'Certified', 'project', 'for the pre-market review'),
  waiting('requirement', 'Provisional', 'credit requirement', 'for registration to be completed'),
  waiting('project', 'Matched', 'project', 'to be contracted'),
  waiting('project', 'Contracted', 'project', 'for verification'),
  waiting('requirement', 'RightsCreated', 'credit requirement', 'for rights to be allocated'),
  waiting('requirement', 'RightsAllocated', 'credit requirement', 'for credits to be issued'),
]

function waiting(
  table: Waiting['table'],
  status: string,
  thing: string,
  forWhat: string,
  page?: string,
  things = `${thing}s`,
): Waiting {
  const list = table === 'project' ? '/projects' : '/credit-requirements'
  return {
    table,
    status,
    one: `1 ${thing} waits ${forWhat}`,
    many: `${things} wait ${forWhat}`,
    link: page ?? `${list}?status=${status}`,
  }
}

const waitingForOperator = async (db: Kysely<Database>): Promise<NextThing[]> => {
  const things: NextThing[] = []
  for (const table of ['participation', 'agentAuthority', 'project', 'requirement'] as const) {
    const { rows } = await sql<{ status: string; count: number }>`
      select status, count(*) as count from ${sql.table(table)} group by status`.execute(db)
    const counts = new Map(rows.map(row => [row.status, row.count]))
    for (const one of WAITING.filter(waits => waits.table === table)) {
      const count = counts.get(one.status) ?? 0
      if (count > 0)
        things.push({
          text: count === 1 ? one.one : `${count} ${one.many}`,
          detail: null,
          link: one.link,
          action: null,
        })
    }
  }
  return things
}
