import type { Day, Instant } from './dates.ts'
import type { Stored } from './subject.ts'

export const TIES = ['Different', 'CommonControl'] as const
export type Tie = (typeof TIES)[number]

/** What has been said of two organisations: that they are different though they look alike, or are under common control. */
export interface OrganisationTie extends Stored {
  tie: Tie
  organisationId: string
  /** The other organisation; none where it is not, or not certainly, in the market. */
  otherId: string | null
  /** How whoever said it named the other organisation. */
  otherName: string
  /** Common control: from this day, and until that one. */
  since: Day | null
  until: Day | null
  note: string
  saidBy: string
  saidAt: Instant
}
