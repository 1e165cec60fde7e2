import type { Capacity } from '#domain/capacity'
import type { Participation } from '#domain/participation'
import type { StoredKind } from '#domain/entities'
import type { DocumentTag, FiledDocument } from '#domain/filed-document'
import type { Read } from '../kit/changes.ts'

/** What CompleteRegistration and Register say while something is missing. */
export const FIX_ISSUES = 'Fix the above issues before trying again'

/** The registration of a thing's owner, in the round of the thing and in this capacity; held as it is until the action is done. */
export const participationOf = (
  read: Read,
  organisationId: string,
  roundId: string,
  capacity: Capacity,
): Promise<Participation | undefined> =>
  // What is read by itself is locked, so that a withdrawal cannot overtake an offer or bid.
  read.one('participation', { organisationId, roundId, capacity })

/** The document of this tag that is filed under the thing. */
export const filedUnder = async (
  read: Read,
  kind: StoredKind,
  subject: { id: string },
  tag: DocumentTag,
): Promise<FiledDocument | undefined> =>
  (await read.list('filedDocument', { ownerKind: kind, ownerId: subject.id, tag, replacedById: null })).at(-1)

/** Is a document of this tag filed under the thing? */
export const isFiled = async (...filed: Parameters<typeof filedUnder>): Promise<boolean> =>
  (await filedUnder(...filed)) !== undefined
