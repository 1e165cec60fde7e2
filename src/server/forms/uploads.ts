import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { findAction } from '#actions/index'
import { type Submission, submission } from '#contract/kit/form'
import { parseWith } from '#contract/people/rules'
import type { Actor } from '#domain/people/actor'
import type { Kind } from '#domain/disclosure/entities'
import type { UploadedFileRef } from '#domain/text/filed-document'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { receiveUpload, uploadTooLargeError } from '../files/file-store.ts'
import { admitToAction } from '../runner/gates.ts'
import { badRequestError } from '../runner/refusals.ts'
import type { UnstoredUploads } from './unstored-uploads.ts'
import type { AppContext } from '../http/app-context.ts'
import { refuseUnstorableText } from '../http/serve.ts'

/** The action to run and its subject. */
export interface SubmissionTarget {
  kind: Kind
  id: string
  actionName: string
}

/** Largest size, in bytes, of a submission without its files, including the multipart boundaries. */
const MOST_BESIDES = 2 * 1024 * 1024
/**
 * After a refusal, up to this many bytes are read and discarded, so that the client reads the answer; then the
 * connection is closed.
 */
const MOST_DRAINED = 4 * MAX_UPLOAD_BYTES

/**
 * Answers of a multipart submission. Each file is first stored without an owner, and the answers contain its id.
 * Before anything is read, the action must be available to the sender on this subject, and the size must fit the
 * budget; `allow` is checked before a file is stored; with `unstored` none is. The connection always stays usable for the next request.
 */
export const receiveSubmission = async (
  context: AppContext,
  request: FastifyRequest,
  actor: Actor,
  target: SubmissionTarget,
  allow: (submitted: Submission | undefined) => Promise<void>,
  unstored?: UnstoredUploads,
): Promise<Submission> => {
  let giveBack: (() => void) | undefined
  try {
    giveBack = await admitUpload(context, request, actor, target)
    return await partsOf(context, request, actor, target, { allow, unstored })
  } finally {
    giveBack?.()
    discardRest(request.raw)
  }
}

/** Reserves budget for an upload; returns the function that releases it. */
const admitUpload = async (
  { runtime, files }: AppContext,
  { headers }: FastifyRequest,
  actor: Actor,
  { kind, id, actionName }: SubmissionTarget,
): Promise<() => void> => {
  const { action } = await admitToAction(
    runtime.store.read,
    { actor, kind, subjectId: id, actionName },
    runtime.now(),
  )
  const asked = Object.values(action.fields).filter(({ storage }) => storage === 'file').length
  const most = asked * MAX_UPLOAD_BYTES + MOST_BESIDES
  const size = Number(headers['content-length'] ?? most)
  if (size > most) throw asked === 0 ? badRequestError('This form takes no file') : uploadTooLargeError()
  return files.budget.claim(actor.userId ?? '', size)
}

const partsOf = async (
  { runtime, files }: AppContext,
  request: FastifyRequest,
  actor: Actor,
  { kind, actionName }: SubmissionTarget,
  {
    allow,
    unstored,
  }: { allow: (submitted: Submission | undefined) => Promise<void>; unstored: UnstoredUploads | undefined },
): Promise<Submission> => {
  const fields = findAction(kind, actionName)?.fields ?? {}
  let submitted: Submission | undefined
  const uploaded = new Map<string, UploadedFileRef>()
  for await (const part of request.parts()) {
    const { fieldname } = part
    if (part.type === 'field') {
      if (fieldname !== 'submission') throw badRequestError(`Unexpected part ${fieldname}`)
      submitted = submissionFrom(jsonOf(String(part.value)))
      continue
    }
    const field = Object.hasOwn(fields, fieldname) ? fields[fieldname] : undefined
    if (field?.storage !== 'file') throw badRequestError(`The field ${fieldname} takes no file`)
    if (uploaded.has(fieldname)) throw badRequestError(`The field ${fieldname} takes only one file`)
    await allow(submitted)
    const about = { name: part.filename, accept: field.accept ?? [], actor }
    const receive = unstored?.receive ?? receiveUpload
    uploaded.set(fieldname, await receive(runtime, files, part.file, about))
  }
  if (!submitted) throw badRequestError('The part submission is missing')
  return { ...submitted, values: { ...submitted.values, ...Object.fromEntries(uploaded) } }
}

const submissionFrom = (body: unknown): Submission => {
  const parsed = parseWith(submission, body)
  if (!parsed.success) throw badRequestError('A submission must have the form { values, version }')
  refuseUnstorableText(body)
  return parsed.data
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequestError('The part submission is not JSON')
  }
}

/** Discards the rest of a request: browsers read the answer only after they have sent everything. */
export const discardRest = (raw: IncomingMessage): void => {
  if (raw.readableEnded || raw.destroyed) return
  let left = MOST_DRAINED
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}
