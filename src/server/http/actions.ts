import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findAction } from '#actions/index'
import type { Actor } from '#domain/actor'
import { COLLECTIONS, type Kind } from '#domain/entities'
import type { Submission } from '#domain/wire/form'
import { receiveUpload, type FileStore } from '../files/file-store.ts'
import { tableIn } from '../files/read-table.ts'
import { PAGE_KINDS } from '../runner/facts.ts'
import { formOf } from '../runner/form.ts'
import { badRequest } from '../runner/refusals.ts'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'
import { PATHS, selfOf } from '../views/context.ts'

/** A post to a collection is its creating action under a second name. */
const COLLECTION_POSTS = {
  organisations: 'CreateOrganisation',
  rounds: 'CreateRound',
  projects: 'CreateProject',
  requirements: 'CreateCreditRequirement',
} as const

const submissionShape = z.object({
  values: z.record(z.string(), z.unknown()),
  version: z.number().int().nonnegative().optional(),
  preview: z.boolean().optional(),
})

const submissionFrom = (body: unknown): Submission => {
  const parsed = submissionShape.safeParse(body)
  if (!parsed.success) throw badRequest('A submission is { values, version }')
  return parsed.data
}

interface Target {
  kind: Kind
  id: string
  actionName: string
}

/** The answers of a multipart submission: each file is stored first, unowned, and stands in the answers by its id. */
const multipart = async (
  runtime: Runtime,
  files: FileStore,
  request: FastifyRequest,
  actor: Actor,
  { kind, actionName }: Target,
): Promise<Submission> => {
  let submission: Submission | undefined
  const uploaded: Record<string, { id: string; name: string }> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname !== 'submission') throw badRequest(`Unexpected part ${part.fieldname}`)
      submission = submissionFrom(jsonOf(String(part.value)))
      continue
    }
    const field = findAction(kind, actionName)?.fields[part.fieldname]
    if (field?.storage !== 'file') throw badRequest(`No file is asked for under ${part.fieldname}`)
    uploaded[part.fieldname] = await receiveUpload(runtime, files, part.file, {
      name: part.filename,
      accept: field.accept ?? [],
      actor,
    })
  }
  if (!submission) throw badRequest('The part submission is missing')
  return { ...submission, values: { ...submission.values, ...uploaded } }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The part submission is not JSON')
  }
}

/** The two endpoints of every action there is and will be, for subjects and for collections. */
export const actionRoutes = (
  app: FastifyInstance,
  runtime: Runtime,
  files: FileStore,
  actorOf: (request: FastifyRequest) => Promise<Actor>,
  refuseUnlessFresh: (request: FastifyRequest) => Promise<void>,
): void => {
  const ask = async (request: FastifyRequest, { kind, id, actionName }: Target, self: string) => {
    const actor = await actorOf(request)
    const { wizard } = request.query as { wizard?: string }
    return formOf(runtime.store.read, runtime.now(), {
      actor,
      kind,
      subjectId: id,
      actionName,
      wizardName: wizard,
      self,
    })
  }
  const run = async (request: FastifyRequest, target: Target) => {
    const actor = await actorOf(request)
    if (findAction(target.kind, target.actionName)?.stepUp) await refuseUnlessFresh(request)
    const { wizard } = request.query as { wizard?: string }
    const key = request.headers['idempotency-key']
    const submission = request.isMultipart()
      ? await multipart(runtime, files, request, actor, target)
      : submissionFrom(request.body)
    return runAction(runtime, {
      actor,
      kind: target.kind,
      subjectId: target.id,
      actionName: target.actionName,
      submission,
      wizardName: wizard,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      readTable: list => tableIn(runtime.store.db, files, list),
    })
  }

  for (const kind of PAGE_KINDS) {
    const url = `/api/${PATHS[kind]}/:id/action/:action`
    const target = (request: FastifyRequest): Target => {
      const { id, action } = request.params as { id: string; action: string }
      return { kind, id, actionName: action }
    }
    app.get(url, request => ask(request, target(request), selfOf(kind, target(request).id)))
    app.post(url, request => run(request, target(request)))
  }
  for (const kind of COLLECTIONS) {
    const url = `/api/${PATHS[kind]}/action/:action`
    const target = (request: FastifyRequest): Target => ({
      kind,
      id: kind,
      actionName: (request.params as { action: string }).action,
    })
    app.get(url, request => ask(request, target(request), `/api/${PATHS[kind]}`))
    app.post(url, request => run(request, target(request)))
  }
  for (const [kind, actionName] of Object.entries(COLLECTION_POSTS) as [Kind, string][])
    app.post(`/api/${kind}`, request => run(request, { kind, id: kind, actionName }))
}
