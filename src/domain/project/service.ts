import { CREDIT_TYPE_LABELS } from '../values/credit-type.ts'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { addYears, type Day } from '@credit-market/values/dates'
import {
  BROAD_HABITAT_LABELS,
  type BroadHabitat,
  type Condition,
  type Distinctiveness,
  type Module,
} from '@credit-market/habitat-metric/habitat'
import type { Significance } from '@credit-market/habitat-metric/significance'
import type { DeliveryMethod } from '@credit-market/habitat-metric/delivery'
import type { MatchSupply } from '@credit-market/matching/problem/match-problem'
import {
  PROJECT_DURATION_LABELS,
  hasPassedScreening,
  yearsOfDuration,
  type ProjectDuration,
  type ProjectStatus,
} from './project.ts'
import type { BiodiversitySupplyRule } from '../round/round.ts'
import type { StoredRow } from '../values/subject.ts'
import { showUnits, type Units } from '@credit-market/values/units'

export const CERTIFICATION_STATUSES = ['Draft', 'PendingCertification', 'Certified', 'NotCertified'] as const
export type CertificationStatus = (typeof CERTIFICATION_STATUSES)[number]

export const CERTIFICATION_DECISIONS = ['Yes', 'NoStandardCannotBeApplied', 'NoSupplierRetaining'] as const
export type CertificationDecision = (typeof CERTIFICATION_DECISIONS)[number]
export const CERTIFICATION_DECISION_LABELS: Record<CertificationDecision, string> = {
  Yes: 'Yes',
  NoStandardCannotBeApplied: 'No, the standard cannot be applied',
  NoSupplierRetaining: 'No, the supplier retains it',
}

/** Supply of a project: biodiversity units of one habitat, or nutrient credits. */
export interface Service extends StoredRow {
  projectId: string
  type: CreditType
  status: CertificationStatus
  duration: ProjectDuration
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  condition: Condition | null
  /** Ten-thousandths of a hectare or kilometre. */
  size: Units
  sizeUnit: 'Ha' | 'Km'
  strategicSignificance: Significance | null
  /** Way in which the habitat is delivered; null means created. */
  delivery: DeliveryMethod | null
  /** Earlier habitat, from the statutory metric. */
  baselineHabitat: string | null
  baselineCondition: Condition | null
  /** Years in advance of the loss, or of delay after it. */
  yearsInAdvance: number | null
  yearsOfDelay: number | null
  mitigationBegins: Day
  creationDate: Day | null
  /** Nutrient credits supplied. */
  units: Units | null
  baselineUnitsLost: Units | null
  yearsToTargetCondition: number | null
  /** Biodiversity units gained in each year from delivery (year 0) to target. */
  gainsPerYear: Units[]
  standardId: string | null
  decision: CertificationDecision | null
}

/** Says whether the service has all answers that certification needs. */
export const isServiceComplete = (service: Pick<Service, 'type' | 'units' | 'gainsPerYear'>): boolean =>
  service.type === 'Biodiversity' ? service.gainsPerYear.length > 0 : service.units !== null

/** Status of a service after it was added or edited: earlier decisions no longer count (market rules 1.3). */
export const serviceStatusAfterEdit = (
  service: Pick<Service, 'status' | 'type' | 'units' | 'gainsPerYear'>,
  projectStatus: ProjectStatus,
): CertificationStatus =>
  service.status !== 'Draft' || (isServiceComplete(service) && hasPassedScreening(projectStatus))
    ? 'PendingCertification'
    : 'Draft'

/** Symbols of the units in which services are measured. */
export const SIZE_UNIT_SYMBOLS: Record<Service['sizeUnit'], string> = { Ha: 'ha', Km: 'km' }

/** Name of a service in lists of a project's services. */
export const serviceName = ({ type, broadHabitat, duration, size, sizeUnit }: Service): string =>
  [
    CREDIT_TYPE_LABELS[type],
    type === 'Biodiversity' ? BROAD_HABITAT_LABELS[broadHabitat] : PROJECT_DURATION_LABELS[duration],
    `${showUnits(size)} ${SIZE_UNIT_SYMBOLS[sizeUnit]}`,
  ].join(', ')

type Gains = Pick<Service, 'gainsPerYear' | 'baselineUnitsLost'>

/** Net units reached in each year from delivery on: gains so far minus the lost baseline, never under 0. */
const reachedPerYear = ({ gainsPerYear, baselineUnitsLost }: Gains): Units[] => {
  let gained = 0
  return gainsPerYear.map(gain => {
    gained += gain
    return Math.max(0, gained - (baselineUnitsLost ?? 0))
  })
}

/** One period for each year in which the net units change; none before the first unit. */
const suppliedAsGained = (service: Service, start: Day, end: Day | null): MatchSupply[] => {
  const changes = reachedPerYear(service)
    .map((units, year) => ({ start: addYears(start, year), units }))
    .filter(({ units }, at, all) => units !== (all[at - 1]?.units ?? 0))
    .filter(period => end === null || period.start < end)
  return changes.map((period, at) => ({ ...period, end: changes[at + 1]?.start ?? end }))
}

/**
 * Supply of a service from the day mitigation begins, permanent or for its fixed term (market rules 2.2). Biodiversity counts as
 * its round says: in full from that day, because the metric has already discounted the years to target (decision 0017), or as
 * gained year by year (decision 0049).
 */
export const supplyOf = (service: Service, counts: BiodiversitySupplyRule): MatchSupply[] => {
  const start = service.mitigationBegins
  const years = yearsOfDuration(service.duration)
  const end = years === null ? null : addYears(start, years)
  if (service.type !== 'Biodiversity') return [{ start, end, units: service.units ?? 0 }]
  return counts === 'asGained'
    ? suppliedAsGained(service, start, end)
    : [{ start, end, units: reachedPerYear(service).at(-1) ?? 0 }]
}
