import { type Kysely, sql } from 'kysely'
import { CREDIT_STATUSES, type CreditStatus } from '#domain/credit/credit'
import type { MatchSupply } from '@credit-market/matching/problem/match-problem'
import { unitsOnDate } from '#domain/credit/balance'
import type { Day } from '@credit-market/values/dates'
import type { UnitsResult } from '@credit-market/habitat-metric/factors'
import { calculateSupply } from '@credit-market/habitat-metric/worked-out'
import type { BiodiversitySupplyRule } from '#domain/round/round'
import type { Project } from '#domain/project/project'
import { type Service, supplyOf } from '#domain/project/service'
import { unitsToNumber } from '@credit-market/values/units'
import type { Quantity } from '#contract/kit/balance'
import type { MetricResult } from '#contract/project/metric'
import type { ServiceView } from '#contract/project/project-service'
import type { IdAndName } from '#contract/kit/values'
import type { Database } from '../store/tables/tables.ts'
import { quantitiesOnDay } from './listing/balance.ts'

/** A service, with how its supply counts in the round of its project. */
export interface ServiceInRound extends Service {
  counts: BiodiversitySupplyRule
}

/** Services of some projects, in the order in which they were added. */
export const readServices = async (
  db: Kysely<Database>,
  projects: readonly Pick<Project, 'id' | 'roundId'>[],
): Promise<ServiceInRound[]> => {
  if (projects.length === 0) return []
  const roundIds = [...new Set(projects.map(({ roundId }) => roundId))]
  const [services, rounds] = await Promise.all([
    db
      .selectFrom('service')
      .selectAll()
      .where('projectId', '=', sql<string>`any(${projects.map(({ id }) => id)})`)
      .orderBy('ordinal')
      .execute(),
    db.selectFrom('round').select(['id', 'biodiversitySupply']).where('id', 'in', roundIds).execute(),
  ])
  const rules = new Map(rounds.map(({ id, biodiversitySupply }) => [id, biodiversitySupply]))
  const counts = new Map(projects.map(({ id, roundId }) => [id, rules.get(roundId)!]))
  return services.map(service => ({ ...service, counts: counts.get(service.projectId)! }))
}

/** The supply of some services: the certified units, or the planned units if none are certified. */
const supplying = (services: readonly ServiceInRound[]): readonly ServiceInRound[] => {
  const certified = services.filter(({ status }) => status === 'Certified')
  return certified.length > 0 ? certified : services.filter(({ status }) => status !== 'NotCertified')
}

/** Units that the services of a project supply on a date and over time, by credit type. */
export const supplyQuantities = (services: readonly ServiceInRound[], on: Day): Quantity[] =>
  quantitiesOnDay(
    supplying(services).flatMap(service =>
      supplyOf(service, service.counts).map(period => ({ creditType: service.type, ...period })),
    ),
    on,
  )

/** Units by period, as in the API. */
export const toUnitsByPeriod = (supply: readonly MatchSupply[]): ServiceView['unitsPerPeriod'] =>
  supply.map(({ start, end, units }) => ({ start, end, units: unitsToNumber(units) }))

/** The furthest status of the credits of a service. */
const furthest = (statuses: readonly CreditStatus[]): CreditStatus =>
  CREDIT_STATUSES.findLast(status => statuses.includes(status)) ?? 'Draft'

const standardOf = ({ standardId: id }: Service, name: string | null | undefined): IdAndName | null =>
  id === null ? null : { id, name: name ?? id }

/** Result of the biodiversity metric, as in the API. */
export const metricResultView = (one: UnitsResult): MetricResult =>
  'refused' in one
    ? { working: null, refused: one.refused }
    : { working: { ...one, units: unitsToNumber(one.units) }, refused: null }

const metricOf = (service: Service): ServiceView['metric'] => {
  const found = service.type === 'Biodiversity' ? calculateSupply(service) : null
  return (
    found && {
      delivered: metricResultView(found.delivered),
      baseline: found.baseline && metricResultView(found.baseline),
    }
  )
}

/** Names of the standards of a project's services, and the furthest status of their credits. */
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

/** Views of a project's services with their supply. */
export const readServiceViews = async (
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
    size: unitsToNumber(service.size),
    sizeUnit: service.sizeUnit,
    strategicSignificance: service.strategicSignificance,
    delivery: service.delivery,
    baselineHabitat: service.baselineHabitat,
    baselineCondition: service.baselineCondition,
    yearsInAdvance: service.yearsInAdvance,
    yearsOfDelay: service.yearsOfDelay,
    metric: metricOf(service),
    mitigationBegins: service.mitigationBegins,
    units: unitsToNumber(unitsOnDate({ unitsPerPeriod: supplyOf(service, service.counts) }, on)),
    baselineUnitsLost: service.baselineUnitsLost === null ? null : unitsToNumber(service.baselineUnitsLost),
    yearsToTargetCondition: service.yearsToTargetCondition,
    standard: standardOf(service, beside.get(service.id)?.standard),
    decision: service.decision,
    unitsPerPeriod: toUnitsByPeriod(supplyOf(service, service.counts)),
  }))
}
