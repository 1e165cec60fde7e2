import { Buffer } from 'node:buffer'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readProjectBalance } from '#contract/lists'
import { projectRecords } from '#contract/project-records'
import * as subjects from '#contract/subject'
import type { Named } from '#contract/values'
import type { Actor } from '#domain/actor'
import type { Entities, StoredKind } from '#domain/entities'
import type { FiledDocument } from '#domain/filed-document'
import { badRequest, notFound } from '../runner/refusals.ts'
import type { ActivityTable } from '../store/log-tables.ts'
import { projectBalance } from '../views/project-balance.ts'
import { PROJECT_RECORDS } from '../views/history.ts'
import { namesOf } from '../views/names.ts'
import { addressOf } from '../views/place.ts'
import { provenReceipt } from '../views/receipts.ts'
import { activityItem, activityOf, commentsOf, documentsOf } from '../views/trail.ts'
import { mentionable } from '../views/mentionable.ts'
import { isSubjectKind, mayReadById } from '../views/visible.ts'
import { type AppContext, contextOf, visibleSubject } from './app-context.ts'
import { serve } from './serve.ts'

const LONGEST_ID = 100

/** What lies under subjects: activity, comments, documents, location. Whoever may read the subject may read it. */
export const subjectRoutes = (app: FastifyInstance, { runtime, files }: AppContext): void => {
  const { db, read } = runtime.store

  const subjectNamed = async (
    kind: string | undefined,
    id: string | undefined,
    actor: Actor,
    why: string,
  ): Promise<{ kind: StoredKind; id: string }> => {
    if (!kind || !id) throw badRequest(why)
    if (!isSubjectKind(kind) || id.length > LONGEST_ID || !(await mayReadById(kind, id, actor, read)))
      throw notFound()
    return { kind, id }
  }
  const subjectOf = (query: { subjectType?: string; subjectId?: string }, actor: Actor) =>
    subjectNamed(
      query.subjectType,
      query.subjectId,
      actor,
      'Unknown query value: subjectType and subjectId are needed',
    )
  const ownerOf = (query: { ownerType?: string; ownerId?: string }, actor: Actor, what: string) =>
    subjectNamed(query.ownerType, query.ownerId, actor, `${what} path must have an owner defined`)

  const whole = <T>(items: T[]) => ({ items, total: items.length, next: null, actions: [] })

  serve(app, subjects.listActivity, async ({ query, actor }) =>
    activityOf(db, await subjectOf(query, actor), actor, { limit: query.limit ?? 50, before: query.cursor }),
  )
  const entryOf = async (id: string, actor: Actor): Promise<ActivityTable> => {
    const entry = /^\d{1,15}$/.test(id)
      ? await db.selectFrom('activity').selectAll().where('id', '=', Number(id)).executeTakeFirst()
      : undefined
    if (!entry || !(await mayReadById(entry.subjectKind, entry.subjectId, actor, read))) throw notFound()
    return entry
  }
  serve(app, subjects.readActivityItem, async ({ params: { id }, actor }) =>
    activityItem(db, await entryOf(id, actor), actor),
  )
  serve(app, subjects.readReceipt, async ({ params: { id }, actor, reply }) => {
    const receipt = await provenReceipt(db, await entryOf(id, actor), actor)
    if (!receipt) throw notFound()
    reply.header('content-disposition', `attachment; filename="receipt-${id}.json"`)
    return receipt
  })
  serve(app, subjects.listComments, async ({ query, actor }) =>
    whole(await commentsOf(db, await subjectOf(query, actor), actor)),
  )
  serve(app, subjects.listMentionable, async ({ query, actor }) => {
    const { kind, id } = await subjectOf(query, actor)
    const subject = await visibleSubject(runtime, kind, id, actor)
    return mentionable({ kind, subject }, query.q ?? '', actor, contextOf(runtime))
  })
  const projectId = async (id: string, actor: Actor) =>
    (await visibleSubject(runtime, 'project', id, actor)).id
  serve(app, readProjectBalance, async ({ params: { id }, query, actor }) =>
    projectBalance(db, await projectId(id, actor), contextOf(runtime, query.on).on),
  )
  serve(app, projectRecords.compliance, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.compliance(db, await projectId(id, actor), actor),
  )
  serve(app, projectRecords.performance, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.performance(db, await projectId(id, actor), actor),
  )
  serve(app, projectRecords.verification, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.verification(db, await projectId(id, actor), actor),
  )
  serve(app, projectRecords.screening, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.screening(db, await projectId(id, actor), actor),
  )
  serve(app, projectRecords.certification, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.certification(db, await projectId(id, actor), actor),
  )

  serve(app, subjects.listFiles, async ({ query, actor }) =>
    whole(await documentsOf(db, await ownerOf(query, actor, 'file'), actor)),
  )
  // Without an owner in the query the document's own owner decides: an id alone opens nothing.
  serve(app, subjects.readFile, async ({ params, actor, reply }) => {
    const document = await visibleSubject(runtime, 'filedDocument', params.id, actor)
    const found = await files.open(document.sha256)
    if (!found) throw notFound()
    return asDownload(reply, document, found.size).send(found.stream)
  })

  serve(app, subjects.readLocation, async ({ params: { id }, query, actor }) => {
    const owner = await ownerOf(query, actor, 'location')
    const place =
      id === owner.id && (owner.kind === 'project' || owner.kind === 'requirement')
        ? await read.one(owner.kind, id)
        : undefined
    if (!place) throw notFound()
    return locationOf(place)
  })

  const locationOf = async (
    place: Entities['project'] | Entities['requirement'],
  ): Promise<subjects.LocationView> => {
    const name = async (kind: 'nca' | 'lpa' | 'subcatchment', id: string | null): Promise<Named | null> =>
      (await namesOf(db, kind, [id]))(id)
    return {
      id: place.id,
      name: place.name,
      ...addressOf(place),
      nca: await name('nca', place.ncaId),
      lpa: await name('lpa', place.lpaId),
      subcatchment: await name('subcatchment', place.subcatchmentId),
    }
  }
}

/** A document is saved, never shown in a page of ours: whatever it holds, it can do nothing here. */
const asDownload = (reply: FastifyReply, { name, type }: FiledDocument, size: number) =>
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', dispositionOf(name))
    .header('content-length', size)
    .type(type)

const dispositionOf = (name: string): string => {
  const plain = Buffer.from(name.normalize('NFKD').replace(/[^\x20-\x7e]|["\\%]/g, '_'), 'latin1').toString()
  const full = encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
