import { CREDIT_TYPE_LABELS, type CreditType } from './credit-type.ts'
import { addYears, type Day } from './dates.ts'
import {
  BROAD_HABITAT_LABELS,
  type BroadHabitat,
  type Condition,
  type Distinctiveness,
  type Module,
} from './habitat.ts'
import type { MatchSupply } from './match-problem.ts'
import { DURATION_LABELS, hasPassedScreening, yearsOf, type Duration, type ProjectStatus } from './project.ts'
import type { Stored } from './subject.ts'
import { showUnits, type Units } from './units.ts'

export const CERTIFICATION_STATUSES = ['Draft', 'PendingCertification', 'Certified', 'NotCertified'] as const
export type CertificationStatus = (typeof CERTIFICATION_STATUSES)[number]

export const CERTIFICATION_DECISIONS = ['Yes', 'NoStandardCannotBeApplied', 'NoSupplierRetaining'] as const
export type CertificationDecision = (typeof CERTIFICATION_DECISIONS)[number]
export const CERTIFICATION_DECISION_LABELS: Record<CertificationDecision, string> = {
  Yes: 'Yes',
  NoStandardCannotBeApplied: 'No, the standard cannot be applied',
  NoSupplierRetaining: 'No, the supplier retains it',
}

/** What a project supplies: biodiversity units of one habitat, or nutrient credits. */
export interface Service extends Stored {
  projectId: string
  type: CreditType
  status: CertificationStatus
  duration: Duration
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  condition: Condition | null
  /** Ten-thousandths of a hectare or kilometre. */
  size: Units
  sizeUnit: 'Ha' | 'Km'
  strategicSignificance: string | null
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

/** Has everything been said of this service that certification needs? */
export const isComplete = (service: Pick<Service, 'type' | 'units' | 'gainsPerYear'>): boolean =>
  service.type === 'Biodiversity' ? service.gainsPerYear.length > 0 : service.units !== null

/** The status of a service once it has been added or edited: what was decided before no longer counts (market rules 1.3). */
export const statusAfterEdit = (
  service: Pick<Service, 'status' | 'type' | 'units' | 'gainsPerYear'>,
  projectStatus: ProjectStatus,
): CertificationStatus =>
  service.status !== 'Draft' || (isComplete(service) && hasPassedScreening(projectStatus))
    ? 'PendingCertification'
    : 'Draft'

/** How lists of a project's services name one of them. */
export const serviceName = ({ type, broadHabitat, duration, size, sizeUnit }: Service): string =>
  [
    CREDIT_TYPE_LABELS[type],
    type === 'Biodiversity' ? BROAD_HABITAT_LABELS[broadHabitat] : DURATION_LABELS[duration],
    `${showUnits(size)} ${sizeUnit.toLowerCase()}`,
  ].join(', ')

/** The net units of a biodiversity service: the gains of all years less the baseline lost, never below 0. */
const netGain = (service: Pick<Service, 'gainsPerYear' | 'baselineUnitsLost'>): Units =>
  Math.max(0, service.gainsPerYear.reduce((sum, gain) => sum + gain, 0) - (service.baselineUnitsLost ?? 0))

/**
 * The units a service supplies, from the day mitigation begins: for ever, or for its fixed term (market rules 2.2).
 * Biodiversity counts in full from then on: the metric has already discounted the years to target (decision 0017).
 */
export const supplyOf = (service: Service): MatchSupply[] => {
  const start = service.mitigationBegins
  const years = yearsOf(service.duration)
  const units = service.type === 'Biodiversity' ? netGain(service) : (service.units ?? 0)
  return [{ start, end: years === null ? null : addYears(start, years), units }]
}

/** The most units a service ever supplies at one time. */
export const fullSupplyOf = (service: Service): Units =>
  Math.max(0, ...supplyOf(service).map(period => period.units))
