import { rowLinks } from '#contract/nouns/nouns'
import type { Kysely } from 'kysely'
import { readRoundOfItem } from '#actions/fields/areas'
import { readParticipation } from '#actions/common/registration'
import { utcDayOf } from '@credit-market/values/dates'
import { type Actor, isAnonymous } from '#domain/people/actor'
import type { Day } from '@credit-market/values/dates'
import { mayReadFigure } from '#domain/disclosure/disclosure'
import { poundsOf } from '@credit-market/values/money'
import type { ProjectCosts, Project } from '#domain/project/project'
import type { IdAndName } from '#contract/kit/values'
import type { GroupOfItem } from '#contract/kit/group-of-item'
import { PROJECT_COLUMNS } from '#contract/columns/project'
import type { CostsView, ProjectRow, ProjectView } from '#contract/project/project'
import type { Database } from '../store/tables/tables.ts'
import {
  readEarlierResults,
  poundsOrNull,
  readDisclosedPayments,
  proceedsView,
  disclosedAmount,
} from './kit/amounts.ts'
import { readProjectMonitoring } from '../checks/checks.ts'
import { namesReferencedByRows, storedColumnsWithUse, pickColumnValues } from './kit/columns.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { readNextComplianceAction } from './history.ts'
import { readStateInRound } from './in-its-round.ts'
import { requireName, readNamesByKind, readNamesOfKind, readRoundsWithMarkets } from './kit/names.ts'
import { nextStepForProject } from '../next/next.ts'
import { selectExactLocation, readLocationDetails } from '../place/place.ts'
import { readSiteView } from '../sites/site.ts'
import { supplyQuantities, type ServiceInRound, readServiceViews, readServices } from './services.ts'

/** Columns of a project that a row of the list needs. */
export const LISTED_PROJECT_COLUMNS = [
  'id',
  'name',
  'roundId',
  'supplierId',
  'typeId',
  'status',
  'offer',
  'groupId',
  ...storedColumnsWithUse(PROJECT_COLUMNS, 'row'),
] as const satisfies readonly (keyof Project)[]
const rowNames = namesReferencedByRows(PROJECT_COLUMNS)
const rowValues = pickColumnValues(PROJECT_COLUMNS, 'row')
const viewValues = pickColumnValues(PROJECT_COLUMNS, 'view')
type Listed = Pick<Project, (typeof LISTED_PROJECT_COLUMNS)[number]>

/** Rows of a list of projects, each offer as far as this reader may know it. */
export const projectRows = async (
  db: Kysely<Database>,
  projects: readonly Listed[],
  reader: Actor,
  on: Day,
  theirServices = readServices(db, projects),
): Promise<ProjectRow[]> => {
  const ids = <C extends keyof Listed>(column: C) => projects.map(project => project[column])
  const rounds = readRoundsWithMarkets(db, ids('roundId'))
  const [round, names, all, nextCompliance, paymentOf] = await Promise.all([
    rounds,
    readNamesByKind(db, {
      supplier: ['organisation', ids('supplierId')],
      type: ['projectType', ids('typeId')],
      ...rowNames.wanted(projects),
      group: ['projectGroup', ids('groupId'), reader],
    }),
    theirServices,
    // Skips queries whose result is not public.
    readNextComplianceAction(db, isAnonymous(reader) ? [] : ids('id')),
    rounds.then(known => readDisclosedPayments(db, ids('roundId').map(known), reader)),
  ])
  const { supplier, type, group } = names
  const services = new Map<string, ServiceInRound[]>()
  for (const service of all)
    services.set(service.projectId, [...(services.get(service.projectId) ?? []), service])
  return projects.map(project => {
    const its = round(project.roundId)
    const offer = disclosedAmount(reader, ownerOfOffer(project), project.offer, its.status)
    const paid = paymentOf(project)
    return {
      id: project.id,
      links: rowLinks('project', project.id),
      name: project.name,
      round: its,
      supplier: requireName(supplier, project.supplierId),
      type: type(project.typeId),
      status: project.status,
      ...rowNames.found(names, project),
      credits: supplyQuantities(services.get(project.id) ?? [], on),
      offer: offer.amount,
      offerIsSealed: offer.isSealed,
      // Money received is a negative payment.
      receives: paid && poundsOf(-paid.payment),
      proceeds: proceedsView(paid && paid.proceeds),
      receivesPerUnit: paid && poundsOrNull(paid.perUnit),
      ...(paid && { won: paid.won }),
      group: group(project.groupId),
      ...rowValues(project),
      nextCompliance: nextCompliance(project.id),
    }
  })
}

const ownerOfOffer = ({ supplierId: ownerId, roundId }: Listed) => ({ ownerId, roundId })

/** View of one project for this reader. */
export const projectView = async (
  project: Project,
  reader: Actor,
  context: ViewContext,
): Promise<ProjectView> => {
  const { db, on, read } = context
  const { id } = project
  const known = Promise.all([readRoundOfItem(read, project), read.list('service', { projectId: id })]).then(
    ([{ biodiversitySupply: counts }, all]) => all.map(service => ({ ...service, counts })),
  )
  const [row, agent, services, site, earlierResults, { round, resource, ...inRound }] = await Promise.all([
    projectRows(db, [project], reader, on, known).then(async ([one]) => ({
      ...one!,
      group: await groupOf(db, one!.group),
    })),
    readNamesOfKind(db, 'organisation', [project.agentId]),
    readServiceViews(db, project, known, on),
    known.then(its => readSiteView(db, { projectId: id }, project, its, reader)),
    readEarlierResults(db, reader, { ...ownerOfOffer(project), id }),
    ofItsRound(project, known, reader, context),
  ])
  const judged = await readLocationDetails(db, { ...row, ...project })
  const mayKnowCosts = mayReadFigure('costs', reader, ownerOfOffer(project), round.status)
  return {
    ...row,
    ...resource,
    on,
    agent: agent(project.agentId),
    ...viewValues(project),
    ...selectExactLocation(project),
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

/** State of a project in its current round, with its checks once it is contracted. */
const ofItsRound = async (
  project: Project,
  services: Promise<ServiceInRound[]>,
  reader: Actor,
  context: ViewContext,
) => {
  const { read, now } = context
  const [round, participation, its] = await Promise.all([
    readRoundOfItem(read, project),
    readParticipation(read, project.supplierId, project.roundId, 'Supplier'),
    services,
  ])
  const resource = commonResourceView('project', project, project.name, reader, { round, now })
  const around = { round, today: utcDayOf(now), participation }
  const steps = nextStepForProject(project, its, around, resource.actions, reader)
  const [monitoring, rest] = await Promise.all([
    round.status === 'Settled'
      ? readProjectMonitoring(project.id, reader, context)
      : { checks: [], evidence: [] },
    readStateInRound({ kind: 'project', subject: project }, around, steps, reader, context),
  ])
  return { round, resource, ...rest, ...monitoring }
}

const costsView = (costs: ProjectCosts): CostsView => ({
  maintenance: poundsOf(costs.maintenance),
  marketOperator: poundsOf(costs.marketOperator),
  complianceMonitoring: poundsOf(costs.complianceMonitoring),
  performanceMonitoring: poundsOf(costs.performanceMonitoring),
})

const groupOf = async (db: Kysely<Database>, name: IdAndName | null): Promise<GroupOfItem | null> => {
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
