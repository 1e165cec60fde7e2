import { type Kysely, sql } from 'kysely'
import { CREDIT_STATUSES, type CreditStatus } from '#domain/credit'
import { CREDIT_TYPES } from '#domain/credit-type'
import type { MatchSupply } from '#domain/match-problem'
import type { BiodiversitySupply } from '#domain/round'
import { fullSupplyOf, type Service, supplyOf } from '#domain/service'
import { quantityOf } from '#domain/units'
import type { Quantity, ServiceView } from '#contract/project'
import type { Database } from '../store/tables.ts'
import { namesOf } from './names.ts'

/** A service, with how its supply counts in the round of its project. */
export interface ServiceInRound extends Service {
  counts: BiodiversitySupply
}

/** The services of some projects, in the order in which they were added. */
export const servicesOf = (db: Kysely<Database>, projectIds: readonly string[]): Promise<ServiceInRound[]> =>
  db
    .selectFrom('service')
    .innerJoin('project', 'project.id', 'service.projectId')
    .innerJoin('round', 'round.id', 'project.roundId')
    .selectAll('service')
    .select('round.biodiversitySupply as counts')
    .where('projectId', '=', sql<string>`any(${projectIds})`)
    .orderBy('service.ordinal')
    .execute()

/** The most units that services supply at one time, by credit type. */
export const quantitiesOf = (services: readonly ServiceInRound[]): Quantity[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const units = services.filter(one => one.type === creditType).map(one => fullSupplyOf(one, one.counts))
    return units.length === 0 ? [] : [{ creditType, units: quantityOf(units.reduce((a, b) => a + b, 0)) }]
  })

/** Units period by period, as they go over the wire. */
export const periodsOf = (supply: readonly MatchSupply[]): ServiceView['unitsPerPeriod'] =>
  supply.map(({ start, end, units }) => ({ start, end, units: quantityOf(units) }))

/** How far the credits of a service have come. */
const furthest = (statuses: readonly CreditStatus[]): CreditStatus =>
  CREDIT_STATUSES.findLast(status => statuses.includes(status)) ?? 'Draft'

/** What a project supplies, service by service. */
export const serviceViews = async (
  db: Kysely<Database>,
  services: readonly ServiceInRound[],
): Promise<ServiceView[]> => {
  const standard = await namesOf(
    db,
    'standard',
    services.map(one => one.standardId),
  )
  const credits =
    services.length === 0
      ? []
      : await db
          .selectFrom('credit')
          .select(['serviceId', 'status'])
          .where('serviceId', '=', sql<string>`any(${services.map(one => one.id)})`)
          .execute()
  return services.map(service => ({
    id: service.id,
    creditType: service.type,
    status: service.status,
    creditStatus: furthest(credits.filter(one => one.serviceId === service.id).map(one => one.status)),
    duration: service.duration,
    module: service.module,
    broadHabitat: service.broadHabitat,
    habitatType: service.habitatType,
    distinctiveness: service.distinctiveness,
    condition: service.condition,
    size: quantityOf(service.size),
    sizeUnit: service.sizeUnit,
    strategicSignificance: service.strategicSignificance,
    mitigationBegins: service.mitigationBegins,
    units: quantityOf(fullSupplyOf(service, service.counts)),
    baselineUnitsLost: service.baselineUnitsLost === null ? null : quantityOf(service.baselineUnitsLost),
    yearsToTargetCondition: service.yearsToTargetCondition,
    standard: standard(service.standardId),
    decision: service.decision,
    unitsPerPeriod: periodsOf(supplyOf(service, service.counts)),
  }))
}
