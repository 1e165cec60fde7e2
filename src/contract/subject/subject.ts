import { z } from 'zod'
import { binaryBody, endpoint, mediaAnswer } from '../kit/endpoint.ts'
import { defineNoun } from '../kit/noun.ts'
import { address, place } from './place.ts'
import { kind, listPage, refusal } from '../kit/resource.ts'
import { id, instant, nullableText, idAndName, selfLink } from '../kit/values.ts'

const tag = 'Activity, comments and documents'

/**
 * Receipt of a log entry, for those whom the entry concerns. The hash is the SHA-256 of the previous hash in the log followed by
 * the entry, in hexadecimal digits.
 */
const receipt = z.object({ hash: z.string(), prevHash: z.string(), entry: z.string() }).meta({
  description: 'Proof of the entry: hash is the SHA-256 of prevHash followed by entry (canonical JSON)',
})
export type Receipt = z.infer<typeof receipt>

/** A receipt to save: with the proof that its entry is in the log. */
const provenReceipt = receipt
  .extend({
    proof: z
      .object({
        index: z.int().meta({ description: 'Index of the leaf in the log, from 0' }),
        salt: z.string().meta({
          description:
            'Salt, in hexadecimal: the commitment in the leaf is the SHA-256 of salt and hash, as bytes',
        }),
        said: z.string().meta({ description: 'Published text of the leaf' }),
        size: z.int().meta({ description: 'Number of entries in the log when the checkpoint was signed' }),
        hashes: z
          .array(z.string())
          .readonly()
          .meta({ description: 'Inclusion proof from the leaf upwards, in base64' }),
        checkpoint: z.string().meta({ description: 'Checkpoint as a signed note, with its co-signatures' }),
      })
      .nullable()
      .meta({
        description:
          'Proof that the entry is in the public log; null until a checkpoint covers it, within an hour',
      }),
  })
  .meta({ id: 'Receipt' })
export type ProvenReceipt = z.infer<typeof provenReceipt>

/** One entry of a subject's audit trail. */
export const activityItem = z
  .object({
    id,
    at: instant,
    actor: z.string(),
    approvedBy: nullableText.meta({ description: 'Person who approved it, if a second approval was needed' }),
    forClient: nullableText.meta({ description: 'Client for whom an agent acted' }),
    action: z.string(),
    title: z.string(),
    from: nullableText,
    to: nullableText,
    message: z.string(),
    itemId: id,
    itemName: z.string(),
    itemType: kind,
    receipt: receipt.nullable(),
    isBeingChained: z
      .boolean()
      .meta({ description: 'True if a receipt for you will be ready within a second or two' }),
  })
  .meta({ id: 'ActivityItem' })
export type ActivityItem = z.infer<typeof activityItem>

export const commentItem = z
  .object({ id, at: instant, author: z.string(), text: z.string(), json: z.string() })
  .meta({ id: 'CommentItem' })
export type CommentItem = z.infer<typeof commentItem>

/** An organisation or person that a comment can mention. */
export const mentionablePerson = idAndName
  .extend({ kind: z.enum(['user', 'organisation']), of: nullableText })
  .meta({ id: 'Mentionable' })
export type Mentionable = z.infer<typeof mentionablePerson>

export const documentItem = idAndName
  .extend({
    tag: z.string(),
    type: z.string(),
    size: z.int().meta({ description: 'Size in bytes' }),
    uploadedAt: instant,
    uploadedBy: z.string(),
    reason: nullableText,
    replaced: z
      .boolean()
      .meta({ description: 'True if a later document replaced this one, which is kept for the record' }),
    links: selfLink,
  })
  .meta({ id: 'DocumentItem' })
export type DocumentItem = z.infer<typeof documentItem>

const location = idAndName.extend({ ...address, ...place }).meta({ id: 'ProjectLocation' })
export type LocationView = z.infer<typeof location>

const ofSubject = z.object({ subjectType: z.string().optional(), subjectId: z.string().optional() })
const ofOwner = z.object({ ownerType: z.string().optional(), ownerId: z.string().optional() })

export const listActivity = endpoint('GET /api/activity', {
  id: 'listActivity',
  tag,
  summary: 'Audit trail of a subject, newest first; subjectType and subjectId are required',
  access: 'member',
  byKey: 'read',
  query: ofSubject.extend({
    limit: z.int().min(1).max(200).optional(),
    cursor: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: { 200: listPage(activityItem), 404: refusal },
})
export const readActivityItem = endpoint('GET /api/activity-item/:id', {
  id: 'readActivityItem',
  tag,
  summary: 'One entry of the audit trail',
  access: 'member',
  byKey: 'read',
  answers: { 200: activityItem },
})
export const readReceipt = endpoint('GET /api/activity-item/:id/receipt', {
  id: 'readReceipt',
  tag,
  summary:
    'Receipt of an entry as a file, with the proof that the entry is in the public log; 404 if it does not concern you',
  access: 'member',
  byKey: 'read',
  answers: { 200: provenReceipt, 404: refusal },
})
export const listComments = endpoint('GET /api/comments', {
  id: 'listComments',
  tag,
  summary: 'Comments on a subject, oldest first; subjectType and subjectId are required',
  access: 'member',
  byKey: 'read',
  query: ofSubject,
  answers: { 200: listPage(commentItem), 404: refusal },
})
export const listMentionable = endpoint('GET /api/mentionable', {
  id: 'listMentionable',
  tag,
  summary: 'People and organisations that a comment on a subject can mention',
  access: 'member',
  query: ofSubject.extend({ q: z.string().optional() }),
  answers: { 200: listPage(mentionablePerson), 404: refusal },
})
export const listFiles = endpoint('GET /api/files', {
  id: 'listFiles',
  tag,
  summary: 'Documents filed under a subject; ownerType and ownerId are required',
  access: 'member',
  byKey: 'read',
  query: ofOwner,
  answers: { 200: listPage(documentItem), 404: refusal },
})
export const readFile = endpoint('GET /api/file/:id', {
  id: 'readFile',
  tag,
  summary: 'Download of a document; its owner decides who may see it',
  access: 'member',
  byKey: 'read',
  query: ofOwner,
  answers: { 200: mediaAnswer({ '*/*': binaryBody }) },
})
export const readLocation = endpoint('GET /api/location/:id', {
  id: 'readLocation',
  tag,
  summary: 'Location of a project or a requirement; ownerType and ownerId are required',
  access: 'member',
  byKey: 'read',
  query: ofOwner,
  answers: { 200: location },
})

/** A document filed under a subject. */
export const filedDocument = defineNoun({
  kind: 'filedDocument',
  path: 'file',
  called: ['document', 'documents'],
  readBy: 'parent',
  under: ['ownerKind', 'ownerId'],
})

/** A remark on a subject. */
export const comment = defineNoun({
  kind: 'comment',
  called: ['comment', 'comments'],
  readBy: 'parent',
  under: ['subjectKind', 'subjectId'],
})

/** An answer to a declaration. */
export const declarationAnswer = defineNoun({
  kind: 'declarationAnswer',
  called: ['declaration answer', 'declaration answers'],
  readBy: 'parent',
  under: ['subjectKind', 'subjectId'],
})
