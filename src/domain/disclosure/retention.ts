import { addMinutes, type Instant } from '@credit-market/values/dates'
import { keysOf } from '../values/narrow.ts'

/** Personal data: content, purpose, retention and legal basis (UK GDPR, Article 6). */
interface Keeping {
  what: string
  whatFor: string
  /** Whole days after `from` until deletion; null for data retained as long as `from` says. */
  days: number | null
  from: string
  basis: 'Contract' | 'Legal obligation' | 'Legitimate interests'
}

const BOOKS = {
  days: null,
  from: 'As long as the books of the market are kept',
  basis: 'Legal obligation',
} as const
const ACCOUNT = { days: null, from: 'As long as the account exists', basis: 'Contract' } as const

/**
 * All personal data: the privacy page shows this table, and data with a number of days are deleted by it. `server/store/lives.ts`
 * names the tables and rows.
 */
export const RETENTION_RULES = {
  account: {
    what: 'Account: name, sign-in name, email address, phone number',
    whatFor: 'To know who acts for an organisation, and to contact them',
    days: null,
    from: 'Until the person asks us to delete it, or the organisation is deleted',
    basis: 'Contract',
  },
  contact: {
    what: 'Contact details of organisations',
    whatFor: 'To contact participants',
    days: null,
    from: 'Until they are changed, or the person asks us to delete them',
    basis: 'Contract',
  },
  credential: {
    what: 'Sign-in credentials: password (as a hash), second factor, passkeys, recovery codes, linked accounts of the organisation',
    whatFor: 'To keep other people out of your account',
    ...ACCOUNT,
  },
  record: {
    what: 'Who did what: activity log, answers to declarations, decisions and their assessors, by the id of the account',
    whatFor: 'To explain every credit, price and decision',
    ...BOOKS,
  },
  words: {
    what: 'Comments, reasons and documents; names in them are deleted at the request of the person',
    whatFor: 'To explain decisions',
    ...BOOKS,
  },
  session: {
    what: 'Sessions: network address, browser, times',
    whatFor: 'To stay signed in, and to see your other sessions',
    days: 0,
    from: 'the session ends',
    basis: 'Contract',
  },
  signInAttempt: {
    what: 'Sign-in attempts: name, network address, time',
    whatFor: 'To detect and slow down password guessing',
    days: 90,
    from: 'the attempt',
    basis: 'Legitimate interests',
  },
  knownDevice: {
    what: 'Browsers in which you have signed in',
    whatFor: 'To let you sign in while someone else is guessing your password',
    days: 180,
    from: 'the last sign-in with the browser',
    basis: 'Legitimate interests',
  },
  passkeyChallenge: {
    what: 'Random codes that your passkey signs',
    whatFor: 'To check your passkey when you sign in',
    days: 0,
    from: 'the challenge expires',
    basis: 'Contract',
  },
  providerSignIn: {
    what: 'Sign-ins that you started with an account from your organisation',
    whatFor: 'To sign in',
    days: 0,
    from: 'the sign-in is completed or expires',
    basis: 'Contract',
  },
  mailedCode: {
    what: 'Codes sent by email: sign-in name, network address',
    whatFor: 'To confirm an address or a new password',
    days: 1,
    from: 'the code expires',
    basis: 'Contract',
  },
  signUp: {
    what: 'Unconfirmed sign-ups',
    whatFor: 'To create the account',
    days: 7,
    from: 'signing up',
    basis: 'Contract',
  },
  unconfirmedEstimate: {
    what: 'Saved estimates whose email address was not confirmed',
    whatFor: 'To confirm the address',
    days: 1,
    from: 'saving the estimate',
    basis: 'Legitimate interests',
  },
  savedEstimate: {
    what: 'Saved estimates: email address, place and amounts',
    whatFor: 'To email you when a round fits, until you end it with the link in each of these emails',
    days: 365,
    from: 'saving the estimate',
    basis: 'Legitimate interests',
  },
  invitation: {
    what: 'Invitations: the email address',
    whatFor: 'To invite colleagues',
    days: 90,
    from: 'the invitation',
    basis: 'Contract',
  },
  letter: {
    what: 'Emails, sent or undeliverable: address and content',
    whatFor: 'To send them, and to prove that they were sent',
    days: 90,
    from: 'the email was written',
    basis: 'Contract',
  },
  letterSent: {
    what: 'Record of an email to an organisation, without its content',
    whatFor: 'To send each reminder only once',
    days: 365,
    from: 'the email was written',
    basis: 'Legitimate interests',
  },
  inboxItem: {
    what: 'Notifications in your inbox, and whether you have read them',
    whatFor: 'To notify you',
    days: 365,
    from: 'the notification',
    basis: 'Contract',
  },
  idempotency: {
    what: 'Answers to API requests',
    whatFor: 'To process a request only once if it is sent twice',
    days: 30,
    from: 'the request',
    basis: 'Contract',
  },
  delivery: {
    what: 'Messages to webhooks of organisations, and the answers',
    whatFor: 'To send them again, and to find out why they failed',
    days: 30,
    from: 'the delivery',
    basis: 'Contract',
  },
  formDraft: {
    what: 'Drafts of forms',
    whatFor: 'To keep what you entered; no one else sees it',
    days: 30,
    from: 'the last change',
    basis: 'Contract',
  },
  upload: {
    what: 'Uploaded files that were not submitted with a form',
    whatFor: 'To attach files to a form',
    days: 1,
    from: 'the upload',
    basis: 'Contract',
  },
  task: {
    what: 'Background tasks that have ended, and who cancelled them',
    whatFor: 'To see the result',
    days: 365,
    from: 'the end of the task',
    basis: 'Legitimate interests',
  },
} as const satisfies Record<string, Keeping>

/** Kinds of data with automatic deletion. */
export type ExpiringDataKind = {
  [K in keyof typeof RETENTION_RULES]: (typeof RETENTION_RULES)[K]['days'] extends number ? K : never
}[keyof typeof RETENTION_RULES]

/** All data that expire. */
export const EXPIRING_DATA_KINDS: readonly ExpiringDataKind[] = keysOf(RETENTION_RULES).filter(
  (kind): kind is ExpiringDataKind => RETENTION_RULES[kind].days !== null,
)

/** Instant before which data of a kind must have ended to be deleted now. */
export const deletionCutoff = (kind: ExpiringDataKind, now: Instant): Instant =>
  addMinutes(now, -RETENTION_RULES[kind].days * MINUTES_OF_DAY)

const MINUTES_OF_DAY = 24 * 60

/** Retention as text. */
export const retentionText = ({ days, from }: Pick<Keeping, 'days' | 'from'>): string => {
  if (days === null) return from
  if (days === 0) return `Until ${from}`
  return `${days === 1 ? 'One day' : `${days} days`} after ${from}`
}
