import { nounOf, apiAddress, SUBJECT_NOUNS } from '#contract/nouns/nouns'
import type { ActionName } from '#actions/index'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#domain/people/actor'
import { capitalise } from '#domain/text/sentence'
import type { SubjectComment } from '#domain/text/comment'
import { type Kind, type StoredKind } from '#domain/disclosure/entities'
import type { FiledDocument } from '#domain/text/filed-document'
import type { ActivityItem, CommentItem, DocumentItem } from '#contract/subject/subject'
import type { ListPage } from '#contract/kit/resource'
import { restorePersonalValues } from '../store/personal.ts'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { readNamesOfKind, readPeopleNames } from '../views/kit/names.ts'
import { readReceipts, filterEntriesWithReceipt } from './receipts.ts'
import { mayReadAll } from '#contract/nouns/read-access'

const knownTo = (reader: Actor) => ({ seesAll: mayReadAll(reader), organisationId: reader.organisationId })

const COMPARED: readonly string[] = ['RecordComparison'] satisfies ActionName[]

/** Earlier versions wrote a sum into the audit trail of the round; only the operator may see it. */
const messageFor = (reader: Actor, { action, message }: ActivityTable): string =>
  COMPARED.includes(action) && !mayReadAll(reader) ? 'The engine compared this match with its own.' : message

