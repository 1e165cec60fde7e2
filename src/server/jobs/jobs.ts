import { addLogPartitions } from '../log/add-log-parts.ts'
import { issueMissingCertificates } from './certify-what-is-left.ts'
import { checkStoredCounts } from '../counts/check-counts.ts'
import { checkCertifiedLand } from './check-land.ts'
import { deleteOldMailboxEmails } from './empty-mailbox.ts'
import { endItemsOfSettledRounds } from './end-what-is-left.ts'
import { deleteExpiredRows } from './forget-expired.ts'
import {
  sendBidsClosingReminders,
  sendComplianceReminders,
  sendOverdueComplianceReminders,
  sendRedemptionReminders,
  sendRegistrationReminders,
} from '../notifications/remind.ts'
import { sendDigests } from '../notifications/send-digests.ts'
import { sendCheckReminders } from '../notifications/remind-checks.ts'
import { retireEndedCredits } from './retire-ended.ts'
import { endPastRectifications } from './end-rectifications.ts'
import { endTimesToCure } from './end-times-to-cure.ts'
import { endOpenProposals } from './lapse-proposals.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'
import { chargeLateInterest } from './charge-interest.ts'
import { chasePayments } from './chase-payments.ts'
import { issueDueInvoices } from './issue-due-invoices.ts'
import { settleAllDeposits } from './settle-deposits.ts'
import { deleteUnfiledUploads } from './sweep-uploads.ts'
import { sendKeyExpiryReminders } from '../notifications/remind-keys.ts'
import { integrityCheckJob } from '../verify/verify-market.ts'

/** All scheduled jobs, in the order in which they run. */
export const ALL_JOBS: readonly ScheduledJob[] = [
  endOpenProposals,
  endItemsOfSettledRounds,
  retireEndedCredits,
  endPastRectifications,
  endTimesToCure,
  issueMissingCertificates,
  issueDueInvoices,
  settleAllDeposits,
  chasePayments,
  chargeLateInterest,
  sendRegistrationReminders,
  sendRedemptionReminders,
  sendComplianceReminders,
  sendOverdueComplianceReminders,
  sendBidsClosingReminders,
  sendDigests,
  sendKeyExpiryReminders,
  sendCheckReminders,
  deleteUnfiledUploads,
  deleteExpiredRows,
  checkStoredCounts,
  checkCertifiedLand,
  deleteOldMailboxEmails,
  addLogPartitions,
  integrityCheckJob,
]
