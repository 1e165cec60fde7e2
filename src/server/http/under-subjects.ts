import { Buffer } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Entities, StoredKind } from '#domain/entities'
import type { FiledDocument } from '#domain/filed-document'
import type { Named } from '#domain/wire/general'
import { badRequest, notFound } from '../runner/refusals.ts'
import { PROJECT_RECORDS } from '../views/history.ts'
import { namesOf } from '../views/names.ts'
import { activityItem, activityOf, commentsOf, documentsOf } from '../views/trail.ts'
import { mentionable } from '../views/mentionable.ts'
import { mayReadById } from '../views/visible.ts'
import { contextOf, requireActor, type AppContext, visibleSubject } from './app-context.ts'

type Asked = { Querystring: Record<string, string | string[] | undefined>; Params: { id: string } }

const one = ({ query }: FastifyRequest<Asked>, name: string): string | undefined => {
  const value = query[name]
  if (Array.isArray(value)) throw badRequest(`Unknown query value: ${name} may be given once`)
  return value || undefined
}

const wholeNumber = (text: string | undefined, name: string, usual: number, most: number): number => {
  if (text === undefined) return usual
  const number = Number(text)
  if (!/^\d{1,15}$/.test(text) || number < 1 || number > most)
    throw badRequest(`Unknown query value: ${name}`)
  return number
}

/** What lies under subjects: activity, comments, documents, location. Whoever may read the subject may read it. */
export const underSubjectRoutes = (app: FastifyInstance, serving: AppContext): void => {
  const { runtime, files } = serving
  const { db, read } = runtime.store

  const subjectNamed = async (
    request: FastifyRequest<Asked>,
    words: { kind: string; id: string },
    why: string,
  ): Promise<{ kind: StoredKind; id: string }> => {
    const kind = one(request, words.kind)
    const id = one(request, words.id)
    if (!kind || !id) throw badRequest(why)
    const isThere = id.length <= 100 && (await mayReadById(kind, id, requireActor(request), read))
    if (!isThere) throw notFound()
    return { kind: kind as StoredKind, id }
  }
  const subjectOf = (request: FastifyRequest<Asked>) =>
    subjectNamed(
      request,
      { kind: 'subjectType', id: 'subjectId' },
      'Unknown query value: subjectType and subjectId are needed',
    )
  const ownerOf = (request: FastifyRequest<Asked>, what: string) =>
    subjectNamed(request, { kind: 'ownerType', id: 'ownerId' }, `${what} path must have an owner defined`)

  const page = (request: FastifyRequest<Asked>) => {
    const cursor = one(request, 'cursor')
    return {
      limit: wholeNumber(one(request, 'limit'), 'limit', 50, 200),
      ...(cursor && { before: wholeNumber(cursor, 'cursor', 1, Number.MAX_SAFE_INTEGER) }),
    }
  }
  const whole = <T>(items: T[]) => ({ items, total: items.length, next: null, actions: [] })

  app.get<Asked>('/api/activity', async request =>
    activityOf(db, await subjectOf(request), requireActor(request), page(request)),
  )
  app.get<Asked>('/api/activity-item/:id', async request => {
    const { id } = request.params
    const entry = /^\d{1,15}$/.test(id)
      ? await db.selectFrom('activity').selectAll().where('seq', '=', Number(id)).executeTakeFirst()
      : undefined
    const reader = requireActor(request)
    if (!entry || !(await mayReadById(entry.subjectKind, entry.subjectId, reader, read))) throw notFound()
    return activityItem(db, entry, reader)
  })
  app.get<Asked>('/api/comments', async request =>
    whole(await commentsOf(db, await subjectOf(request), requireActor(request))),
  )
  app.get<Asked>('/api/mentionable', async request => {
    const { kind, id } = await subjectOf(request)
    const subject = await visibleSubject(runtime, kind, id, requireActor(request))
    return mentionable({ kind, subject }, one(request, 'q') ?? '', requireActor(request), contextOf(runtime))
  })
  for (const [record, kept] of Object.entries(PROJECT_RECORDS))
    app.get<Asked>(`/api/project/:id/${record}`, async request => {
      const reader = requireActor(request)
      const { id } = await visibleSubject(runtime, 'project', request.params.id, reader)
      return kept(db, id, reader)
    })

  app.get<Asked>('/api/files', async request =>
    whole(await documentsOf(db, await ownerOf(request, 'file'), requireActor(request))),
  )
  // Without an owner in the query the document's own owner decides: an id alone opens nothing.
  app.get<Asked>('/api/file/:id', async (request, reply) => {
    const document = await visibleSubject(runtime, 'filedDocument', request.params.id, requireActor(request))
    const found = await files.open(document.sha256)
    if (!found) throw notFound()
    return asDownload(reply, document, found.size).send(found.stream)
  })

  app.get<Asked>('/api/location/:id', async request => {
    const owner = await ownerOf(request, 'location')
    const { id } = request.params
    const place =
      id === owner.id && (owner.kind === 'project' || owner.kind === 'requirement')
        ? await read.one(owner.kind, id)
        : undefined
    if (!place) throw notFound()
    return locationOf(place)
  })

  const locationOf = async (place: Entities['project'] | Entities['requirement']) => {
    const name = async (kind: 'nca' | 'lpa' | 'subcatchment', id: string | null): Promise<Named | null> =>
      (await namesOf(db, kind, [id]))(id)
    return {
      id: place.id,
      name: place.name,
      nearAddress: place.nearAddress,
      gridReference: place.gridReference,
      threeWords: place.threeWords,
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
