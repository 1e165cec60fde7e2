import type { Entities, StoredKind } from './entities.ts'

/** What a text that people give may tell of somebody. */
export type PersonalData =
  | 'name'
  | 'sign-in name'
  | 'e-mail'
  | 'phone'
  | 'address'
  | 'free text'
  | 'file name'

type Columns<T> = {
  readonly [C in keyof T]?: NonNullable<T[C]> extends string ? PersonalData : Columns<NonNullable<T[C]>>
}

const VISIT = { name: 'name', organisation: 'name', notes: 'free text' } as const

/**
 * Which columns may hold what tells of a person, and what it is: their name or how to reach them, or words of somebody's own,
 * in which names may stand. Whatever keeps, shows, hands out or removes personal data reads it here (decision 0064). The
 * names of projects, requirements, groups, rounds and settings are published and are not among them.
 */
export const PERSONAL: { readonly [K in StoredKind]?: Columns<Entities[K]> } = {
  organisation: {
    name: 'name',
    contact: 'name',
    email: 'e-mail',
    phone: 'phone',
    mailingAddress: 'address',
    holdingNumber: 'address',
  },
  organisationTie: { otherName: 'name', note: 'free text' },
  user: { username: 'sign-in name', email: 'e-mail', displayName: 'name', phone: 'phone' },
  invitation: { email: 'e-mail' },
  round: { rejectionReason: 'free text', unwitnessedReason: 'free text' },
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
  complianceCheck: { ...VISIT, failReason: 'free text' },
  performanceCheck: VISIT,
  verification: { ...VISIT, failReason: 'free text' },
  proposal: { reason: 'free text', note: 'free text' },
  evidenceRequest: { what: 'free text', note: 'free text' },
  filedDocument: { name: 'file name', reason: 'free text' },
  certificate: { endedReason: 'free text' },
  comment: { text: 'free text', json: 'free text' },
}

/** What stands where a personal value was removed. */
export const REMOVED = 'removed'
