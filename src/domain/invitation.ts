import type { Instant } from './dates.ts'
import type { Stored } from './subject.ts'

/** Somebody is asked to join an organisation. The link that was mailed works once, and for a day. */
export interface Invitation extends Stored {
  organisationId: string
  email: string
  invitedBy: string
  invitedAt: Instant
  completedAt: Instant | null
}

/** For how many hours the link of an invitation works. */
export const INVITATION_HOURS = 24
