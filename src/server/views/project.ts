import { rowLinks } from '#contract/nouns'
import type { Kysely } from 'kysely'
import { roundOf } from '#actions/common/areas'
import { participationOf } from '#actions/common/registration'
import { readingOnce } from '#actions/round/reading-once'
import { dayOf } from '#domain/dates'
import { type Actor, isNobody } from '#domain/actor'
import type { Day } from '#domain/dates'
import { mayKnow } from '#domain/disclosure'
import { poundsOf } from '#domain/money'
import type { Costs, Project } from '#domain/project'
import type { Named } from '#contract/values'
import type { GroupOfItem } from '#contract/group-of-item'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import type { CostsView, ProjectRow, ProjectView } from '#contract/project'
import type { Database } from '../store/tables.ts'
import { earlierResultsOf, inPounds, paymentsOf, proceedsView, sealedFrom } from './amounts.ts'
import { monitoringOf } from './checks.ts'
import { namesOfRows, storedColumns, valuesOf } from './columns.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { nextComplianceOf } from './history.ts'
import { inItsRound } from './in-its-round.ts'
import { named, namesIn, namesOf, roundsOf } from './names.ts'
import { nextForProject } from './next.ts'
import { addressOf, judgedPlace } from './place.ts'
import { siteOf } from './site.ts'
import { quantitiesOf, type ServiceInRound, serviceViews, servicesOf } from './services.ts'

/** The columns of a project that its row in a list is made from. */
export const LISTED = [
  'id',
  'name',
  'roundId',
  'supplierId',
  'typeId',
  'status',
  'offer',
  'groupId',
  ...storedColumns(PROJECT_COLUMNS, 'row'),
] as const satisfies readonly (keyof Project)[]
const rowNames = namesOfRows(PROJECT_COLUMNS)
const rowValues = valuesOf(PROJECT_COLUMNS, 'row')
const viewValues = valuesOf(PROJECT_COLUMNS, 'view')
type Listed = Pick<Project, (typeof LISTED)[number]>

/** Projects as rows of a list, each offer as far as this reader may know it. */
export const projectRows = async (
  db: Kysely<Database>,
  projects: readonly Listed[],
  reader: Actor,
  on: Day,
  theirServices = servicesOf(
    db,
    projects.map(({ id }) => id),
  ),
): Promise<ProjectRow[]> => {
  const ids = <C extends keyof Listed>(column: C) => projects.map(project => project[column])
  const rounds = roundsOf(db, ids('roundId'))
  const [round, names, all, nextCompliance, paymentOf] = await Promise.all([
    rounds,
    namesIn(db, {
      supplier: ['organisation', ids('supplierId')],
      type: ['projectType', ids('typeId')],
      ...rowNames.wanted(projects),
      group: ['projectGroup', ids('groupId'), reader],
    }),
    theirServices,
    // What is not published is not asked for either.
    nextComplianceOf(db, isNobody(reader) ? [] : ids('id')),
    rounds.then(known => paymentsOf(db, ids('roundId').map(known), reader)),
  ])
  const { supplier, type, group } = names
  const services = new Map<string, ServiceInRound[]>()
  for (const service of all)
    services.set(service.projectId, [...(services.get(service.projectId) ?? []), service])
  return projects.map(project => {
    const its = round(project.roundId)
    const offer = sealedFrom(reader, ownerOfOffer(project), project.offer, its.status)
    const paid = paymentOf(project)
    return {
      id: project.id,
      links: rowLinks('project', project.id),
      name: project.name,
      round: its,
      supplier: named(supplier, project.supplierId),
      type: type(project.typeId),
      status: project.status,
      ...rowNames.found(names, project),
      credits: quantitiesOf(services.get(project.id) ?? [], on),
      offer: offer.amount,
      offerIsSealed: offer.isSealed,
      // What is received is a negative payment.
      receives: paid && poundsOf(-paid.payment),
      proceeds: proceedsView(paid && paid.proceeds),
      receivesPerUnit: paid && inPounds(paid.perUnit),
      ...(paid && { won: paid.won }),
      group: group(project.groupId),
      ...rowValues(project),
      nextCompliance: nextCompliance(project.id),
    }
  })
}

