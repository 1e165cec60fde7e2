import { canonicalJson } from '@credit-market/values/canonical'
import type { Instant } from '@credit-market/values/dates'
import { SOLD_PROJECT_STATUSES } from '../project/project.ts'
import { SOLD_REQUIREMENT_STATUSES } from '../project/requirement.ts'

/** Fields of a log entry that decide which parts are published. */
export interface LogEntry {
  /** Number in the log. */
  seq: number
  at: Instant
  action: string
  subjectKind: string
  subjectId: string
  toStatus: string | null
  /** Values that it set, as canonical JSON. */
  details: string
}

const isSold = (statuses: readonly string[], status: string | null): boolean =>
  status !== null && statuses.includes(status)

/** Actions whose entries name files of settled rounds that anyone may read. */
const NAMING_FILES: readonly string[] = ['PublishInstance', 'RecordBetterMatch']

/**
 * Says whether the facts of an entry are public in any case: announced steps of a round, data of the public register, and acts on
 * the installation.
 */
const isPublic = ({ action, subjectKind, toStatus }: LogEntry): boolean => {
  if (subjectKind === 'installation') return true
  if (subjectKind === 'round')
    return NAMING_FILES.includes(action) || (toStatus !== null && toStatus !== 'Draft')
  return (
    (subjectKind === 'project' && isSold(SOLD_PROJECT_STATUSES, toStatus)) ||
    (subjectKind === 'requirement' && isSold(SOLD_REQUIREMENT_STATUSES, toStatus))
  )
}

const NAMED = /"(?:certificate|notice|obligation)Sha256":"([0-9a-f]{64})"/g

/** Hashes of the certificates that an entry vouches for. */
export const certificateHashes = (details: string): string[] =>
  [...details.matchAll(NAMED)].map(([, hash = '']) => hash)

/** Hash of the file of a match in an entry, which must be the same for all readers. */
const fileNamedBy = ({ action, subjectKind, details }: LogEntry): object => {
  if (subjectKind !== 'round' || !NAMING_FILES.includes(action)) return {}
  const { instanceSha256, betterMatchSha256 } = JSON.parse(details)
  return { sha256: instanceSha256 ?? betterMatchSha256 }
}

/** The form of `createPublishedEntry` before it named certificates. */
const firstForm = (entry: LogEntry, commitment: string) => {
  const { seq, at, action, subjectKind, subjectId, toStatus } = entry
  return {
    form: 1,
    number: seq,
    commitment,
    ...(isPublic(entry) && {
      at,
      action,
      subject: `${subjectKind} ${subjectId}`,
      status: toStatus ?? undefined,
    }),
    ...fileNamedBy(entry),
  }
}

/**
 * Published form of a log entry, as canonical JSON: its number, a commitment to its content, the public facts (what was done to
 * which thing and when), and the SHA-256 of each certificate it vouches for, which no one can guess without the certificate.
 * Nothing else, including offers, bids and people, can be read or guessed from it.
 */
export const createPublishedEntry = (entry: LogEntry, commitment: string): string => {
  const first = firstForm(entry, commitment)
  const certificates = certificateHashes(entry.details)
  return canonicalJson(certificates.length === 0 ? first : { ...first, form: 2, certificates })
}

/** Says whether this is the published form of an entry, in this version or an earlier one. */
export const isPublishedEntry = (said: string, entry: LogEntry, commitment: string): boolean =>
  said === createPublishedEntry(entry, commitment) || said === canonicalJson(firstForm(entry, commitment))
