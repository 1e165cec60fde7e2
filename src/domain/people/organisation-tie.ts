import type { Day, Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

export const ORGANISATION_TIE_KINDS = ['Different', 'CommonControl'] as const
export type OrganisationTieKind = (typeof ORGANISATION_TIE_KINDS)[number]

/** A statement about two organisations: different although similar, or under common control. */
export interface OrganisationTie extends StoredRow {
  tie: OrganisationTieKind
  organisationId: string
  /** The other organisation; null if it is not in the market, or may not be. */
  otherId: string | null
  /** Name of the other organisation as the author wrote it. */
  otherName: string
  /** Period of common control: from this day, and until that one. */
  since: Day | null
  until: Day | null
  note: string
  saidBy: string
  saidAt: Instant
}
