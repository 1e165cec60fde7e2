import {
  CERTIFICATE_TITLES,
  type CertificateKind,
  type CertificateScope,
  type CertifiedBlock,
  type CertificateSubjectKind,
} from './certificate.ts'
import { addDays, showDay, type Day, type Instant } from '@credit-market/values/dates'
import { unitsToNumber, showExactUnits } from '@credit-market/values/units'

/** Label of the planning reference among the facts of a certificate. */
export const PLANNING_REFERENCE_LABEL = 'Planning reference'

/** A part of a certificate, as every form shows it. */
export type CertificatePaperPart =
  | { heading: string }
  | { paragraph: string }
  /** Labels and values. */
  | { pairs: readonly (readonly [name: string, value: string])[] }
  | { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** The signed certificate: data for programs, and parts for people. */
export interface CertificatePaper {
  format: typeof FORMAT
  number: string
  kind: CertificateKind
  title: string
  subject: { kind: CertificateSubjectKind; id: string; name: string }
  holder: string
  issuer: string
  madeAt: Instant
  supersedes: string | null
  /** Address that shows its current state. */
  verifyAt: string
  keyFingerprint: string
  credits: readonly PaperCredit[]
  parts: readonly CertificatePaperPart[]
}

interface PaperCredit extends CertifiedBlock {
  type: string
  project: string
  status: string
}

/** A credit as text in a certificate. */
export interface CertifiedCredit {
  type: string
  /** Null for nutrients. */
  habitat: string | null
  project: string
  /** Planning authority of the project. */
  where: string | null
  status: string
  blocks: readonly CertifiedBlock[]
}

interface Facts {
  /** Name of the market when the certificate is made. */
  market: string
  number: string
  madeAt: Instant
  supersedes: string | null
  verifyAt: string
  keyFingerprint: string
  issuer: string
  holder: string
  subject: { id: string; name: string }
  round: string
  /** Date of the credit allocation certificate, if there is one. */
  certificateDate: Day | null
  /** Giver of a notice: its holder, or the operator for the holder. */
  givenBy: string | null
  /** Labels and names of places of the development or the project. */
  place: readonly (readonly [name: string, value: string])[]
  planningRef: string | null
  /** Events of the credits, with dates. */
  dates: readonly (readonly [name: string, day: Day])[]
  credits: readonly CertifiedCredit[]
}

/** All facts of a certificate. None is an amount of money. */
export type CertificateFacts = Facts & CertificateScope

/** Makes a certificate from its facts. */
export const createCertificatePaper = (facts: CertificateFacts): CertificatePaper => {
  const { of, kind, number, madeAt, supersedes, verifyAt, keyFingerprint, issuer, holder, subject } = facts
  return {
    ...{ format: FORMAT, number, kind, title: CERTIFICATE_TITLES[kind], subject: { kind: of, ...subject } },
    ...{ holder, issuer, madeAt, supersedes, verifyAt, keyFingerprint },
    credits: facts.credits.flatMap(({ type, project, status, blocks }) =>
      blocks.map(({ serial, units, start, end }) => ({
        ...{ serial, units: unitsToNumber(units), start, end },
        ...{ type, project, status },
      })),
    ),
    parts: [
      { paragraph: sayingOf(facts) },
      { pairs: aboutOf(facts) },
      { heading: 'Credits' },
      {
        caption: 'Each serial identifies its units one by one',
        head: ['Serial', 'Credit', 'Units', 'Period', 'Project', 'Status'],
        rows: facts.credits.flatMap(credit => credit.blocks.map(block => rowOf(credit, block))),
      },
      { heading: 'How to check this certificate' },
      {
        paragraph: `Scan the QR code or go to ${verifyAt} to see the current status and history of this certificate. The certificate was correct when it was issued. If it is superseded or revoked it is no longer valid, and only that page says so.`,
      },
      { pairs: [['SHA-256 of the signing key', inGroups(keyFingerprint)]] },
    ],
  }
}

const FORMAT = 'credit-market-certificate-1'

type Saying = (facts: Facts) => string

const OF_REQUIREMENT: Record<(CertificateScope & { of: 'requirement' })['kind'], Saying> = {
  schedule: ({ issuer, holder, subject }) =>
    `${issuer} is to supply the credits below to ${holder} for ${subject.name}. This schedule belongs to the credit supply agreement, which sets the payment.`,
  notice: ({ issuer, holder, subject, givenBy }) =>
    givenBy === null || givenBy === holder
      ? `${holder} gives notice to ${issuer} that it uses the credits below for ${subject.name}. With this notice they are redeemed and can never be used again.`
      : `${givenBy} gives notice on behalf of ${holder} that the credits below are used for ${subject.name}. With this notice they are redeemed and can never be used again.`,
  rights: ({ issuer, holder, subject }) =>
    `${issuer} certifies that rights to the credits below are allocated to ${holder} for ${subject.name}. This is its credit allocation certificate. The credits are issued once the projects that supply them first are verified.`,
  issue: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below are issued to ${holder} for ${subject.name}. They have not been used.`,
  redemption: ({ issuer, holder, subject }) =>
    `${issuer} certifies that ${holder} has redeemed the credits below for ${subject.name}. They have been used and can never be used again.`,
  retirement: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below, used by ${holder} for ${subject.name}, are retired. They can never be used again.`,
}

const OF_PROJECT: Record<(CertificateScope & { of: 'project' })['kind'], Saying> = {
  schedule: ({ holder, subject }) =>
    `${holder} is to deliver the credits below with the project ${subject.name}. This schedule belongs to the nature-based project agreement, which sets the payment.`,
  obligation: ({ holder, subject }) =>
    `Schedule to attach to the section 106 agreement or conservation covenant that secures the land of the project ${subject.name}, which ${holder} provides. The land must be kept for the permanent credits below, which have been sold. This schedule is not the obligation itself: a solicitor drafts that as a deed with the planning authority or a responsible body, and the deed identifies the land.`,
  issue: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below, which no one has bought, are issued to ${holder} for the project ${subject.name}.`,
  retirement: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below, which ${holder} held unsold for the project ${subject.name}, are retired. They can never be used again.`,
}

const sayingOf = (facts: CertificateFacts): string =>
  facts.of === 'requirement' ? OF_REQUIREMENT[facts.kind](facts) : OF_PROJECT[facts.kind](facts)

const aboutOf = (facts: CertificateFacts): [string, string][] => {
  const given = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : [])
  return [
    ['Certificate number', facts.number],
    ['Issued', showDay(facts.madeAt)],
    ...given('Allocation certificate dated', facts.certificateDate && showDay(facts.certificateDate)),
    ...given('Replaces', facts.supersedes),
    ['Issued by', facts.issuer],
    ...given('Given by', facts.givenBy),
    ['Market', facts.market],
    [facts.of === 'requirement' ? 'Holder' : 'Supplier', facts.holder],
    [facts.of === 'requirement' ? 'For' : 'Project', facts.subject.name],
    ...given(PLANNING_REFERENCE_LABEL, facts.planningRef),
    ...facts.place.map(([name, value]): [string, string] => [name, value]),
    ['Market round', facts.round],
    ...facts.dates.map(([name, day]): [string, string] => [name, showDay(day)]),
  ]
}

const rowOf = (
  { type, habitat, project, where, status }: CertifiedCredit,
  block: CertifiedBlock,
): string[] => [
  block.serial,
  habitat ? `${type}: ${habitat}` : type,
  showExactUnits(block.units),
  block.end === null
    ? `From ${showDay(block.start)}, for ever`
    : `${showDay(block.start)} to ${showDay(addDays(block.end, -1))}`,
  where ? `${project}, ${where}` : project,
  status,
]

/** Groups a fingerprint so that people can compare it. */
const inGroups = (fingerprint: string): string => (fingerprint.match(/.{4}/g) ?? []).join(' ')

/** Text of a certificate, line by line: the same in HTML, PDF and JSON. */
export const certificatePaperLines = ({
  title,
  parts,
}: Pick<CertificatePaper, 'title' | 'parts'>): string[] => [
  title,
  ...parts.flatMap(part => {
    if ('heading' in part) return [part.heading]
    if ('paragraph' in part) return [part.paragraph]
    if ('pairs' in part) return part.pairs.flat()
    return [part.caption, ...part.head, ...part.rows.flat()]
  }),
]
