import type { SupplyItem } from '#contract/requirement'
import { sql } from 'kysely'
import type { Actor } from '#domain/actor'
import type { MatchRequirement } from '#domain/match-problem'
import { needOf, type Requirement } from '#domain/requirement'
import { fullSupplyOf, supplyOf } from '#domain/service'
import { quantityOf } from '#domain/units'
import type { ListOf } from '#contract/resource'
import { eligible } from '#matching/model/eligible'
import type { ViewContext } from './context.ts'
import { periodsOf, servicesOf } from './services.ts'
import { mayRead } from '#contract/read-access'

/** The statuses of projects whose certified services may yet enter a match. */
const COMING = ['Certified', 'PendingRound', 'ApprovedRound', 'Offered'] as const

/** The certified supply of the round that is compatible with a requirement; never an amount of money. */
export const supplyFor = async (
  requirement: Requirement,
  reader: Actor,
  { db }: ViewContext,
): Promise<ListOf<SupplyItem>> => {
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
  const items = projects.flatMap(project =>
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
      .map(service => ({
        id: service.id,
        project: mayRead('project', project, reader) ? { id: project.id, name: project.name } : null,
        creditType: service.type,
        module: service.module,
        broadHabitat: service.broadHabitat,
        habitatType: service.habitatType,
        distinctiveness: service.distinctiveness,
        duration: service.duration,
        units: quantityOf(fullSupplyOf(service, service.counts)),
        unitsPerPeriod: periodsOf(supplyOf(service, service.counts)),
      })),
  )
  return { items, total: items.length, next: null, actions: [] }
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
