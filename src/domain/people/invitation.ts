import type { Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

/** An invitation to join an organisation. The emailed link works once, and for a day. */
export interface Invitation extends StoredRow {
  organisationId: string
  email: string
  invitedBy: string
  invitedAt: Instant
  completedAt: Instant | null
}

/** Hours for which the link of an invitation works. */
export const INVITATION_HOURS = 24
