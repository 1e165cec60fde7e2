import type { Instant } from './dates.ts'
import { FIELD_REQUIRED } from './messages.ts'
import type { Stored } from './subject.ts'
import type { Verdict } from './verdict.ts'

export const ORGANISATION_TYPES = ['OPER', 'PARTICIPANT', 'LPA', 'AGENT'] as const
export type OrganisationType = (typeof ORGANISATION_TYPES)[number]

export const ORGANISATION_TYPE_LABELS: Record<OrganisationType, string> = {
  OPER: 'Market operator',
  PARTICIPANT: 'Participant',
  LPA: 'Local planning authority',
  AGENT: 'Agency',
}

/** The types of organisations that sign up by themselves. Whoever runs the market is made by a command, and invites colleagues. */
export const SIGN_UP_TYPES = ['PARTICIPANT', 'AGENT', 'LPA'] as const satisfies readonly OrganisationType[]

/**
 * The types that join without waiting for the market operator: what they may do in a round is decided there, by
 * participation and by authority. Planning authorities have rights by what they are.
 */
export const ADMITTED_AT_ONCE: readonly OrganisationType[] = ['PARTICIPANT', 'AGENT']

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
  /** As at Companies House, eight characters. */
  companyNumber: string | null
  charityNumber: string | null
  /** County, parish and holding of its land, such as 12/345/6789. */
  holdingNumber: string | null
  /** The agency that brought it to the market as its client. */
  broughtById: string | null
  /** When the first person of its own joined an organisation that an agency had brought. */
  claimedAt: Instant | null
  /** When it signed up and asked to be admitted to the market; null once that is decided, and for whoever need not ask. */
  admissionAskedAt: Instant | null
  /** The organisation that it turned out to be; it is then kept for its history only. */
  mergedIntoId: string | null
}

/** Does this agency still look after an organisation that it brought to the market, and that has no people of its own? */
export const isInCareOf = (
  { broughtById, claimedAt, mergedIntoId }: Pick<Organisation, 'broughtById' | 'claimedAt' | 'mergedIntoId'>,
  agencyId: string | null,
): boolean => broughtById !== null && broughtById === agencyId && claimedAt === null && mergedIntoId === null

/** Does it wait for the market operator to admit it or to refuse? */
export const waitsForAdmission = ({ admissionAskedAt }: Pick<Organisation, 'admissionAskedAt'>): Verdict =>
  admissionAskedAt !== null || 'This organisation does not wait to be admitted'

/** Organisations of these types are registered somewhere: operators and planning authorities need no number to be known by. */
export const hasNumbers = (type: OrganisationType | null | undefined): boolean =>
  type === 'PARTICIPANT' || type === 'AGENT'

/** What was merged into another organisation is history: nothing is done with it any more. */
export const isStillThere = ({ mergedIntoId }: Pick<Organisation, 'mergedIntoId'>): Verdict =>
  mergedIntoId === null || 'This organisation has been merged into another, which goes on in its place'

/** Only participants take part in rounds. */
export const isParticipant = (organisation: Pick<Organisation, 'type' | 'mergedIntoId'>): Verdict =>
  organisation.type === 'PARTICIPANT'
    ? isStillThere(organisation)
    : 'Only participants take part in market rounds'

/** How a participant is reached: these details must be given, which other organisations may leave out. */
export const PARTICIPANT_DETAILS = ['contact', 'email', 'phone', 'mailingAddress'] as const
export type ParticipantDetail = (typeof PARTICIPANT_DETAILS)[number]

type Details = { readonly [D in ParticipantDetail]?: string | null }

const DETAIL_NAMES: Readonly<Record<ParticipantDetail, string>> = {
  contact: 'contact name',
  email: 'e-mail address',
  phone: 'phone number',
  mailingAddress: 'mailing address',
}

/** The details that an organisation lacks. */
export const lackingDetails = (details: Details): ParticipantDetail[] =>
  PARTICIPANT_DETAILS.filter(name => !details[name])

/** What is missing before a participant's registration can be completed. */
export const missingContact = (organisation: Details): string[] =>
  lackingDetails(organisation).map(name => `The organisation has no ${DETAIL_NAMES[name]}`)

/** What a participant has left out, by field, with what to say of it. */
export const missingDetails = (
  type: OrganisationType | null | undefined,
  details: Details,
): { [D in ParticipantDetail]?: string } =>
  type === 'PARTICIPANT'
    ? Object.fromEntries(lackingDetails(details).map(name => [name, FIELD_REQUIRED]))
    : {}
