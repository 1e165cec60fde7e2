import type { CreditType } from './credit-type.ts'
import { isNutrient } from './credit-type.ts'
import type { Day, Instant } from './dates.ts'
import type { Pence } from './money.ts'
import type { PlacePrecision } from './place/precision.ts'
import type { Stored } from './subject.ts'

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

/** The statuses of projects whose credits have been sold: those of the registry. */
export const SOLD_PROJECTS = [
  'Matched',
  'Contracted',
  'Verified',
  'FailedVerification',
  'Monitoring',
] as const

/** From Draft to Offered: not yet matched. */
export const UNMATCHED_PROJECT = PROJECT_STATUSES.slice(0, PROJECT_STATUSES.indexOf('Matched'))

export const DURATIONS = ['Permanent', 'OneYear', 'TwoYears', 'ThreeYears', 'FourYears', 'FiveYears'] as const
export type Duration = (typeof DURATIONS)[number]
export const FIXED_DURATIONS = DURATIONS.slice(1)
export const DURATION_LABELS: Record<Duration, string> = {
  Permanent: 'Permanent',
  OneYear: '1 year',
  TwoYears: '2 years',
  ThreeYears: '3 years',
  FourYears: '4 years',
  FiveYears: '5 years',
}

/** Whole years of a fixed term; null when permanent. */
export const yearsOf = (duration: Duration): number | null => DURATIONS.indexOf(duration) || null

/** What the market operator adds to the supplier's offer: totals over the project's life. */
export interface Costs {
  maintenance: Pence
  marketOperator: Pence
  complianceMonitoring: Pence
  performanceMonitoring: Pence
}

/** The four costs together, in what they are given in: pence inside, pounds off the wire. */
export const totalCosts = ({
  maintenance,
  marketOperator,
  complianceMonitoring,
  performanceMonitoring,
}: Costs): number => maintenance + marketOperator + complianceMonitoring + performanceMonitoring

/** Recipients of the money that a project receives. The three parts add up to it: pence in the server, pounds in the interface. */
export interface Proceeds {
  /** The offer, maintenance and the share of the surplus. */
  supplier: number
  marketOperator: number
  /** Checks of performance and of compliance. */
  monitoring: number
}

/** Splits what a project receives: the costs of the market operator and of monitoring pass through the supplier. */
export const proceedsOf = (
  received: Pence,
  { marketOperator, complianceMonitoring, performanceMonitoring }: Costs,
): Proceeds => {
  const monitoring = complianceMonitoring + performanceMonitoring
  return { supplier: received - marketOperator - monitoring, marketOperator, monitoring }
}

/** Changes each part alike, as from pence to pounds. */
export const mapProceeds = (
  { supplier, marketOperator, monitoring }: Proceeds,
  of: (amount: number) => number,
): Proceeds => ({
  supplier: of(supplier),
  marketOperator: of(marketOperator),
  monitoring: of(monitoring),
})

/** Adds up the proceeds of several projects; null where there are none. */
export const totalProceeds = (several: readonly (Proceeds | null)[]): Proceeds | null =>
  several.reduce(
    (sum, one) =>
      sum && one
        ? {
            supplier: sum.supplier + one.supplier,
            marketOperator: sum.marketOperator + one.marketOperator,
            monitoring: sum.monitoring + one.monitoring,
          }
        : (sum ?? one),
    null,
  )

/** What a supplier registers: a nature-based project that yields credits. */
export interface Project extends Stored {
  roundId: string
  supplierId: string
  agentId: string | null
  name: string
  typeId: string | null
  status: ProjectStatus
  isFixedTerm: boolean
  mitigationDurations: Duration[]
  /** Longstop delivery start date. */
  start: Day | null
  creditTypes: CreditType[]
  ncaId: string | null
  lpaId: string | null
  subcatchmentId: string | null
  gridReference: string | null
  /** WGS84, in degrees: of the middle of the square that the grid reference names, or as typed. */
  latitude: number | null
  longitude: number | null
  /** How precisely others are told where it is. */
  placePrecision: PlacePrecision
  threeWords: string | null
  nearAddress: string | null
  /** Its number in the register of biodiversity gain sites. */
  gainSiteRef: string | null
  /** Of the covenant or the planning obligation that secures the land. */
  obligationRef: string | null
  /** By which the agreement is known under which it is delivered, where that is kept elsewhere. */
  agreementRef: string | null
  screeningComment: string | null
  certification: Certification | null
  reviewReason: string | null
  costs: Costs | null
  offer: Pence | null
  offeredAt: Instant | null
  /** Since when the round is open again: until it is confirmed or changed, the offer does not count. */
  toConfirmSince: Instant | null
  groupId: string | null
  /** Re-registered from an earlier round without changes, so that certificates may be kept. */
  unchangedSinceRoundId: string | null
  /** How far it had come when it ended with its round before it was offered. */
  endedAs: ProjectStatus | null
}

/** The statement with which the operator's assessor and reviewer certify services. */
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

/** Does the project hold a passed screening, so that its services may go on to certification? */
export const hasPassedScreening = (status: ProjectStatus): boolean =>
  status === 'Screened' || status === 'Certified' || status === 'NotCertified'

/** The parts of a location that its credit types make necessary (specification, section 5). */
export const missingPlace = (
  place: { ncaId: string | null; subcatchmentId: string | null },
  creditTypes: readonly CreditType[],
): string[] => [
  ...(creditTypes.includes('Biodiversity') && !place.ncaId ? ['No national character area is given'] : []),
  ...(creditTypes.some(isNutrient) && !place.subcatchmentId ? ['No subcatchment is given'] : []),
]

/** Is the project under contract: once it is, it stays so through delivery? */
export const isContracted = (status: ProjectStatus): boolean =>
  status === 'Contracted' || status === 'FailedVerification' || isDelivering(status)

/** Has delivery been verified, so that credits may be issued? */
export const isDelivering = (status: ProjectStatus): boolean =>
  status === 'Verified' || status === 'Monitoring'
