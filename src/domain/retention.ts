import { addMinutes, type Instant } from './dates.ts'
import { keysOf } from './narrow.ts'

/** Something that is kept on people: what, what for, for how long, and what allows it (UK GDPR, Article 6). */
interface Keeping {
  what: string
  whatFor: string
  /** Whole days after `from`, when it is removed by itself; null for what is kept as long as `from` says. */
  days: number | null
  from: string
  basis: 'Contract' | 'Legal obligation' | 'Legitimate interests'
}

const BOOKS = {
  days: null,
  from: 'As long as the books of the market are kept',
  basis: 'Legal obligation',
} as const
const ACCOUNT = { days: null, from: 'As long as the account', basis: 'Contract' } as const

/**
 * Everything that is kept on people, said once: the page about privacy shows it, and what has a number of days is removed
 * by that number. Which rows of which tables that are is said in `server/store/lives.ts`.
 */
export const KEPT = {
  account: {
    what: 'Account: name, sign-in name, e-mail address, phone number',
    whatFor: 'To know who acts for an organisation, and to reach them',
    days: null,
    from: 'Until it is removed at the request of the person, or with the organisation',
    basis: 'Contract',
  },
  contact: {
    what: 'Contact details of organisations',
    whatFor: 'To reach those who take part',
    days: null,
    from: 'Until they are changed, or removed at the request of the person',
    basis: 'Contract',
  },
  credential: {
    what: 'What proves who signs in: password (as a hash), second factor, passkeys, recovery codes, accounts of their organisation that are linked',
    whatFor: 'To let nobody else in',
    ...ACCOUNT,
  },
  record: {
    what: 'Who did what: activity log, declarations answered, decisions and their assessors, by the id of the account',
    whatFor: 'So that every credit, price and decision can be accounted for',
    ...BOOKS,
  },
  words: {
    what: 'Comments, reasons and documents; names in words are removed at the request of the person',
    whatFor: 'So that decisions can be understood',
    ...BOOKS,
  },
  session: {
    what: 'Being signed in: network address, browser, times',
    whatFor: 'To stay signed in, and to see who else is',
    days: 0,
    from: 'it ends',
    basis: 'Contract',
  },
  signInAttempt: {
    what: 'Attempts to sign in: name, network address, time',
    whatFor: 'To notice and slow down guessing',
    days: 90,
    from: 'the attempt',
    basis: 'Legitimate interests',
  },
  knownDevice: {
    what: 'Browsers on which somebody has signed in',
    whatFor: 'So that the guessing of others shuts nobody out',
    days: 180,
    from: 'it was last signed in there',
    basis: 'Legitimate interests',
  },
  passkeyChallenge: {
    what: 'What a passkey is asked to sign',
    whatFor: 'To sign in',
    days: 0,
    from: 'it expires',
    basis: 'Contract',
  },
  providerSignIn: {
    what: "Sign-ins begun with an account of one's organisation",
    whatFor: 'To sign in',
    days: 0,
    from: 'it expires',
    basis: 'Contract',
  },
  mailedCode: {
    what: 'Codes sent by mail: sign-in name, network address',
    whatFor: 'To confirm an address or a new password',
    days: 1,
    from: 'the code expires',
    basis: 'Contract',
  },
  signUp: {
    what: 'Sign-ups that were never confirmed',
    whatFor: 'To let somebody join',
    days: 7,
    from: 'signing up',
    basis: 'Contract',
  },
  invitation: {
    what: 'Invitations: the e-mail address',
    whatFor: 'To let colleagues join',
    days: 90,
    from: 'the invitation',
    basis: 'Contract',
  },
  letter: {
    what: 'Letters that were sent or given up: address and content',
    whatFor: 'To send them, and to show that they were sent',
    days: 90,
    from: 'the letter was written',
    basis: 'Contract',
  },
  letterSent: {
    what: 'That a letter was sent to an organisation, without its content',
    whatFor: 'So that nobody is reminded twice of the same',
    days: 365,
    from: 'the letter was written',
    basis: 'Legitimate interests',
  },
  inboxItem: {
    what: 'What somebody was told of in their inbox, and whether they have read it',
    whatFor: 'So that nobody misses what concerns them',
    days: 365,
    from: 'it was told',
    basis: 'Contract',
  },
  idempotency: {
    what: 'Answers to requests of programs',
    whatFor: 'So that a request sent twice is done once',
    days: 30,
    from: 'the request',
    basis: 'Contract',
  },
  delivery: {
    what: 'What was sent to the addresses (webhooks) of organisations, and what was answered there',
    whatFor: 'To send it again, and to find out why it was not taken',
    days: 30,
    from: 'it happened',
    basis: 'Contract',
  },
  formDraft: {
    what: 'Answers to forms that were not submitted',
    whatFor: 'So that nothing that was entered is lost; nobody else is shown them',
    days: 30,
    from: 'the last answer',
    basis: 'Contract',
  },
  upload: {
    what: 'Uploads that were never filed',
    whatFor: 'To fill in a form with files',
    days: 1,
    from: 'the upload',
    basis: 'Contract',
  },
  task: {
    what: 'Long work that is done: who cancelled it',
    whatFor: 'To see how it went',
    days: 365,
    from: 'it ended',
    basis: 'Legitimate interests',
  },
} as const satisfies Record<string, Keeping>

/** The kinds of what is removed by itself. */
export type Fleeting = {
  [K in keyof typeof KEPT]: (typeof KEPT)[K]['days'] extends number ? K : never
}[keyof typeof KEPT]

/** The same, one after the other. */
export const FLEETING: readonly Fleeting[] = keysOf(KEPT).filter(
  (kind): kind is Fleeting => KEPT[kind].days !== null,
)

/** All that has ended by a moment ended before this one, or with it. */
export const endedBefore = (kind: Fleeting, now: Instant): Instant =>
  addMinutes(now, -KEPT[kind].days * MINUTES_OF_DAY)

const MINUTES_OF_DAY = 24 * 60

/** For how long something is kept, in words. */
export const lifeOf = ({ days, from }: Pick<Keeping, 'days' | 'from'>): string => {
  if (days === null) return from
  if (days === 0) return `Until ${from}`
  return `${days === 1 ? 'One day' : `${days} days`} after ${from}`
}
