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
}

const isSold = (statuses: readonly string[], status: string | null): boolean =>
  status !== null && statuses.includes(status)

/** Is what an entry tells of public anyhow: the announced steps of a round, what is in the public register, and acts on the installation? */
const isPublic = ({ subjectKind, toStatus }: LogEntry): boolean => {
  if (subjectKind === 'installation') return true
  if (subjectKind === 'round') return toStatus !== null && toStatus !== 'Draft'
  return (
    (subjectKind === 'project' && isSold(SOLD_PROJECTS, toStatus)) ||
    (subjectKind === 'requirement' && isSold(SOLD_REQUIREMENTS, toStatus))
  )
}

/**
 * An entry of the log as it is published, in canonical JSON: its number, a commitment to all that it says, and where it is public
 * anyhow what was done to what and when. Of all else, offers and bids and people among it, nothing can be read or guessed from it.
 */
export const publishedForm = (entry: LogEntry, commitment: string): string => {
  const { seq, at, action, subjectKind, subjectId, toStatus } = entry
  return canonicalJson({
    form: 1,
    number: seq,
    commitment,
    ...(isPublic(entry) && {
      at,
      action,
      subject: `${subjectKind} ${subjectId}`,
      status: toStatus ?? undefined,
    }),
  })
}
