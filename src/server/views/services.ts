import { type Kysely, sql } from 'kysely'
import { CREDIT_STATUSES, type CreditStatus } from '#domain/credit'
import { CREDIT_TYPES } from '#domain/credit-type'
import type { MatchSupply } from '#domain/match-problem'
import type { Project } from '#domain/project'
import { fullSupplyOf, type Service, supplyOf } from '#domain/service'
import { quantityOf } from '#domain/units'
import type { Quantity, ServiceView } from '#domain/wire/project'
import type { Database } from '../store/tables.ts'
import { namesOf } from './names.ts'

/** The services of some projects, in the order in which they were added. */
export const servicesOf = (db: Kysely<Database>, projectIds: readonly string[]): Promise<Service[]> =>
  db
    .selectFrom('service')
    .selectAll()
    .where('projectId', '=', sql<string>`any(${projectIds})`)
    .orderBy('ordinal')
    .execute()

/** The most units that services supply at one time, by credit type. */
export const quantitiesOf = (services: readonly Service[]): Quantity[] =>
  CREDIT_TYPES.flatMap(creditType => {
    const units = services.filter(one => one.type === creditType).map(fullSupplyOf)
    return units.length === 0 ? [] : [{ creditType, units: quantityOf(units.reduce((a, b) => a + b, 0)) }]
  })

/** Units period by period, as they go over the wire. */
export const periodsOf = (supply: readonly MatchSupply[]): ServiceView['unitsPerPeriod'] =>
  supply.map(({ start, end, units }) => ({ start, end, units: quantityOf(units) }))

/** Before settlement a service's credits follow its certification and the offer; afterwards the credits tell themselves. */
const creditStatusOf = (
  service: Service,
  project: Pick<Project, 'status'>,
  settled: readonly CreditStatus[],
): CreditStatus => {
  if (settled.length > 0) return settled.toSorted(byProgress).at(-1) ?? 'None'
  if (service.status !== 'Certified') return 'Draft'
  return project.status === 'Offered' ? 'Bid' : 'None'
}

const byProgress = (a: CreditStatus, b: CreditStatus) =>
  CREDIT_STATUSES.indexOf(a) - CREDIT_STATUSES.indexOf(b)

/** What a project supplies, service by service. */
export const serviceViews = async (
  db: Kysely<Database>,
  project: Pick<Project, 'status'>,
  services: readonly Service[],
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
    creditStatus: creditStatusOf(
      service,
      project,
      credits.filter(one => one.serviceId === service.id).map(one => one.status),
    ),
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
    units: quantityOf(fullSupplyOf(service)),
    baselineUnitsLost: service.baselineUnitsLost === null ? null : quantityOf(service.baselineUnitsLost),
    yearsToTargetCondition: service.yearsToTargetCondition,
    standard: standard(service.standardId),
    decision: service.decision,
    unitsPerPeriod: periodsOf(supplyOf(service)),
  }))
}
