import type { Day, Instant } from './dates.ts'
import type { Stored } from './subject.ts'

/**
 * What a certificate says: what is to be supplied, for which credits land is to be secured by a deed, that credits are used,
 * or how far the credits of its subject have come.
 */
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

/** Whether a certificate still holds. One that does not never holds again. */
export const CERTIFICATE_STATES = ['Current', 'Superseded', 'Revoked'] as const
export type CertificateState = (typeof CERTIFICATE_STATES)[number]

/** What a certificate may be about, and what of it: of a project, only what it is to supply and what nobody has bought. */
export type Certified =
  | { of: 'requirement'; kind: Exclude<CertificateKind, 'obligation'> }
  | { of: 'project'; kind: 'schedule' | 'obligation' | 'issue' | 'retirement' }
export type CertifiedKind = Certified['of']

/** What the market certifies: words under a number that cannot be guessed, signed, and whether they still hold. */
export interface Certificate extends Stored {
  number: string
  kind: CertificateKind
  subjectKind: CertifiedKind
  subjectId: string
  state: CertificateState
  /** The canonical JSON of a `CertificatePaper`: what is signed, and what every form of it is drawn from. */
  content: string
  /** Of the content, in hexadecimal. */
  sha256: string
  /** Ed25519 over the content, in base64. */
  signature: string
  /** The SHA-256 of the public key, in hexadecimal. */
  keyFingerprint: string
  madeAt: Instant
  /** What it took the place of. */
  supersedesId: string | null
  /** When it was superseded or revoked, and why, as whoever has it reads. */
  endedAt: Instant | null
  endedReason: string | null
}

/** Schedules and notices stand beside what the credits have come to: each takes the place of its like only. */
export type CertificateSeries = 'schedule' | 'obligation' | 'notice' | 'stage'

export const seriesOf = (kind: CertificateKind): CertificateSeries =>
  kind === 'schedule' || kind === 'obligation' || kind === 'notice' ? kind : 'stage'

/** A certificate that is to be made of what a subject has come to, after all else is stored. */
export interface CertificateWanted {
  kind: CertifiedKind
  id: string
  series: CertificateSeries
  /** Why what held before is superseded; whoever has it reads it. */
  reason: string
  /** The organisation that gives a notice. */
  givenById: string | null
}

/** What is certified of how far the credits of a requirement in this status have come. */
export const kindOfRequirement = (status: string): Stage | null =>
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

/** What is certified of the units that a project has kept, by the statuses of those credits. */
export const kindOfProject = (statuses: readonly string[]): 'issue' | 'retirement' | null => {
  if (statuses.includes('Issued')) return 'issue'
  return statuses.length > 0 && statuses.every(status => status === 'Retired') ? 'retirement' : null
}

/** Figures and letters that are not taken for each other when a number is read out: 31, which is a prime. */
const SIGNS = '123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Of so many signs a number is made, besides the last, by which a slip is noticed: 94 bits that nobody guesses. */
export const RANDOM_SIGNS = 19
/** How many different signs there are. */
export const SIGN_COUNT = SIGNS.length

const GROUP = /.{5}/g
const NUMBER = /^[1-9A-HJKMNP-TV-Z]{5}(?:-[1-9A-HJKMNP-TV-Z]{5}){3}$/
const IN_TEXT = /[1-9A-HJKMNP-TV-Z]{5}-[1-9A-HJKMNP-TV-Z]{5}-[1-9A-HJKMNP-TV-Z]{5}-[1-9A-HJKMNP-TV-Z]{5}/g

// Weights that differ, below a prime: one wrong sign is noticed, and so are two that changed places.
const checkSign = (signs: readonly number[]): number =>
  signs.reduce((sum, sign, at) => sum + (at + 1) * sign, 0) % SIGN_COUNT

/** The number that is made of 19 values below 31, with its check sign, in groups of five. */
export const numberOf = (signs: readonly number[]): string =>
  (
    [...signs, checkSign(signs)]
      .map(sign => SIGNS[sign])
      .join('')
      .match(GROUP) ?? []
  ).join('-')

/** The number that somebody typed, however they spaced it; nothing where it can be none, as after a slip. */
export const readNumber = (typed: string): string | null => {
  const plain = typed.slice(0, 100).toUpperCase().replaceAll(/[\s-]/g, '')
  const number = (plain.match(GROUP) ?? []).join('-')
  const signs = Array.from(plain, sign => SIGNS.indexOf(sign))
  return plain.length === RANDOM_SIGNS + 1 &&
    NUMBER.test(number) &&
    checkSign(signs.slice(0, RANDOM_SIGNS)) === signs[RANDOM_SIGNS]
    ? number
    : null
}

/** The first number of a certificate that stands in a text, such as the bytes of a file read as Latin 1. */
export const numberIn = (text: string): string | null =>
  (text.match(IN_TEXT) ?? []).map(readNumber).find(number => number !== null) ?? null

/** Units of one service by their serial, for the time that a credit holds them. */
export interface CertifiedBlock {
  serial: string
  units: number
  start: Day
  /** The day on which it is over; null for ever. */
  end: Day | null
}
