import type { EntityMap, StoredKind } from './entities.ts'

/** Kinds of personal data that a text may contain. */
export type PersonalData =
  | 'name'
  | 'sign-in name'
  | 'e-mail'
  | 'phone'
  | 'address'
  | 'free text'
  | 'file name'
  | 'bank account'

type Columns<T> = {
  readonly [C in keyof T]?: NonNullable<T[C]> extends string ? PersonalData : Columns<NonNullable<T[C]>>
}

const VISIT = { name: 'name', organisation: 'name', notes: 'free text' } as const

/**
 * Columns that may contain personal data, and the kind: a name or contact, or text in a person's own words, which may contain
 * names. All code that stores, shows, exports or removes personal data reads this table (decision 0064). Names of projects,
 * requirements, groups, rounds and settings are public, so they are not in the table.
 */
export const PERSONAL_COLUMNS: { readonly [K in StoredKind]?: Columns<EntityMap[K]> } = {
  organisation: {
    name: 'name',
    contact: 'name',
    email: 'e-mail',
    phone: 'phone',
    mailingAddress: 'address',
    holdingNumber: 'address',
    iban: 'bank account',
  },
  organisationTie: { otherName: 'name', note: 'free text' },
  user: { username: 'sign-in name', email: 'e-mail', displayName: 'name', phone: 'phone' },
  invitation: { email: 'e-mail' },
  round: { rejectionReason: 'free text', unwitnessedReason: 'free text' },
  roundQuestion: {
    question: 'free text',
    publishedQuestion: 'free text',
    answer: 'free text',
    reason: 'free text',
  },
  participation: { reason: 'free text' },
  agentAuthority: { reason: 'free text' },
  project: {
    nearAddress: 'address',
    screeningComment: 'free text',
    certification: {
      assessedByName: 'name',
      assessedByOrg: 'name',
      assessedByPosition: 'free text',
      reviewedByName: 'name',
      reviewedByOrg: 'name',
      reviewedByPosition: 'free text',
    },
    reviewReason: 'free text',
  },
  requirement: { nearAddress: 'address' },
  savedEstimate: { email: 'e-mail', answers: { place: 'address' } },
  complianceCheck: { ...VISIT, failReason: 'free text' },
  performanceCheck: VISIT,
  verification: { ...VISIT, failReason: 'free text' },
  case: { what: 'free text', reason: 'free text', follows: 'free text' },
  proposal: { reason: 'free text', note: 'free text' },
  evidenceRequest: { what: 'free text', note: 'free text' },
  filedDocument: { name: 'file name', reason: 'free text' },
  paymentRun: { payerName: 'name', reason: 'free text' },
  paymentOrder: { payeeName: 'name', iban: 'bank account' },
  accountBooking: { note: 'free text' },
  bankLine: { partyName: 'name', reference: 'free text', reason: 'free text' },
  certificate: { endedReason: 'free text' },
  comment: { text: 'free text', json: 'free text' },
}

/** Replacement for a removed personal value. */
export const REMOVED_PERSONAL_VALUE = 'removed'
