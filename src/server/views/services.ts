import { type Kysely, sql } from 'kysely'
import { CREDIT_STATUSES, type CreditStatus } from '#domain/credit'
import type { MatchSupply } from '#domain/match-problem'
import { unitsOn } from '#domain/balance'
import type { Day } from '#domain/dates'
import type { Worked } from '#domain/metric/factors'
import { workedSupply } from '#domain/metric/worked-out'
import type { BiodiversitySupply } from '#domain/round'
import { type Service, supplyOf } from '#domain/service'
import { quantityOf } from '#domain/units'
import type { Quantity } from '#contract/balance'
import type { WorkedView } from '#contract/metric'
import type { ServiceView } from '#contract/project-service'
import type { Named } from '#contract/values'
import type { Database } from '../store/tables.ts'
import { quantitiesIn } from './balance.ts'

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

/** What is supplied of some services: what is certified, or planned while nothing is. */
const supplying = (services: readonly ServiceInRound[]): readonly ServiceInRound[] => {
  const certified = services.filter(({ status }) => status === 'Certified')
  return certified.length > 0 ? certified : services.filter(({ status }) => status !== 'NotCertified')
}

/** What the services of a project supply on a day and over time, by credit type. */
export const quantitiesOf = (services: readonly ServiceInRound[], on: Day): Quantity[] =>
  quantitiesIn(
    supplying(services).flatMap(service =>
      supplyOf(service, service.counts).map(period => ({ creditType: service.type, ...period })),
    ),
    on,
  )

/** Units period by period, as they go over the wire. */
export const periodsOf = (supply: readonly MatchSupply[]): ServiceView['unitsPerPeriod'] =>
  supply.map(({ start, end, units }) => ({ start, end, units: quantityOf(units) }))

/** How far the credits of a service have come. */
const furthest = (statuses: readonly CreditStatus[]): CreditStatus =>
  CREDIT_STATUSES.findLast(status => statuses.includes(status)) ?? 'Draft'

const standardOf = ({ standardId: id }: Service, name: string | null | undefined): Named | null =>
  id === null ? null : { id, name: name ?? id }

/** What the metric gives, as it goes over the wire. */
export const workedView = (one: Worked): WorkedView =>
  'refused' in one
    ? { working: null, refused: one.refused }
    : { working: { ...one, units: quantityOf(one.units) }, refused: null }

const metricOf = (service: Service): ServiceView['metric'] => {
  const found = service.type === 'Biodiversity' ? workedSupply(service) : null
  return (
    found && {
      delivered: workedView(found.delivered),
      baseline: found.baseline && workedView(found.baseline),
    }
  )
}

/** The standards of a project's services, by name, and how far their credits have come. */
const besideServices = async (db: Kysely<Database>, projectId: string) => {
  const rows = await db
    .selectFrom('service')
    .leftJoin('standard', 'standard.id', 'service.standardId')
    .select(['service.id', 'standard.name as standard'])
    .select(
      sql<CreditStatus[]>`array(select distinct status from credit where credit.service_id = service.id)`.as(
        'statuses',
      ),
    )
    .where('service.projectId', '=', projectId)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** What a project supplies, service by service. */
export const serviceViews = async (
  db: Kysely<Database>,
  { id }: { id: string },
  its: Promise<readonly ServiceInRound[]>,
  on: Day,
): Promise<ServiceView[]> => {
  const [services, beside] = await Promise.all([its, besideServices(db, id)])
  return services.map(service => ({
    id: service.id,
    creditType: service.type,
    status: service.status,
    creditStatus: furthest(beside.get(service.id)?.statuses ?? []),
    duration: service.duration,
    module: service.module,
    broadHabitat: service.broadHabitat,
    habitatType: service.habitatType,
    distinctiveness: service.distinctiveness,
    condition: service.condition,
    size: quantityOf(service.size),
    sizeUnit: service.sizeUnit,
    strategicSignificance: service.strategicSignificance,
    delivery: service.delivery,
    baselineHabitat: service.baselineHabitat,
    baselineCondition: service.baselineCondition,
    yearsInAdvance: service.yearsInAdvance,
    yearsOfDelay: service.yearsOfDelay,
    metric: metricOf(service),
    mitigationBegins: service.mitigationBegins,
    units: quantityOf(unitsOn({ unitsPerPeriod: supplyOf(service, service.counts) }, on)),
    baselineUnitsLost: service.baselineUnitsLost === null ? null : quantityOf(service.baselineUnitsLost),
    yearsToTargetCondition: service.yearsToTargetCondition,
    standard: standardOf(service, beside.get(service.id)?.standard),
    decision: service.decision,
    unitsPerPeriod: periodsOf(supplyOf(service, service.counts)),
  }))
}
