import {
  CERTIFICATE_TITLES,
  type CertificateKind,
  type Certified,
  type CertifiedBlock,
  type CertifiedKind,
} from './certificate.ts'
import { addDays, showDay, type Day, type Instant } from './dates.ts'
import { quantityOf, showExactUnits } from './units.ts'

/** A part of a certificate, as every form of it shows it. */
export type PaperPart =
  | { heading: string }
  | { paragraph: string }
  /** What each is called, and what it is. */
  | { pairs: readonly (readonly [name: string, value: string])[] }
  | { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** A certificate as it is signed: for programs in words of its own, and for people part by part. */
export interface CertificatePaper {
  format: typeof FORMAT
  number: string
  kind: CertificateKind
  title: string
  subject: { kind: CertifiedKind; id: string; name: string }
  holder: string
  issuer: string
  madeAt: Instant
  supersedes: string | null
  /** Where its state today is told. */
  verifyAt: string
  keyFingerprint: string
  credits: readonly PaperCredit[]
  parts: readonly PaperPart[]
}

interface PaperCredit extends CertifiedBlock {
  type: string
  project: string
  status: string
}

/** A credit as a certificate tells it, in words. */
export interface CertifiedCredit {
  type: string
  /** What grows there; null for nutrients. */
  habitat: string | null
  project: string
  /** Where the project is: its planning authority. */
  where: string | null
  status: string
  blocks: readonly CertifiedBlock[]
}

interface Facts {
  /** The name that the market has as the certificate is made. */
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
  /** Of the credit allocation certificate, where there is one. */
  certificateDate: Day | null
  /** Who gives a notice: its holder, or the operator for the holder. */
  givenBy: string | null
  /** Where what is built, or the project, is: what each place is called, and its name. */
  place: readonly (readonly [name: string, value: string])[]
  planningRef: string | null
  /** What happened to the credits, and when. */
  dates: readonly (readonly [name: string, day: Day])[]
  credits: readonly CertifiedCredit[]
}

/** All that a certificate is made of. Nothing of it is money. */
export type CertificateFacts = Facts & Certified

/** The certificate that these facts make. */
export const paperOf = (facts: CertificateFacts): CertificatePaper => {
  const { of, kind, number, madeAt, supersedes, verifyAt, keyFingerprint, issuer, holder, subject } = facts
  return {
    ...{ format: FORMAT, number, kind, title: CERTIFICATE_TITLES[kind], subject: { kind: of, ...subject } },
    ...{ holder, issuer, madeAt, supersedes, verifyAt, keyFingerprint },
    credits: facts.credits.flatMap(({ type, project, status, blocks }) =>
      blocks.map(({ serial, units, start, end }) => ({
        ...{ serial, units: quantityOf(units), start, end },
        ...{ type, project, status },
      })),
    ),
    parts: [
      { paragraph: sayingOf(facts) },
      { pairs: aboutOf(facts) },
      { heading: 'Credits' },
      {
        caption: 'Each serial names its units, one by one',
        head: ['Serial', 'Credit', 'Units', 'Held', 'Project', 'State'],
        rows: facts.credits.flatMap(credit => credit.blocks.map(block => rowOf(credit, block))),
      },
      { heading: 'How to check this certificate' },
      {
        paragraph: `Its state today and its history are answered at ${verifyAt}, where the square code leads. What it states was so when it was made; once it is superseded or revoked it no longer holds, and only that address tells.`,
      },
      { pairs: [['Signed with the key of this SHA-256', inGroups(keyFingerprint)]] },
    ],
  }
}

const FORMAT = 'credit-market-certificate-1'

type Saying = (facts: Facts) => string

const OF_REQUIREMENT: Record<(Certified & { of: 'requirement' })['kind'], Saying> = {
  schedule: ({ issuer, holder, subject }) =>
    `${issuer} is to supply the credits below to ${holder} for ${subject.name}. This schedule belongs to the credit supply agreement, which says what is paid.`,
  notice: ({ issuer, holder, subject, givenBy }) =>
    givenBy === null || givenBy === holder
      ? `${holder} gives notice to ${issuer} that it uses the credits below for ${subject.name}. From this notice on they are redeemed and can never be used again.`
      : `${givenBy} gives notice for ${holder} that the credits below are used for ${subject.name}. From this notice on they are redeemed and can never be used again.`,
  rights: ({ issuer, holder, subject }) =>
    `${issuer} certifies that rights to the credits below are allocated to ${holder} for ${subject.name}. This is its credit allocation certificate. The credits are issued once the projects that supply them first are verified.`,
  issue: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below are issued to ${holder} for ${subject.name}. They have not been used.`,
  redemption: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below are redeemed by ${holder} for ${subject.name}. They are used up and can never be used again.`,
  retirement: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below, used by ${holder} for ${subject.name}, are retired. They can never be used again.`,
}

const OF_PROJECT: Record<(Certified & { of: 'project' })['kind'], Saying> = {
  schedule: ({ holder, subject }) =>
    `${holder} is to deliver the credits below by the project ${subject.name}. This schedule belongs to the nature-based project agreement, which says what is paid.`,
  obligation: ({ holder, subject }) =>
    `Schedule to be attached to the section 106 agreement or conservation covenant that secures the land of the project ${subject.name}, which ${holder} provides. The land is to be kept for the permanent credits below, which were sold. This schedule is not the obligation itself: a solicitor drafts that as a deed, which says where the land lies and is made with the planning authority or a responsible body.`,
  issue: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below, which nobody has bought, are issued to ${holder} for the project ${subject.name}.`,
  retirement: ({ issuer, holder, subject }) =>
    `${issuer} certifies that the credits below, which ${holder} held unsold for the project ${subject.name}, are retired. They can never be used again.`,
}

const sayingOf = (facts: CertificateFacts): string =>
  facts.of === 'requirement' ? OF_REQUIREMENT[facts.kind](facts) : OF_PROJECT[facts.kind](facts)

const aboutOf = (facts: CertificateFacts): [string, string][] => {
  const given = (name: string, value: string | null): [string, string][] => (value ? [[name, value]] : [])
  return [
    ['Number', facts.number],
    ['Made on', showDay(facts.madeAt)],
    ...given('Date of the certificate', facts.certificateDate && showDay(facts.certificateDate)),
    ...given('In the place of', facts.supersedes),
    ['Made by', facts.issuer],
    ...given('Given by', facts.givenBy),
    ['Market', facts.market],
    [facts.of === 'requirement' ? 'Holder' : 'Supplier', facts.holder],
    [facts.of === 'requirement' ? 'For' : 'Project', facts.subject.name],
    ...given('Planning reference', facts.planningRef),
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

/** A fingerprint in groups that the eye can compare. */
const inGroups = (fingerprint: string): string => (fingerprint.match(/.{4}/g) ?? []).join(' ')

/** All that a certificate says to people, line by line: the same in HTML, in PDF and in JSON. */
export const linesOf = ({ title, parts }: Pick<CertificatePaper, 'title' | 'parts'>): string[] => [
  title,
  ...parts.flatMap(part => {
    if ('heading' in part) return [part.heading]
    if ('paragraph' in part) return [part.paragraph]
    if ('pairs' in part) return part.pairs.flat()
    return [part.caption, ...part.head, ...part.rows.flat()]
  }),
]
