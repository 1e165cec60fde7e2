import type { Capacity } from '#domain/values/capacity'
import type { Participation } from '#domain/round/participation'
import type { StoredKind } from '#domain/disclosure/entities'
import type { DocumentTag, FiledDocument } from '#domain/text/filed-document'
import type { Read } from '../kit/changes.ts'

/** Message of CompleteRegistration and Register while something is missing. */
export const FIX_ISSUES_MESSAGE = 'Fix the above issues before trying again'

/**
 * The participation of a subject's owner in the subject's round and this capacity; locked until the action is done.
 */
export const readParticipation = (
  read: Read,
  organisationId: string,
  roundId: string,
  capacity: Capacity,
): Promise<Participation | undefined> =>
  // A row that is read singly is locked, so that a withdrawal cannot overtake an offer or bid.
  read.one('participation', { organisationId, roundId, capacity })

/** The document with a tag that is filed under a subject. */
export const readFiledDocument = async (
  read: Read,
  kind: StoredKind,
  subject: { id: string },
  tag: DocumentTag,
): Promise<FiledDocument | undefined> =>
  (await read.list('filedDocument', { ownerKind: kind, ownerId: subject.id, tag, replacedById: null })).at(-1)

/** True if a document with this tag is filed under the subject. */
export const isDocumentFiled = async (...filed: Parameters<typeof readFiledDocument>): Promise<boolean> =>
  (await readFiledDocument(...filed)) !== undefined