const keyIn = ({ byKey }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof byKey === 'string' ? byKey : undefined

/** Names of the keys that entries were made with, for readers who may know their owners. */
const namesOfKeys = async (db: Kysely<Database>, ids: readonly string[], reader: Actor) => {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('apiKey')
    .innerJoin('user', 'user.id', 'apiKey.userId')
    .select(['apiKey.id', 'apiKey.name', 'organisationId'])
    .where('apiKey.id', 'in', ids)
    .execute()
  const known = rows.filter(
    one =>
      mayReadAll(reader) || (one.organisationId !== null && one.organisationId === reader.organisationId),
  )
  return new Map(known.map(({ id, name }) => [id, name]))
}

const quotesIn = ({ quote }: Readonly<Record<string, unknown>>): string[] =>
  typeof quote === 'string' ? [quote] : []

/** The second person who approved an entry's act, if one had to. */
const approverOf = ({ details }: Pick<ActivityTable, 'details'>): string | null => {
  const { approvedBy }: { approvedBy?: unknown } = details.includes('"approvedBy"') ? JSON.parse(details) : {}
  return typeof approvedBy === 'string' ? approvedBy : null
}

const nameIf = (nameOf: (id: string) => string, id: string | null) => (id === null ? null : nameOf(id))

/**
 * True if the reader must not learn who acted: a supplier would learn from the report, a paper or a message of a case who holds its
 * units (decision 0184).
 */
const isActorHidden = ({ action, subjectKind, actorId }: ActivityTable, reader: Actor): boolean =>
  subjectKind === 'case' &&
  (action === 'ReportConcern' || action === 'FilePaper' || action === 'WriteMessage') &&
  actorId !== reader.userId &&
  !mayReadAll(reader)

/** Entries of the audit trail as this reader may see them: what happened, never the values that others set. */
const activityItems = async (
  db: Kysely<Database>,
  entries: readonly ActivityTable[],
  reader: Actor,
): Promise<ActivityItem[]> => {
  const person = await readPeopleNames(
    db,
    entries.flatMap(entry => [entry.actorId, approverOf(entry)]),
    knownTo(reader),
  )
  const client = await readNamesOfKind(
    db,
    'organisation',
    entries.map(entry => entry.forClientId),
  )
  const name = await namesBySubject(db, entries)
  const details = await restorePersonalValues(db, entries)
  const keys = await namesOfKeys(
    db,
    entries.flatMap(entry => keyIn(details(entry)) ?? []),
    reader,
  )
  /** The actor, and the key that their program used. */
  const actorOf = (entry: ActivityTable): string => {
    const key = keyIn(details(entry))
    const who = isActorHidden(entry, reader) ? 'Someone whom the case concerns' : person(entry.actorId)
    if (key === undefined) return who
    const called = keys.get(key)
    return called === undefined ? `An API key of ${who}` : `API key ${called} of ${who}`
  }
  const own = await filterEntriesWithReceipt(db, entries, reader)
  const receipts = await readReceipts(db, own)
  return entries.map(entry => ({
    id: String(entry.id),
    at: entry.at,
    actor: actorOf(entry),
    approvedBy: nameIf(person, approverOf(entry)),
    forClient: isActorHidden(entry, reader) ? null : (client(entry.forClientId)?.name ?? null),
    action: entry.action,
    title: entry.title,
    from: entry.fromStatus,
    to: entry.toStatus,
    message: [messageFor(reader, entry), ...quotesIn(details(entry))].join('; '),
    itemId: entry.subjectId,
    itemName: name(entry),
    itemType: entry.subjectKind as Kind,
    receipt: receipts.get(entry.id) ?? null,
    isBeingChained: own.includes(entry) && !receipts.has(entry.id),
  }))
}

const namesBySubject = async (db: Kysely<Database>, entries: readonly ActivityTable[]) => {
  const names = new Map<string, string>()
  for (const { kind } of SUBJECT_NOUNS.filter(noun => noun.isNamed)) {
    const ids = entries.filter(entry => entry.subjectKind === kind).map(entry => entry.subjectId)
    const nameOf = await readNamesOfKind(db, kind, ids)
    for (const id of ids) names.set(`${kind} ${id}`, nameOf(id)?.name ?? id)
  }
  const called = (kind: string): string | undefined => {
    const [one = ''] = nounOf(kind)?.called ?? []
    return one === '' || kind === 'user' ? undefined : capitalise(one)
  }
  return ({ subjectKind, subjectId }: ActivityTable): string =>
    names.get(`${subjectKind} ${subjectId}`) ?? called(subjectKind) ?? subjectId
}

interface Subject {
  kind: StoredKind
  id: string
}

/** Returns the audit trail of a subject, newest first. */
export const readAuditTrail = async (
  db: Kysely<Database>,
  subject: Subject,
  reader: Actor,
  { limit, before }: { limit: number; before?: number },
): Promise<ListPage<ActivityItem>> => {
  const entries = db
    .selectFrom('activity')
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
  const page = await entries
    .selectAll()
    .$if(before !== undefined, query => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { total } = await entries.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const shown = page.slice(0, limit)
  return {
    items: await activityItems(db, shown, reader),
    total,
    next: page.length > limit ? String(shown.at(-1)!.id) : null,
    actions: [],
  }
}

/** Returns one entry of the audit trail. */
export const readAuditTrailEntry = async (
  db: Kysely<Database>,
  entry: ActivityTable,
  reader: Actor,
): Promise<ActivityItem> => (await activityItems(db, [entry], reader))[0]!

/** Returns the comments on a subject, oldest first. */
export const listComments = async (
  db: Kysely<Database>,
  subject: Subject,
  reader: Actor,
): Promise<CommentItem[]> => {
  const comments: SubjectComment[] = await db
    .selectFrom('comment')
    .selectAll()
    .where('subjectKind', '=', subject.kind)
    .where('subjectId', '=', subject.id)
    .orderBy('ordinal')
    .execute()
  const author = await readPeopleNames(
    db,
    comments.map(one => one.authorId),
    knownTo(reader),
  )
  return comments.map(({ id, at, text, json, authorId }) => ({
    id,
    at,
    author: author(authorId),
    text,
    json,
  }))
}

/** Returns the documents filed under a subject, newest first, including replaced ones; `readNames` names those who uploaded them. */
export const listFiledDocuments = async (
  db: Kysely<Database>,
  subject: Subject,
  reader: Actor,
  readNames: typeof readPeopleNames = readPeopleNames,
): Promise<DocumentItem[]> => {
  if (subject.kind === 'round' && !mayReadAll(reader)) return []
  const documents: FiledDocument[] = await db
    .selectFrom('filedDocument')
    .selectAll()
    .where('ownerKind', '=', subject.kind)
    .where('ownerId', '=', subject.id)
    .orderBy('ordinal', 'desc')
    .execute()
  const person = await readNames(
    db,
    documents.map(one => one.uploadedBy),
    knownTo(reader),
  )
  return documents.map(document => ({
    id: document.id,
    name: document.name,
    tag: document.tag ?? '',
    type: document.type,
    size: document.size,
    uploadedAt: document.uploadedAt,
    uploadedBy: person(document.uploadedBy),
    reason: document.reason,
    replaced: document.replacedById !== null,
    links: { self: apiAddress('filedDocument', document.id) },
  }))
}
