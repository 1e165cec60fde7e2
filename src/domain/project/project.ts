import { type CreditType, isNutrient } from '@credit-market/matching/problem/credit-type'
import type { Day, Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import type { PlacePrecision } from '../place/precision.ts'
import type { StoredRow } from '../values/subject.ts'

export const PROJECT_STATUSES = [
  'Draft',
  'Provisional',
  'Registered',
  'Screened',
  'FailedScreening',
  'PendingScreening',
  'Certified',
  'NotCertified',
  'ApprovedRound',
  'FailedRound',
  'PendingRound',
  'Offered',
  'Matched',
  'Unmatched',
  'Contracted',
  'Verified',
  'FailedVerification',
  'Monitoring',
] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

/** Statuses of projects whose credits have been sold: those of the registry. */
export const SOLD_PROJECT_STATUSES = [
  'Matched',
  'Contracted',
  'Verified',
  'FailedVerification',
  'Monitoring',
] as const

/** Statuses of sold projects whose supplier still has to sign; one that ends in them keeps its place in the register (decision 0200). */
export const UNSIGNED_PROJECT_STATUSES = ['Matched', 'Contracted'] as const

/** Statuses from Draft to Offered: not matched yet. */
export const UNMATCHED_PROJECT_STATUSES = PROJECT_STATUSES.slice(0, PROJECT_STATUSES.indexOf('Matched'))

export const PROJECT_DURATIONS = [
  'Permanent',
  'OneYear',
  'TwoYears',
  'ThreeYears',
  'FourYears',
  'FiveYears',
] as const
export type ProjectDuration = (typeof PROJECT_DURATIONS)[number]
export const FIXED_TERM_DURATIONS = PROJECT_DURATIONS.slice(1)
export const PROJECT_DURATION_LABELS: Record<ProjectDuration, string> = {
  Permanent: 'Permanent',
  OneYear: '1 year',
  TwoYears: '2 years',
  ThreeYears: '3 years',
  FourYears: '4 years',
  FiveYears: '5 years',
}

/** Whole years of a fixed term; null when permanent. */
export const yearsOfDuration = (duration: ProjectDuration): number | null =>
  PROJECT_DURATIONS.indexOf(duration) || null

/** Costs that the market operator adds to the supplier's offer: totals over the project's life. */
export interface ProjectCosts {
  maintenance: Pence
  marketOperator: Pence
  complianceMonitoring: Pence
  performanceMonitoring: Pence
}

/** Recipients of the money that a project receives. The three parts add up to it: pence in the server, pounds in the interface. */
export interface ProjectProceeds {
  /** Offer, maintenance and share of the surplus. */
  supplier: number
  /** Part of the supplier’s that is held for maintenance, and paid later. */
  maintenance: number
  marketOperator: number
  /** Checks of performance and of compliance. */
  monitoring: number
}

/** Splits the payment to a project: the costs of the market operator and of monitoring pass through the supplier. */
export const splitProjectProceeds = (
  received: Pence,
  { maintenance, marketOperator, complianceMonitoring, performanceMonitoring }: ProjectCosts,
): ProjectProceeds => {
  const monitoring = complianceMonitoring + performanceMonitoring
  return { supplier: received - marketOperator - monitoring, maintenance, marketOperator, monitoring }
}

/** Applies a function to each part, for example from pence to pounds. */
export const mapProceedsAmounts = (
  { supplier, maintenance, marketOperator, monitoring }: ProjectProceeds,
  of: (amount: number) => number,
): ProjectProceeds => ({
  supplier: of(supplier),
  maintenance: of(maintenance),
  marketOperator: of(marketOperator),
  monitoring: of(monitoring),
})

/** Sum of the proceeds of several projects; null if there are none. */
export const sumProceeds = (several: readonly (ProjectProceeds | null)[]): ProjectProceeds | null =>
  several.reduce(
    (sum, one) =>
      sum && one
        ? {
            supplier: sum.supplier + one.supplier,
            maintenance: sum.maintenance + one.maintenance,
            marketOperator: sum.marketOperator + one.marketOperator,
            monitoring: sum.monitoring + one.monitoring,
          }
        : (sum ?? one),
    null,
  )

/** A nature-based project that a supplier registers and that yields credits. */
export interface Project extends StoredRow {
  roundId: string
  supplierId: string
  agentId: string | null
  name: string
  typeId: string | null
  status: ProjectStatus
  isFixedTerm: boolean
  mitigationDurations: ProjectDuration[]
  /** Longstop delivery start date. */
  start: Day | null
  creditTypes: CreditType[]
  ncaId: string | null
  lpaId: string | null
  subcatchmentId: string | null
  gridReference: string | null
  /** WGS84, in degrees: as typed, or the middle of the square of the grid reference. */
  latitude: number | null
  longitude: number | null
  /** Precision with which other people see the place. */
  placePrecision: PlacePrecision
  threeWords: string | null
  nearAddress: string | null
  /** Number in the register of biodiversity gain sites. */
  gainSiteRef: string | null
  /** Reference of the covenant or planning obligation that secures the land. */
  obligationRef: string | null
  /** Reference of the agreement for its delivery, if the agreement is stored elsewhere. */
  agreementRef: string | null
  screeningComment: string | null
  certification: Certification | null
  reviewReason: string | null
  costs: ProjectCosts | null
  offer: Pence | null
  offeredAt: Instant | null
  /** Time since which the round is open again: the offer does not count until it is confirmed or changed. */
  toConfirmSince: Instant | null
  groupId: string | null
  /** Re-registered from an earlier round without changes, so that certificates may stay. */
  unchangedSinceRoundId: string | null
  /** Status in which it ended with its round before it was offered, or because no one signed. */
  endedAs: ProjectStatus | null
}

/** Statement with which the operator's assessor and reviewer certify services. */
export interface Certification {
  assessedByName: string
  assessedByOrg: string
  assessedByPosition: string
  assessedByDate: Day
  reviewedByName: string
  reviewedByOrg: string
  reviewedByPosition: string
  reviewedByDate: Day
}

/** Says whether the project passed screening, so that its services can be certified. */
export const hasPassedScreening = (status: ProjectStatus): boolean =>
  status === 'Screened' || status === 'Certified' || status === 'NotCertified'

/** Missing parts of a location that its credit types require (specification, section 5). */
export const findMissingLocationParts = (
  place: { ncaId: string | null; subcatchmentId: string | null },
  creditTypes: readonly CreditType[],
): string[] => [
  ...(creditTypes.includes('Biodiversity') && !place.ncaId ? ['No national character area is given'] : []),
  ...(creditTypes.some(isNutrient) && !place.subcatchmentId ? ['No subcatchment is given'] : []),
]

/** Says whether the project is under contract; it stays so through delivery. */
export const isContracted = (status: ProjectStatus): boolean =>
  status === 'Contracted' || status === 'FailedVerification' || isDeliveryVerified(status)

/** Says whether delivery has been verified, so that credits may be issued. */
export const isDeliveryVerified = (status: ProjectStatus): boolean =>
  status === 'Verified' || status === 'Monitoring'

/** Columns of a project without an offer. */
export const NO_OFFER = { offer: null, offeredAt: null, toConfirmSince: null } as const
