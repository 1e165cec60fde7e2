import type { SupplyItem } from '#contract/requirement/requirement'
import { sql } from 'kysely'
import type { Actor } from '#domain/people/actor'
import { unitsOnDate } from '#domain/credit/balance'
import type { Day } from '@credit-market/values/dates'
import type { MatchSupply } from '@credit-market/matching/problem/match-problem'
import type { Project } from '#domain/project/project'
import { matchNeedOf } from '#domain/project/match-need'
import type { Requirement } from '#domain/project/requirement'
import { type Service, supplyOf } from '#domain/project/service'
import { unitsToNumber } from '@credit-market/values/units'
import type { DatedListPage } from '#contract/kit/resource'
import { checkServiceEligibility } from '@credit-market/matching/model/eligible'
import type { ViewContext } from './kit/context.ts'
import { toUnitsByPeriod, readServices } from './services.ts'
import { mayKnowName } from '#contract/nouns/read-access'

/** Statuses of projects whose certified services can still enter a match. */
const COMING = ['Certified', 'PendingRound', 'ApprovedRound', 'Offered'] as const

/** Certified supply of the round that is compatible with a requirement. */
const candidatesFor = async (
  requirement: Requirement,
  reader: Actor,
  { db, on }: ViewContext,
): Promise<SupplyItem[]> => {
  const asked = matchNeedOf(requirement)
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('roundId', '=', requirement.roundId)
    .where('status', '=', sql<'Offered'>`any(${[...COMING]})`)
    .orderBy('ordinal')
    .execute()
  const services = await readServices(db, projects)
  return projects.flatMap(project =>
    services
      .filter(service => service.projectId === project.id && service.status === 'Certified')
      .filter(
        service =>
          asked &&
          checkServiceEligibility(
            asked,
            { ...service, creditType: service.type, supply: supplyOf(service, service.counts) },
            project,
          ) === true,
      )
      .map(service => itemOf(service, project, supplyOf(service, service.counts), reader, on)),
  )
}

const itemOf = (
  service: Service,
  project: Project,
  unitsPerPeriod: readonly MatchSupply[],
  reader: Actor,
  on: Day,
): SupplyItem => ({
  id: service.id,
  project: mayKnowName(project, reader) ? { id: project.id, name: project.name } : null,
  creditType: service.type,
  module: service.module,
  broadHabitat: service.broadHabitat,
  habitatType: service.habitatType,
  distinctiveness: service.distinctiveness,
  duration: service.duration,
  units: unitsToNumber(unitsOnDate({ unitsPerPeriod }, on)),
  unitsPerPeriod: toUnitsByPeriod(unitsPerPeriod),
})

/** Credits that settlement created for a requirement, each with its service. */
const suppliersOf = async (
  { id }: Requirement,
  reader: Actor,
  { db, read, on }: ViewContext,
): Promise<SupplyItem[]> => {
  const credits = await db
    .selectFrom('credit')
    .selectAll()
    .where('requirementId', '=', id)
    .orderBy('ordinal')
    .execute()
  const services = await read.list('service', { id: credits.map(({ serviceId }) => serviceId) })
  const projects = await read.list('project', { id: credits.map(({ projectId }) => projectId) })
  return credits.flatMap(({ serviceId, projectId, unitsPerPeriod }) => {
    const service = services.find(one => one.id === serviceId)
    const project = projects.find(one => one.id === projectId)
    return service && project ? [itemOf(service, project, unitsPerPeriod, reader, on)] : []
  })
}

/**
 * Suppliers of a requirement: actual ones once its round is settled, possible ones before; never an amount of money.
 */
export const listSuppliersOfRequirement = async (
  requirement: Requirement,
  reader: Actor,
  context: ViewContext,
): Promise<DatedListPage<SupplyItem>> => {
  const round = await context.read.one('round', requirement.roundId)
  const find = round?.status === 'Settled' ? suppliersOf : candidatesFor
  const items = await find(requirement, reader, context)
  return { items, total: items.length, next: null, actions: [], on: context.on }
}
