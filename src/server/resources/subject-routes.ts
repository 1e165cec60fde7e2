import { Buffer } from 'node:buffer'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readProjectBalance } from '#contract/desk/lists'
import { projectRecords } from '#contract/project/project-records'
import * as subjects from '#contract/subject/subject'
import type { IdAndName } from '#contract/kit/values'
import type { Actor } from '#domain/people/actor'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import type { FiledDocument } from '#domain/text/filed-document'
import { badRequestError, notFoundError } from '../runner/refusals.ts'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import { projectBalance } from '../views/project-balance.ts'
import { PROJECT_RECORDS } from '../views/history.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { selectExactLocation } from '../place/place.ts'
import { readProvenReceipt } from '../log/receipts.ts'
import { readAuditTrailEntry, readAuditTrail, listComments, listFiledDocuments } from '../log/trail.ts'
import { listCaseMessages, partyNamesIn } from '../views/case-messages.ts'
import { listMentionablePeople } from '../views/mentionable.ts'
import { isSubjectKind, mayReadById } from '../views/kit/visible.ts'
import { type AppContext, createViewContext, requireVisibleSubject } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'

const LONGEST_ID = 100

/** Data under subjects: activity, comments, documents, location. Readers of the subject may read it. */
export const subjectRoutes = (app: FastifyInstance, { runtime, files }: AppContext): void => {
  const { db, read } = runtime.store

  const subjectNamed = async (
    kind: string | undefined,
    id: string | undefined,
    actor: Actor,
    why: string,
  ): Promise<{ kind: StoredKind; id: string }> => {
    if (!kind || !id) throw badRequestError(why)
    if (!isSubjectKind(kind) || id.length > LONGEST_ID || !(await mayReadById(kind, id, actor, read)))
      throw notFoundError()
    return { kind, id }
  }
  const subjectOf = (query: { subjectType?: string; subjectId?: string }, actor: Actor) =>
    subjectNamed(
      query.subjectType,
      query.subjectId,
      actor,
      'Unknown query value: subjectType and subjectId are required',
    )
  const ownerOf = (query: { ownerType?: string; ownerId?: string }, actor: Actor, what: string) =>
    subjectNamed(query.ownerType, query.ownerId, actor, `${what} path must have an owner defined`)

  const whole = <T>(items: T[]) => ({ items, total: items.length, next: null, actions: [] })

  mountEndpoint(app, subjects.listActivity, async ({ query, actor }) =>
    readAuditTrail(db, await subjectOf(query, actor), actor, {
      limit: query.limit ?? 50,
      before: query.cursor,
    }),
  )
  const entryOf = async (id: string, actor: Actor): Promise<ActivityTable> => {
    const entry = /^\d{1,15}$/.test(id)
      ? await db.selectFrom('activity').selectAll().where('id', '=', Number(id)).executeTakeFirst()
      : undefined
    if (!entry || !(await mayReadById(entry.subjectKind, entry.subjectId, actor, read))) throw notFoundError()
    return entry
  }
  mountEndpoint(app, subjects.readActivityItem, async ({ params: { id }, actor }) =>
    readAuditTrailEntry(db, await entryOf(id, actor), actor),
  )
  mountEndpoint(app, subjects.readReceipt, async ({ params: { id }, actor, reply }) => {
    const receipt = await readProvenReceipt(db, await entryOf(id, actor), actor)
    if (!receipt) throw notFoundError()
    reply.header('content-disposition', `attachment; filename="receipt-${id}.json"`)
    return receipt
  })
  mountEndpoint(app, subjects.listComments, async ({ query, actor }) => {
    const { kind, id } = await subjectOf(query, actor)
    return whole(
      kind === 'case'
        ? await listCaseMessages(db, await requireVisibleSubject(runtime, kind, id, actor), actor)
        : await listComments(db, { kind, id }, actor),
    )
  })
  mountEndpoint(app, subjects.listMentionable, async ({ query, actor }) => {
    const { kind, id } = await subjectOf(query, actor)
    const subject = await requireVisibleSubject(runtime, kind, id, actor)
    return listMentionablePeople({ kind, subject }, query.q ?? '', actor, createViewContext(runtime))
  })
  const projectId = async (id: string, actor: Actor) =>
    (await requireVisibleSubject(runtime, 'project', id, actor)).id
  mountEndpoint(app, readProjectBalance, async ({ params: { id }, query, actor }) =>
    projectBalance(
      db,
      await requireVisibleSubject(runtime, 'project', id, actor),
      createViewContext(runtime, query.on).on,
    ),
  )
  mountEndpoint(app, projectRecords.compliance, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.compliance(db, await projectId(id, actor), actor),
  )
  mountEndpoint(app, projectRecords.performance, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.performance(db, await projectId(id, actor), actor),
  )
  mountEndpoint(app, projectRecords.verification, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.verification(db, await projectId(id, actor), actor),
  )
  mountEndpoint(app, projectRecords.screening, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.screening(db, await projectId(id, actor), actor),
  )
  mountEndpoint(app, projectRecords.certification, async ({ params: { id }, actor }) =>
    PROJECT_RECORDS.certification(db, await projectId(id, actor), actor),
  )

  mountEndpoint(app, subjects.listFiles, async ({ query, actor }) => {
    const { kind, id } = await ownerOf(query, actor, 'file')
    const names =
      kind === 'case' ? partyNamesIn(await requireVisibleSubject(runtime, kind, id, actor)) : undefined
    return whole(await listFiledDocuments(db, { kind, id }, actor, names))
  })
  // Without an owner in the query, the document's own owner decides access: an id alone grants none.
  mountEndpoint(app, subjects.readFile, async ({ params, actor, reply }) => {
    const document = await requireVisibleSubject(runtime, 'filedDocument', params.id, actor)
    const found = await files.open(document.sha256)
    if (!found) throw notFoundError()
    return asDownload(reply, document, found.size).send(found.stream)
  })

  mountEndpoint(app, subjects.readLocation, async ({ params: { id }, query, actor }) => {
    const owner = await ownerOf(query, actor, 'location')
    const place =
      id === owner.id && (owner.kind === 'project' || owner.kind === 'requirement')
        ? await read.one(owner.kind, id)
        : undefined
    if (!place) throw notFoundError()
    return locationOf(place)
  })

  const locationOf = async (
    place: EntityMap['project'] | EntityMap['requirement'],
  ): Promise<subjects.LocationView> => {
    const name = async (kind: 'nca' | 'lpa' | 'subcatchment', id: string | null): Promise<IdAndName | null> =>
      (await readNamesOfKind(db, kind, [id]))(id)
    return {
      id: place.id,
      name: place.name,
      ...selectExactLocation(place),
      nca: await name('nca', place.ncaId),
      lpa: await name('lpa', place.lpaId),
      subcatchment: await name('subcatchment', place.subcatchmentId),
    }
  }
}

/** Documents are sent as attachments and never shown inline, so that no content of theirs can run on this site. */
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
