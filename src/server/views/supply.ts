import type { SupplyItem } from '#contract/requirement'
import { sql } from 'kysely'
import type { Actor } from '#domain/actor'
import { unitsOn } from '#domain/balance'
import type { Day } from '#domain/dates'
import type { MatchRequirement, MatchSupply } from '#domain/match-problem'
import type { Project } from '#domain/project'
import { needOf, type Requirement } from '#domain/requirement'
import { type Service, supplyOf } from '#domain/service'
import { quantityOf } from '#domain/units'
import type { DatedListOf } from '#contract/resource'
import { eligible } from '#matching/model/eligible'
import type { ViewContext } from './context.ts'
import { periodsOf, servicesOf } from './services.ts'
import { mayKnowName } from '#contract/read-access'

/** The statuses of projects whose certified services may yet enter a match. */
const COMING = ['Certified', 'PendingRound', 'ApprovedRound', 'Offered'] as const

/** The certified supply of the round that is compatible with a requirement. */
const candidatesFor = async (
  requirement: Requirement,
  reader: Actor,
  { db, on }: ViewContext,
): Promise<SupplyItem[]> => {
  const asked = askedBy(requirement)
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('roundId', '=', requirement.roundId)
    .where('status', '=', sql<'Offered'>`any(${[...COMING]})`)
    .orderBy('ordinal')
    .execute()
  const services = await servicesOf(
    db,
    projects.map(project => project.id),
  )
  return projects.flatMap(project =>
    services
      .filter(service => service.projectId === project.id && service.status === 'Certified')
      .filter(
        service =>
          asked &&
          eligible(
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
  units: quantityOf(unitsOn({ unitsPerPeriod }, on)),
  unitsPerPeriod: periodsOf(unitsPerPeriod),
})

/** The credits that settlement made for a requirement, each as what it is of its service. */
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

/** What supplies a requirement once its round is settled, and before that what could; never an amount of money. */
export const supplyFor = async (
  requirement: Requirement,
  reader: Actor,
  context: ViewContext,
): Promise<DatedListOf<SupplyItem>> => {
  const round = await context.read.one('round', requirement.roundId)
  const find = round?.status === 'Settled' ? suppliersOf : candidatesFor
  const items = await find(requirement, reader, context)
  return { items, total: items.length, next: null, actions: [], on: context.on }
}

// Compatibility asks neither for the bid nor for the time, so those of a draft need not be there yet.
const askedBy = (requirement: Requirement): MatchRequirement | null => {
  const need = needOf(requirement)
  return (
    need && {
      ...need,
      id: requirement.id,
      name: requirement.name,
      buyerId: requirement.buyerId,
      kind: requirement.type,
      bid: 0,
      bidOngoingOnly: null,
      redemptionDate: requirement.redemptionDate ?? '9999-12-31',
      bidAt: '',
      ncaId: requirement.ncaId,
      lpaId: requirement.lpaId,
      subcatchmentId: requirement.subcatchmentId,
    }
  )
}
