import { CREDIT_STATUS_LABELS } from '#domain/credit'
import type { StatusOf } from '#domain/entities'
import { PROJECT_STATUS_LABELS } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS } from '#domain/requirement'
import { ROUND_STATUS_LABELS } from '#domain/round'
import type { SystemMail, SystemTask } from '#contract/system'

/** What a status says at a glance: nothing done yet, in progress, waiting for somebody, gone well, gone wrong. */
export type Tone = 'quiet' | 'info' | 'warn' | 'good' | 'bad'

/** The statuses that are shown, by kind. */
interface Statuses {
  round: StatusOf<'round'>
  project: StatusOf<'project'>
  requirement: StatusOf<'requirement'>
  participation: StatusOf<'participation'>
  agentAuthority: StatusOf<'agentAuthority'>
  service: StatusOf<'service'>
  credit: StatusOf<'credit'>
  task: SystemTask['state']
  access: 'Active' | 'Waiting' | 'ReplacePassword' | 'Disabled'
  letter: SystemMail['state']
}

export type StatusKind = keyof Statuses
export type Status<K extends StatusKind> = Statuses[K]

const TONES: { [K in StatusKind]: Record<Status<K>, Tone> } = {
  round: {
    Draft: 'quiet',
    Open: 'info',
    Closed: 'quiet',
    OpenForBidsAndOffers: 'info',
    ClosedForBidsAndOffers: 'quiet',
    Pending: 'warn',
    Matching: 'info',
    Matched: 'good',
    Failed: 'bad',
    Rejected: 'bad',
    Settled: 'good',
  },
  project: {
    Draft: 'quiet',
    Provisional: 'info',
    Registered: 'info',
    Screened: 'info',
    FailedScreening: 'bad',
    PendingScreening: 'warn',
    Certified: 'good',
    NotCertified: 'bad',
    ApprovedRound: 'good',
    FailedRound: 'bad',
    PendingRound: 'warn',
    Offered: 'info',
    Matched: 'good',
    Unmatched: 'quiet',
    Contracted: 'good',
    Verified: 'good',
    FailedVerification: 'bad',
    Monitoring: 'good',
  },
  requirement: {
    Draft: 'quiet',
    Provisional: 'info',
    Registered: 'info',
    Bid: 'info',
    RightsCreated: 'good',
    RightsAllocated: 'good',
    CreditsIssued: 'good',
    CreditsRedeemed: 'good',
    Retired: 'quiet',
    Unmatched: 'quiet',
  },
  participation: { Interested: 'info', Provisional: 'info', Registered: 'good', Withdrawn: 'quiet' },
  agentAuthority: { Pending: 'warn', Approved: 'good', Rejected: 'bad' },
  service: { Draft: 'quiet', PendingCertification: 'warn', Certified: 'good', NotCertified: 'bad' },
  credit: {
    Draft: 'quiet',
    None: 'quiet',
    Bid: 'info',
    Unused: 'quiet',
    RightsCreated: 'good',
    RightsAllocated: 'good',
    Issued: 'good',
    Redeemed: 'good',
    Retired: 'quiet',
  },
  task: { queued: 'info', running: 'info', done: 'good', failed: 'bad', cancelled: 'warn' },
  access: { Active: 'good', Waiting: 'warn', ReplacePassword: 'warn', Disabled: 'bad' },
  letter: { queued: 'info', sent: 'good', failed: 'bad' },
}

const LABELS: { [K in StatusKind]: Record<Status<K>, string> } = {
  round: ROUND_STATUS_LABELS,
  project: PROJECT_STATUS_LABELS,
  requirement: REQUIREMENT_STATUS_LABELS,
  participation: {
    Interested: 'Interested',
    Provisional: 'Provisional',
    Registered: 'Registered',
    Withdrawn: 'Withdrawn',
  },
  agentAuthority: { Pending: 'Pending', Approved: 'Approved', Rejected: 'Rejected' },
  service: {
    Draft: 'Draft',
    PendingCertification: 'Pending certification',
    Certified: 'Certified',
    NotCertified: 'Not certified',
  },
  credit: CREDIT_STATUS_LABELS,
  task: { queued: 'Queued', running: 'Running', done: 'Done', failed: 'Failed', cancelled: 'Cancelled' },
  access: {
    Active: 'Active',
    Waiting: 'Waits to be admitted',
    ReplacePassword: 'Must replace the password',
    Disabled: 'Disabled',
  },
  letter: { queued: 'Queued', sent: 'Sent', failed: 'Failed' },
}

/** The tone of a status; a registered project or requirement is in progress, a registered participant has arrived. */
export const toneOf = <K extends StatusKind>(kind: K, status: Status<K>): Tone => TONES[kind][status]

/** A status in the reader's words. */
export const statusLabel = <K extends StatusKind>(kind: K, status: Status<K>): string => LABELS[kind][status]
