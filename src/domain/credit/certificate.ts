import type { Day, Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

/** Kinds of certificates: a supply schedule, land to be secured by a deed, use of credits, or the stage of the credits of a subject. */
export const CERTIFICATE_KINDS = [
  'schedule',
  'obligation',
  'notice',
  'rights',
  'issue',
  'redemption',
  'retirement',
] as const
export type CertificateKind = (typeof CERTIFICATE_KINDS)[number]

export const CERTIFICATE_TITLES: Record<CertificateKind, string> = {
  schedule: 'Supply schedule',
  obligation: 'Schedule for a planning obligation',
  notice: 'Notice of redemption',
  rights: 'Certificate of rights',
  issue: 'Certificate of issue',
  redemption: 'Certificate of redemption',
  retirement: 'Certificate of retirement',
}

/** Validity of a certificate. One that ended never becomes valid again. */
export const CERTIFICATE_STATES = ['Current', 'Superseded', 'Revoked'] as const
export type CertificateState = (typeof CERTIFICATE_STATES)[number]

/** Subjects of a certificate, and their scope: for a project only its planned supply and its unsold units. */
export type CertificateScope =
  | { of: 'requirement'; kind: Exclude<CertificateKind, 'obligation'> }
  | { of: 'project'; kind: 'schedule' | 'obligation' | 'issue' | 'retirement' }
export type CertificateSubjectKind = CertificateScope['of']

/** A certificate of the market: signed text under a number that cannot be guessed, and its validity. */
export interface Certificate extends StoredRow {
  number: string
  kind: CertificateKind
  subjectKind: CertificateSubjectKind
  subjectId: string
  state: CertificateState
  /** Canonical JSON of a `CertificatePaper`: this is signed, and every form is made from it. */
  content: string
  /** SHA-256 of the content, in hexadecimal. */
  sha256: string
  /** Ed25519 signature of the content, in base64. */
  signature: string
  /** SHA-256 of the public key, in hexadecimal. */
  keyFingerprint: string
  madeAt: Instant
  /** The certificate that it replaces. */
  supersedesId: string | null
  /** Date and public reason of its end. */
  endedAt: Instant | null
  endedReason: string | null
}

/**
 * Series of certificates: a certificate replaces only an earlier one of its own series. Certificates of the stage of credits,
 * schedules and notices are series of their own.
 */
export type CertificateSeries = 'schedule' | 'obligation' | 'notice' | 'stage'

export const certificateSeriesOf = (kind: CertificateKind): CertificateSeries =>
  kind === 'schedule' || kind === 'obligation' || kind === 'notice' ? kind : 'stage'

/** A request for a certificate on the final state of a subject, made after everything else is stored. */
export interface CertificateRequest {
  kind: CertificateSubjectKind
  id: string
  series: CertificateSeries
  /** Public reason for replacing the earlier certificate. */
  reason: string
  /** Organisation that gives a notice. */
  givenById: string | null
}

/** Kind of certificate for the stage of the credits of a requirement in this status. */
export const requirementCertificateKind = (status: string): Stage | null =>
  isKnownStatus(status) ? OF_REQUIREMENT[status] : null

const OF_REQUIREMENT = {
  RightsAllocated: 'rights',
  CreditsIssued: 'issue',
  CreditsRedeemed: 'redemption',
  Retired: 'retirement',
} as const satisfies Readonly<Record<string, CertificateKind>>
type Stage = (typeof OF_REQUIREMENT)[keyof typeof OF_REQUIREMENT]

const isKnownStatus = (status: string): status is keyof typeof OF_REQUIREMENT =>
  Object.hasOwn(OF_REQUIREMENT, status)

/** Kind of certificate for the unsold units of a project, by the statuses of those credits. */
export const projectCertificateKind = (statuses: readonly string[]): 'issue' | 'retirement' | null => {
  if (statuses.includes('Issued')) return 'issue'
  return statuses.length > 0 && statuses.every(status => status === 'Retired') ? 'retirement' : null
}

/** Digits and letters of the alphabet that people do not confuse when they read a number out: 31, which is a prime. */
const SIGNS = '123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random characters of a number, without the check character: 94 bits. */
export const CERTIFICATE_NUMBER_LENGTH = 19
/** Number of different signs. */
export const CERTIFICATE_ALPHABET_SIZE = SIGNS.length

const GROUP = /.{5}/g
const NUMBER = /^[1-9A-HJKMNP-TV-Z]{5}(?:-[1-9A-HJKMNP-TV-Z]{5}){3}$/
const IN_TEXT = /[1-9A-HJKMNP-TV-Z]{5}-[1-9A-HJKMNP-TV-Z]{5}-[1-9A-HJKMNP-TV-Z]{5}-[1-9A-HJKMNP-TV-Z]{5}/g

// Computes the check sign. Different weights under a prime detect one wrong sign and two swapped signs.
const checkSign = (signs: readonly number[]): number =>
  signs.reduce((sum, sign, at) => sum + (at + 1) * sign, 0) % CERTIFICATE_ALPHABET_SIZE

/** Formats 19 values under 31 as a number with its check sign, in groups of five. */
export const formatCertificateNumber = (signs: readonly number[]): string =>
  (
    [...signs, checkSign(signs)]
      .map(sign => SIGNS[sign])
      .join('')
      .match(GROUP) ?? []
  ).join('-')

/** Reads a typed number with any spacing; null if it cannot be a number, for example after a typing error. */
export const parseCertificateNumber = (typed: string): string | null => {
  const plain = typed.slice(0, 100).toUpperCase().replaceAll(/[\s-]/g, '')
  const number = (plain.match(GROUP) ?? []).join('-')
  const signs = Array.from(plain, sign => SIGNS.indexOf(sign))
  return plain.length === CERTIFICATE_NUMBER_LENGTH + 1 &&
    NUMBER.test(number) &&
    checkSign(signs.slice(0, CERTIFICATE_NUMBER_LENGTH)) === signs[CERTIFICATE_NUMBER_LENGTH]
    ? number
    : null
}

/** First certificate number in a text, such as the bytes of a file read as Latin 1. */
export const findCertificateNumber = (text: string): string | null =>
  (text.match(IN_TEXT) ?? []).map(parseCertificateNumber).find(number => number !== null) ?? null

/** Units of one service by serial, for the period in which a credit holds them. */
export interface CertifiedBlock {
  serial: string
  units: number
  start: Day
  /** Day after the last one; null if permanent. */
  end: Day | null
}
