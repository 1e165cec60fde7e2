import { canonicalJson } from './canonical.ts'
import type { Instant } from './dates.ts'
import { SOLD_PROJECTS } from './project.ts'
import { SOLD_REQUIREMENTS } from './requirement.ts'

/** What of an entry of the log decides what of it is published. */
export interface LogEntry {
  /** Its number in the log. */
  seq: number
  at: Instant
  action: string
  subjectKind: string
  subjectId: string
  toStatus: string | null
  /** The values that it set, as canonical JSON. */
  details: string
}

const isSold = (statuses: readonly string[], status: string | null): boolean =>
  status !== null && statuses.includes(status)

/** By these the log names files of settled rounds that anybody may have. */
const NAMING_FILES: readonly string[] = ['PublishInstance', 'RecordBetterMatch']

/** Is what an entry tells of public anyhow: the announced steps of a round, what is in the public register, and acts on the installation? */
const isPublic = ({ action, subjectKind, toStatus }: LogEntry): boolean => {
  if (subjectKind === 'installation') return true
  if (subjectKind === 'round')
    return NAMING_FILES.includes(action) || (toStatus !== null && toStatus !== 'Draft')
  return (
    (subjectKind === 'project' && isSold(SOLD_PROJECTS, toStatus)) ||
    (subjectKind === 'requirement' && isSold(SOLD_REQUIREMENTS, toStatus))
  )
}

const NAMED = /"(?:certificate|notice|obligation)Sha256":"([0-9a-f]{64})"/g

/** The hashes of the certificates that an entry vouches for. */
export const certificatesIn = (details: string): string[] =>
  [...details.matchAll(NAMED)].map(([, hash = '']) => hash)

/** The file of a match that an entry names, which everybody is to be shown alike. */
const fileNamedBy = ({ action, subjectKind, details }: LogEntry): object => {
  if (subjectKind !== 'round' || !NAMING_FILES.includes(action)) return {}
  const { instanceSha256, betterMatchSha256 } = JSON.parse(details)
  return { sha256: instanceSha256 ?? betterMatchSha256 }
}

/** As `publishedForm`, before certificates were named in it. */
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
 * An entry of the log as it is published, in canonical JSON: its number, a commitment to all that it says, where it is public
 * anyhow what was done to what and when, and the SHA-256 of each certificate it vouches for, which nobody can guess who has not
 * the certificate. Of all else, offers and bids and people among it, nothing can be read or guessed from it.
 */
export const publishedForm = (entry: LogEntry, commitment: string): string => {
  const first = firstForm(entry, commitment)
  const certificates = certificatesIn(entry.details)
  return canonicalJson(certificates.length === 0 ? first : { ...first, form: 2, certificates })
}

/** Is this what is, or by an earlier version was, published of an entry? */
export const isPublishedForm = (said: string, entry: LogEntry, commitment: string): boolean =>
  said === publishedForm(entry, commitment) || said === canonicalJson(firstForm(entry, commitment))
