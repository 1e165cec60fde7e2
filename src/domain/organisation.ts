import type { Stored } from './subject.ts'

export const ORGANISATION_TYPES = ['OPER', 'PARTICIPANT', 'LPA', 'AGENT'] as const
export type OrganisationType = (typeof ORGANISATION_TYPES)[number]

export const ORGANISATION_TYPE_LABELS: Record<OrganisationType, string> = {
  OPER: 'Market operator',
  PARTICIPANT: 'Participant',
  LPA: 'Local planning authority',
  AGENT: 'Agency',
}

/** A market operator, participant, planning authority or agency. */
export interface Organisation extends Stored {
  type: OrganisationType
  csvId: string | null
  name: string
  contact: string | null
  email: string | null
  phone: string | null
  mailingAddress: string | null
  /** The area that a local planning authority plans for. */
  lpaId: string | null
}

/** What is missing before a participant's registration can be completed. */
export const missingContact = (organisation: Organisation): string[] =>
  (
    [
      ['contact', 'contact name'],
      ['email', 'e-mail address'],
      ['phone', 'phone number'],
      ['mailingAddress', 'mailing address'],
    ] as const
  )
    .filter(([field]) => !organisation[field])
    .map(([, label]) => `The organisation has no ${label}`)