const ownerOfOffer = ({ supplierId: ownerId, roundId }: Listed) => ({ ownerId, roundId })

/** One project as this reader may see it. */
export const projectView = async (
  project: Project,
  reader: Actor,
  context: ViewContext,
): Promise<ProjectView> => {
  const { db, on } = context
  const { id } = project
  const read = readingOnce(context.read)
  const known = Promise.all([roundOf(read, project), read.list('service', { projectId: id })]).then(
    ([{ biodiversitySupply: counts }, all]) => all.map(service => ({ ...service, counts })),
  )
  const [row, agent, services, site, earlierResults, { round, resource, ...inRound }] = await Promise.all([
    projectRows(db, [project], reader, on, known).then(async ([one]) => ({
      ...one!,
      group: await groupOf(db, one!.group),
    })),
    namesOf(db, 'organisation', [project.agentId]),
    serviceViews(db, project, known, on),
    known.then(its => siteOf(db, { projectId: id }, project, its, reader)),
    earlierResultsOf(db, reader, { ...ownerOfOffer(project), id }),
    ofItsRound(project, known, reader, { ...context, read }),
  ])
  const judged = await judgedPlace(db, { ...row, ...project })
  const mayKnowCosts = mayKnow('costs', reader, ownerOfOffer(project), round.status)
  return {
    ...row,
    ...resource,
    on,
    agent: agent(project.agentId),
    ...viewValues(project),
    ...addressOf(project),
    ...judged,
    agreementRef: project.agreementRef,
    screeningComment: project.screeningComment,
    reviewReason: project.reviewReason,
    certification: project.certification,
    costs: project.costs && mayKnowCosts ? costsView(project.costs) : null,
    costsAreWithheld: project.costs !== null && !mayKnowCosts,
    offeredAt: row.offer === null ? null : project.offeredAt,
    endedAs: project.endedAs,
    ...site,
    services,
    ...inRound,
    earlierResults,
  }
}

/** What a project is in its round now, with what was checked of it once it is contracted. */
const ofItsRound = async (
  project: Project,
  services: Promise<ServiceInRound[]>,
  reader: Actor,
  context: ViewContext,
) => {
  const { read, now } = context
  const [round, participation, its] = await Promise.all([
    roundOf(read, project),
    participationOf(read, project.supplierId, project.roundId, 'Supplier'),
    services,
  ])
  const resource = resourceOf('project', project, project.name, reader, { round, now })
  const around = { round, today: dayOf(now), participation }
  const steps = nextForProject(project, its, around, resource.actions, reader)
  const [monitoring, rest] = await Promise.all([
    round.status === 'Settled' ? monitoringOf(project.id, reader, context) : { checks: [], evidence: [] },
    inItsRound({ kind: 'project', subject: project }, around, steps, reader, context),
  ])
  return { round, resource, ...rest, ...monitoring }
}

const costsView = (costs: Costs): CostsView => ({
  maintenance: poundsOf(costs.maintenance),
  marketOperator: poundsOf(costs.marketOperator),
  complianceMonitoring: poundsOf(costs.complianceMonitoring),
  performanceMonitoring: poundsOf(costs.performanceMonitoring),
})

const groupOf = async (db: Kysely<Database>, name: Named | null): Promise<GroupOfItem | null> => {
  if (!name) return null
  const [{ type }, members] = await Promise.all([
    db.selectFrom('projectGroup').select('type').where('id', '=', name.id).executeTakeFirstOrThrow(),
    db
      .selectFrom('project')
      .select(['id', 'name'])
      .where('groupId', '=', name.id)
      .orderBy('ordinal')
      .execute(),
  ])
  return { ...name, type, members }
}
