import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { findAction } from '#actions/index'
import { type Submission, submission } from '#contract/form'
import { readBy } from '#contract/rules'
import type { Actor } from '#domain/actor'
import type { Kind } from '#domain/entities'
import type { FileRef } from '#domain/filed-document'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import { receiveUpload, tooLargeUpload } from '../files/file-store.ts'
import { admit } from '../runner/gates.ts'
import { badRequest } from '../runner/refusals.ts'
import type { AppContext } from './app-context.ts'
import { refuseIllFormed } from './serve.ts'

/** Which action is run, on what. */
export interface Target {
  kind: Kind
  id: string
  actionName: string
}

/** What a submission holds besides its files, and the lines that part them. */
const MOST_BESIDES = 2 * 1024 * 1024
/** After a refusal so much more is read and thrown away, that the answer is heard; then the connection is closed. */
const MOST_DRAINED = 4 * LARGEST_UPLOAD

/**
 * The answers of a multipart submission: each file is stored first, unowned, and stands in the answers by its id. Before
 * anything of it is read, the action must be open to the sender on this subject, and what is sent fit into the budget;
 * `allow` is asked before a file is stored. However it ends, the connection is left fit for the next request.
 */
export const receiveSubmission = async (
  context: AppContext,
  request: FastifyRequest,
  actor: Actor,
  target: Target,
  allow: (submitted: Submission | undefined) => Promise<void>,
): Promise<Submission> => {
  let giveBack: (() => void) | undefined
  try {
    giveBack = await admitUpload(context, request, actor, target)
    return await partsOf(context, request, actor, target, allow)
  } finally {
    giveBack?.()
    drain(request.raw)
  }
}

/** Lets an upload begin; answers how to give back what it holds of the budget. */
const admitUpload = async (
  { runtime, files }: AppContext,
  { headers }: FastifyRequest,
  actor: Actor,
  { kind, id, actionName }: Target,
): Promise<() => void> => {
  const { action } = await admit(
    runtime.store.read,
    { actor, kind, subjectId: id, actionName },
    runtime.now(),
  )
  const asked = Object.values(action.fields).filter(({ storage }) => storage === 'file').length
  const most = asked * LARGEST_UPLOAD + MOST_BESIDES
  const size = Number(headers['content-length'] ?? most)
  if (size > most) throw asked === 0 ? badRequest('No file is asked for here') : tooLargeUpload()
  return files.budget.claim(actor.userId ?? '', size)
}

const partsOf = async (
  { runtime, files }: AppContext,
  request: FastifyRequest,
  actor: Actor,
  { kind, actionName }: Target,
  allow: (submitted: Submission | undefined) => Promise<void>,
): Promise<Submission> => {
  const fields = findAction(kind, actionName)?.fields ?? {}
  let submitted: Submission | undefined
  const uploaded = new Map<string, FileRef>()
  for await (const part of request.parts()) {
    const { fieldname } = part
    if (part.type === 'field') {
      if (fieldname !== 'submission') throw badRequest(`Unexpected part ${fieldname}`)
      submitted = submissionFrom(jsonOf(String(part.value)))
      continue
    }
    const field = Object.hasOwn(fields, fieldname) ? fields[fieldname] : undefined
    if (field?.storage !== 'file') throw badRequest(`No file is asked for under ${fieldname}`)
    if (uploaded.has(fieldname)) throw badRequest(`Only one file is asked for under ${fieldname}`)
    await allow(submitted)
    const about = { name: part.filename, accept: field.accept ?? [], actor }
    uploaded.set(fieldname, await receiveUpload(runtime, files, part.file, about))
  }
  if (!submitted) throw badRequest('The part submission is missing')
  return { ...submitted, values: { ...submitted.values, ...Object.fromEntries(uploaded) } }
}

const submissionFrom = (body: unknown): Submission => {
  const parsed = readBy(submission, body)
  if (!parsed.success) throw badRequest('A submission is { values, version }')
  refuseIllFormed(body)
  return parsed.data
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The part submission is not JSON')
  }
}

/** Throws away what is still to come of a request: a browser hears the answer only once it has sent all. */
const drain = (raw: IncomingMessage): void => {
  if (raw.readableEnded || raw.destroyed) return
  let left = MOST_DRAINED
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}
