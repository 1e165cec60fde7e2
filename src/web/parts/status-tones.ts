import { CREDIT_STATUS_LABELS } from '#domain/credit'
import { PARTICIPATION_STATUSES } from '#domain/participation'
import { PROJECT_STATUS_LABELS } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS } from '#domain/requirement'
import { ROUND_STATUS_LABELS } from '#domain/round'

/** How a status is to be taken: nothing done yet, under way, waiting for somebody, gone well, gone wrong. */
export type Tone = 'quiet' | 'info' | 'warn' | 'good' | 'bad'

export type StatusKind =
  | 'round'
  | 'project'
  | 'requirement'
  | 'participation'
  | 'agentAuthority'
  | 'service'
  | 'credit'
  | 'task'
  | 'access'
  | 'letter'

const words = (list: string) => list.split(' ')

const GOOD = words(
  'Certified ApprovedRound Matched Contracted Verified Monitoring Settled Registered RightsCreated ' +
    'RightsAllocated CreditsIssued CreditsRedeemed Approved Issued Redeemed Active done sent',
)
const BAD = words(
  'FailedScreening NotCertified FailedRound FailedVerification Failed Rejected Disabled failed',
)
const WARN = words(
  'PendingScreening PendingRound PendingCertification Pending Waiting ReplacePassword cancelled',
)
const INFO = words(
  'Open OpenForBidsAndOffers Matching Offered Bid Provisional Interested Screened running queued',
)

/** The tone of a status; a registered project or requirement is under way, a registered participant has arrived. */
export const toneOf = (kind: StatusKind, status: string): Tone => {
  if (status === 'Registered' && kind !== 'participation') return 'info'
  if (GOOD.includes(status)) return 'good'
  if (BAD.includes(status)) return 'bad'
  if (WARN.includes(status)) return 'warn'
  return INFO.includes(status) ? 'info' : 'quiet'
}

const LABELS: Record<StatusKind, Record<string, string>> = {
  round: ROUND_STATUS_LABELS,
  project: PROJECT_STATUS_LABELS,
  requirement: REQUIREMENT_STATUS_LABELS,
  participation: Object.fromEntries(PARTICIPATION_STATUSES.map(status => [status, status])),
  agentAuthority: {},
  service: { PendingCertification: 'Pending certification', NotCertified: 'Not certified' },
  credit: CREDIT_STATUS_LABELS,
  task: { queued: 'Queued', running: 'Running', done: 'Done', failed: 'Failed', cancelled: 'Cancelled' },
  access: { Waiting: 'Waits to be admitted', ReplacePassword: 'Must replace the password' },
  letter: { queued: 'Queued', sent: 'Sent', failed: 'Failed' },
}

/** A status in the reader's words. */
export const statusLabel = (kind: StatusKind, status: string): string => LABELS[kind][status] ?? status
