import { z } from 'zod'
import { binary, endpoint, media } from './endpoint.ts'
import { noun } from './noun.ts'
import { address, place } from './place.ts'
import { kind, listOf, refusal } from './resource.ts'
import { id, instant, maybeText, named, selfLink } from './values.ts'

const tag = 'Under subjects'

/**
 * What shows that something was entered in the log as it was done; only whom it concerns is given it. The hash is the SHA-256
 * of the hash before it in the log followed by the entry, in hexadecimal digits.
 */
const receipt = z.object({ hash: z.string(), prevHash: z.string(), entry: z.string() }).meta({
  description: 'The SHA-256 of prevHash followed by entry (what the log says, as canonical JSON) is hash',
})
export type Receipt = z.infer<typeof receipt>

/** A receipt to be kept: with what proves that its entry is in the log. */
const provenReceipt = receipt
  .extend({
    proof: z
      .object({
        index: z.int().meta({ description: 'Which leaf of the log it is, from 0' }),
        salt: z.string().meta({
          description: 'The commitment in the leaf is the SHA-256 of salt and hash, as bytes; in hexadecimal',
        }),
        said: z.string().meta({ description: 'What the leaf says, as it is published' }),
        size: z.int().meta({ description: 'How many entries the log had as its head was signed' }),
        hashes: z
          .array(z.string())
          .readonly()
          .meta({ description: 'The proof of inclusion from the leaf upwards, in base64' }),
        checkpoint: z.string().meta({ description: 'The signed note of that head, with its co-signatures' }),
      })
      .nullable()
      .meta({ description: 'Null until a checkpoint covers the entry: within an hour' }),
  })
  .meta({ id: 'Receipt' })
export type ProvenReceipt = z.infer<typeof provenReceipt>

/** One entry of a subject's trail. */
export const activityItem = z
  .object({
    id,
    at: instant,
    actor: z.string(),
    approvedBy: maybeText.meta({ description: 'Who approved it, where a second person had to' }),
    forClient: maybeText.meta({ description: 'The client, when an agent acted for one' }),
    action: z.string(),
    title: z.string(),
    from: maybeText,
    to: maybeText,
    message: z.string(),
    itemId: id,
    itemName: z.string(),
    itemType: kind,
    receipt: receipt.nullable(),
    isBeingChained: z
      .boolean()
      .meta({ description: 'There is a receipt for this reader, and it comes within a second or two' }),
  })
  .meta({ id: 'ActivityItem' })
export type ActivityItem = z.infer<typeof activityItem>

export const commentItem = z
  .object({ id, at: instant, author: z.string(), text: z.string(), json: z.string() })
  .meta({ id: 'CommentItem' })
export type CommentItem = z.infer<typeof commentItem>

/** Somebody who can be mentioned in a comment: an organisation, or a person of one. */
export const mentionable = named
  .extend({ kind: z.enum(['user', 'organisation']), of: maybeText })
  .meta({ id: 'Mentionable' })
export type Mentionable = z.infer<typeof mentionable>

export const documentItem = named
  .extend({
    tag: z.string(),
    type: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    uploadedAt: instant,
    uploadedBy: z.string(),
    reason: maybeText,
    replaced: z.boolean().meta({ description: 'Replaced by a later one, kept for the record' }),
    links: selfLink,
  })
  .meta({ id: 'DocumentItem' })
export type DocumentItem = z.infer<typeof documentItem>

const location = named.extend({ ...address, ...place }).meta({ id: 'ProjectLocation' })
export type LocationView = z.infer<typeof location>

const ofSubject = z.object({ subjectType: z.string().optional(), subjectId: z.string().optional() })
const ofOwner = z.object({ ownerType: z.string().optional(), ownerId: z.string().optional() })

export const listActivity = endpoint('GET /api/activity', {
  id: 'listActivity',
  tag,
  summary: 'The trail of a subject, newest first; subjectType and subjectId are needed',
  access: 'member',
  byKey: 'read',
  query: ofSubject.extend({
    limit: z.int().min(1).max(200).optional(),
    cursor: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: { 200: listOf(activityItem), 404: refusal },
})
export const readActivityItem = endpoint('GET /api/activity-item/:id', {
  id: 'readActivityItem',
  tag,
  summary: 'One entry of the trail',
  access: 'member',
  byKey: 'read',
  answers: { 200: activityItem },
})
export const readReceipt = endpoint('GET /api/activity-item/:id/receipt', {
  id: 'readReceipt',
  tag,
  summary:
    'The receipt of an entry, as a file to be kept, with the proof that the entry is in the public log; 404 for whom it does not concern',
  access: 'member',
  byKey: 'read',
  answers: { 200: provenReceipt, 404: refusal },
})
export const listComments = endpoint('GET /api/comments', {
  id: 'listComments',
  tag,
  summary: 'The comments on a subject, oldest first; subjectType and subjectId are needed',
  access: 'member',
  byKey: 'read',
  query: ofSubject,
  answers: { 200: listOf(commentItem), 404: refusal },
})
export const listMentionable = endpoint('GET /api/mentionable', {
  id: 'listMentionable',
  tag,
  summary: 'Who can be mentioned in a comment on a subject: who may see it',
  access: 'member',
  query: ofSubject.extend({ q: z.string().optional() }),
  answers: { 200: listOf(mentionable), 404: refusal },
})
export const listFiles = endpoint('GET /api/files', {
  id: 'listFiles',
  tag,
  summary: 'The documents filed under a subject; ownerType and ownerId are needed',
  access: 'member',
  byKey: 'read',
  query: ofOwner,
  answers: { 200: listOf(documentItem), 404: refusal },
})
export const readFile = endpoint('GET /api/file/:id', {
  id: 'readFile',
  tag,
  summary: 'The bytes of a document, to be saved; its own owner decides who may',
  access: 'member',
  byKey: 'read',
  query: ofOwner,
  answers: { 200: media({ '*/*': binary }) },
})
export const readLocation = endpoint('GET /api/location/:id', {
  id: 'readLocation',
  tag,
  summary: 'Where a project or a requirement is; ownerType and ownerId are needed',
  access: 'member',
  byKey: 'read',
  query: ofOwner,
  answers: { 200: location },
})

/** A document filed under a subject. */
export const filedDocument = noun({
  kind: 'filedDocument',
  path: 'file',
  called: ['document', 'documents'],
  readBy: 'parent',
  under: ['ownerKind', 'ownerId'],
})

/** A remark on a subject. */
export const comment = noun({
  kind: 'comment',
  called: ['comment', 'comments'],
  readBy: 'parent',
  under: ['subjectKind', 'subjectId'],
})

/** What was answered to a declaration. */
export const declarationAnswer = noun({
  kind: 'declarationAnswer',
  called: ['declaration answer', 'declaration answers'],
  readBy: 'parent',
  under: ['subjectKind', 'subjectId'],
})
