import type { CreditType } from './credit-type.ts'
import { addYears, type Day } from './dates.ts'
import type { BroadHabitat, Condition, Distinctiveness, Module } from './habitat.ts'
import type { MatchSupply } from './match-problem.ts'
import type { Duration } from './project.ts'
import { yearsOf } from './project.ts'
import type { Stored } from './subject.ts'
import type { Units } from './units.ts'

export const CERTIFICATION_STATUSES = ['Draft', 'PendingCertification', 'Certified', 'NotCertified'] as const
export type CertificationStatus = (typeof CERTIFICATION_STATUSES)[number]

export const CERTIFICATION_DECISIONS = ['Yes', 'NoStandardCannotBeApplied', 'NoSupplierRetaining'] as const
export type CertificationDecision = (typeof CERTIFICATION_DECISIONS)[number]

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

/**
 * The units a service supplies, period by period (market rules 2.2). Nutrients: the supplied units from the day mitigation
 * begins, for ever or for the fixed term. Biodiversity: gains so far less the baseline lost, never below 0, the last for ever.
 */
export const supplyOf = (service: Service): MatchSupply[] => {
  const begins = service.mitigationBegins
  if (service.type !== 'Biodiversity') {
    const years = yearsOf(service.duration)
    return [{ start: begins, end: years === null ? null : addYears(begins, years), units: service.units ?? 0 }]
  }
  const lost = service.baselineUnitsLost ?? 0
  let gained = 0
  return service.gainsPerYear.map((gain, year) => {
    gained += gain
    const isLast = year === service.gainsPerYear.length - 1
    return {
      start: addYears(begins, year),
      end: isLast ? null : addYears(begins, year + 1),
      units: Math.max(0, gained - lost),
    }
  })
}

/** The most units a service ever supplies at one time. */
export const fullSupplyOf = (service: Service): Units => Math.max(0, ...supplyOf(service).map(period => period.units))
