import type { Day, Instant } from '@credit-market/values/dates'
import type { VatRegistration } from '../money/vat.ts'
import { FIELD_REQUIRED } from '../values/messages.ts'
import type { StoredRow } from '../values/subject.ts'
import type { TrueOrReason } from '../values/verdict.ts'

export const ORGANISATION_TYPES = ['OPER', 'PARTICIPANT', 'LPA', 'AGENT'] as const
export type OrganisationType = (typeof ORGANISATION_TYPES)[number]

export const ORGANISATION_TYPE_LABELS: Record<OrganisationType, string> = {
  OPER: 'Market operator',
  PARTICIPANT: 'Participant',
  LPA: 'Local planning authority',
  AGENT: 'Agency',
}

/** Types of organisations that sign up by themselves. A command creates the market operator, which invites colleagues. */
export const SIGN_UP_TYPES = ['PARTICIPANT', 'AGENT', 'LPA'] as const satisfies readonly OrganisationType[]

/**
 * Types that join without admission by the market operator, which decides about their participations and authorities instead.
 * Planning authorities have rights by their type.
 */
export const TYPES_WITHOUT_ADMISSION: readonly OrganisationType[] = ['PARTICIPANT', 'AGENT']

/** A market operator, participant, planning authority or agency. */
export interface Organisation extends StoredRow {
  type: OrganisationType
  csvId: string | null
  name: string
  contact: string | null
  email: string | null
  phone: string | null
  mailingAddress: string | null
  /** Area of a local planning authority. */
  lpaId: string | null
  /** Number at Companies House, eight characters. */
  companyNumber: string | null
  charityNumber: string | null
  /** County, parish and holding of its land, such as 12/345/6789. */
  holdingNumber: string | null
  /** VAT numbers by the day from which they are valid, the earliest first. */
  vatRegistrations: readonly VatRegistration[]
  /** Day since which it lets the market operator make its invoices; null if it does not. */
  selfBillingSince: Day | null
  /** Its bank account, as an IBAN without spaces. */
  iban: string | null
  /** When the bank account was set; null without one, and for one that an earlier version recorded. */
  ibanSetAt: Instant | null
  /** The agency that added it to the market as its client. */
  broughtById: string | null
  /** Time at which its first own person joined, if an agency had added it. */
  claimedAt: Instant | null
  /** Time at which it signed up and asked for admission; null once decided, and if it needs none. */
  admissionAskedAt: Instant | null
  /** The organisation into which it was merged; it then stays for its history only. */
  mergedIntoId: string | null
  /** Null for a merger by a version that did not keep it. */
  mergedAt: Instant | null
}

/** Says whether this agency still represents an organisation that it added and that has no people of its own. */
export const isRepresentedBy = (
  { broughtById, claimedAt, mergedIntoId }: Pick<Organisation, 'broughtById' | 'claimedAt' | 'mergedIntoId'>,
  agencyId: string | null,
): boolean => broughtById !== null && broughtById === agencyId && claimedAt === null && mergedIntoId === null

/** Says whether it waits for the market operator to admit or refuse it. */
export const waitsForAdmission = ({
  admissionAskedAt,
}: Pick<Organisation, 'admissionAskedAt'>): TrueOrReason =>
  admissionAskedAt !== null || 'This organisation is not waiting for admission'

/** Says whether organisations of this type have registered numbers; operators and planning authorities need none. */
export const canHaveRegisteredNumbers = (type: OrganisationType | null | undefined): boolean =>
  type === 'PARTICIPANT' || type === 'AGENT'

/** Says whether an organisation is active: a merged one is history, and takes no actions. */
export const isOrganisationActive = ({ mergedIntoId }: Pick<Organisation, 'mergedIntoId'>): TrueOrReason =>
  mergedIntoId === null || 'This organisation has been merged into another one. Use that one instead'

/** Only those who sell or buy have a VAT registration here: participants and the market operator. */
export const canHaveVatRegistration = (
  organisation: Pick<Organisation, 'type' | 'mergedIntoId'>,
): TrueOrReason =>
  organisation.type === 'PARTICIPANT' || organisation.type === 'OPER'
    ? isOrganisationActive(organisation)
    : 'Only participants and the market operator have a VAT registration here'

/** Only participants take part in rounds. */
export const isParticipant = (organisation: Pick<Organisation, 'type' | 'mergedIntoId'>): TrueOrReason =>
  organisation.type === 'PARTICIPANT'
    ? isOrganisationActive(organisation)
    : 'Only participants take part in market rounds'

/** Contact details that participants must give, and other organisations may leave out. */
export const PARTICIPANT_DETAILS = ['contact', 'email', 'phone', 'mailingAddress'] as const
export type ParticipantDetail = (typeof PARTICIPANT_DETAILS)[number]

type Details = { readonly [D in ParticipantDetail]?: string | null }

const DETAIL_MISSING: Readonly<Record<ParticipantDetail, string>> = {
  contact: 'The organisation has no contact name',
  email: 'The organisation has no email address',
  phone: 'The organisation has no phone number',
  mailingAddress: 'The organisation has no mailing address',
}

/** Contact details that an organisation lacks. */
export const findMissingDetailNames = (details: Details): ParticipantDetail[] =>
  PARTICIPANT_DETAILS.filter(name => !details[name])

/** Missing details that block the registration of a participant. */
export const findMissingContactMessages = (organisation: Details): string[] =>
  findMissingDetailNames(organisation).map(name => DETAIL_MISSING[name])

/** Missing details of a participant, as messages by field. */
export const findMissingDetailErrors = (
  type: OrganisationType | null | undefined,
  details: Details,
): { [D in ParticipantDetail]?: string } =>
  type === 'PARTICIPANT'
    ? Object.fromEntries(findMissingDetailNames(details).map(name => [name, FIELD_REQUIRED]))
    : {}
