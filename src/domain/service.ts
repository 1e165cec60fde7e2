import { CREDIT_TYPE_LABELS, type CreditType } from './credit-type.ts'
import { addYears, type Day } from './dates.ts'
import {
  BROAD_HABITAT_LABELS,
  type BroadHabitat,
  type Condition,
  type Distinctiveness,
  type Module,
} from './habitat.ts'
import type { Significance } from './metric/significance.ts'
import type { Delivery } from './metric/delivery.ts'
import type { MatchSupply } from './match-problem.ts'
import { DURATION_LABELS, hasPassedScreening, yearsOf, type Duration, type ProjectStatus } from './project.ts'
import type { BiodiversitySupply } from './round.ts'
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
  strategicSignificance: Significance | null
  /** How the habitat comes about; created where nothing is said. */
  delivery: Delivery | null
  /** What was there before, of the habitats of the statutory metric. */
  baselineHabitat: string | null
  baselineCondition: Condition | null
  /** Years by which it is begun before the loss, or after it. */
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

type Gains = Pick<Service, 'gainsPerYear' | 'baselineUnitsLost'>

/** The net units reached in each year from delivery on: what has been gained by then less the baseline lost, never below 0. */
const reachedPerYear = ({ gainsPerYear, baselineUnitsLost }: Gains): Units[] => {
  let gained = 0
  return gainsPerYear.map(gain => {
    gained += gain
    return Math.max(0, gained - (baselineUnitsLost ?? 0))
  })
}

/** A period for each year in which what is reached changes; before anything is reached there is none. */
const suppliedAsGained = (service: Service, start: Day, end: Day | null): MatchSupply[] => {
  const changes = reachedPerYear(service)
    .map((units, year) => ({ start: addYears(start, year), units }))
    .filter(({ units }, at, all) => units !== (all[at - 1]?.units ?? 0))
    .filter(period => end === null || period.start < end)
  return changes.map((period, at) => ({ ...period, end: changes[at + 1]?.start ?? end }))
}

/**
 * The units a service supplies, from the day mitigation begins: for ever, or for its fixed term (market rules 2.2).
 * Biodiversity counts as its round says: in full from then on, since the metric has already discounted the years to
 * target (decision 0017), or year by year as it is gained (decision 0049).
 */
export const supplyOf = (service: Service, counts: BiodiversitySupply): MatchSupply[] => {
  const start = service.mitigationBegins
  const years = yearsOf(service.duration)
  const end = years === null ? null : addYears(start, years)
  if (service.type !== 'Biodiversity') return [{ start, end, units: service.units ?? 0 }]
  return counts === 'asGained'
    ? suppliedAsGained(service, start, end)
    : [{ start, end, units: reachedPerYear(service).at(-1) ?? 0 }]
}
