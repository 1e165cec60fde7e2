import type { Capacity, Participation } from '#domain/participation'
import type { StoredKind } from '#domain/entities'
import type { DocumentTag } from '#domain/filed-document'
import type { Read } from '../kit/changes.ts'

/** What CompleteRegistration and Register say while something is missing. */
export const FIX_ISSUES = 'Fix the above issues before trying again'

/** The registration of a thing's owner, in the round of the thing and in this capacity. */
export const participationOf = async (
  read: Read,
  organisationId: string,
  roundId: string,
  capacity: Capacity,
): Promise<Participation | undefined> =>
  (await read.list('participation', { organisationId, roundId, capacity }))[0]

/** Is a document of this tag filed under the thing? */
export const isFiled = async (
  read: Read,
  kind: StoredKind,
  subject: { id: string },
  tag: DocumentTag,
): Promise<boolean> =>
  (await read.list('filedDocument', { ownerKind: kind, ownerId: subject.id, tag, replacedById: null }))
    .length > 0
