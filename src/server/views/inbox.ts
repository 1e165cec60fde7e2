import { type RawBuilder, sql } from 'kysely'
import { noticeOf, NOTICES } from '#actions/notices/index'
import { type ReaderOfNotices, TOPICS } from '#actions/notices/notice'
import { available } from '#actions/kit/available'
import { findAction } from '#actions/index'
import { readingOnce } from '#actions/round/reading-once'
import type { InboxItem, NoticeChoice, readInbox } from '#contract/inbox'
import { linksOf } from '#contract/nouns'
import { ownerOf } from '#contract/ownership'
import type { AnswerOf, QueryOf } from '#contract/endpoint'
import { type Actor, SYSTEM } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { SubjectOf, StoredKind } from '#domain/entities'
import type { NoticeFacts } from '#domain/notice'
import { availableOn } from '../runner/available.ts'
import { roundOf } from '../runner/facts.ts'
import { choicesOf, inboxCounts, IS_OPEN } from '../store/inbox.ts'
import type { InboxItemTable } from '../store/tables.ts'
import type { ViewContext } from './context.ts'
import { namesOf } from './names.ts'
import { mayReadRow } from './visible.ts'

type Query = QueryOf<typeof readInbox>
type Row = Omit<InboxItemTable, 'waitsFor' | 'facts' | 'forDigest' | 'letterId' | 'userId'> & {
  waitsFor: readonly string[]
  facts: NoticeFacts
  isOpen: boolean
}

const USUAL_PAGE = 50

/** By what an inbox can be narrowed down, and how much of it that leaves. */
type Facet = { of: 'markets' | 'rounds' | 'clients' | 'kinds'; id: string; name: string }

const begun = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const kindsOf = (topic: string, kinds: readonly string[]): readonly string[] =>
  kinds.filter(kind => noticeOf(kind)?.topic === topic)

const narrowed = (userId: string, query: Query, kinds: readonly string[]): RawBuilder<boolean> => {
  const { show = 'toDo', marketId, marketRoundId, topic, clientId } = query
  const conditions = [
    sql`inbox_item.user_id = ${userId}`,
    ...(show === 'toDo' ? [IS_OPEN] : show === 'unread' ? [sql`inbox_item.read_at is null`] : []),
    ...(marketId ? [sql`inbox_item.round_id in (select id from round where market_id = ${marketId})`] : []),
    ...(marketRoundId ? [sql`inbox_item.round_id = ${marketRoundId}`] : []),
    ...(clientId ? [sql`inbox_item.organisation_id = ${clientId}`] : []),
    ...(topic ? [sql`inbox_item.kind = any(${kindsOf(topic, kinds)}::text[])`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const SOMEBODY: Actor = { ...SYSTEM, userId: 'somebody' }
const AN_OPERATOR: Actor = { ...SOMEBODY, groups: ['admin'], organisationType: 'OPER' }

/** What the reader can do about an item that waits, or whose turn it is; neither where nobody can do it now. */
const turnOf = async (
  { isOpen, subjectKind, subjectId, waitsFor }: Row,
  reader: Actor,
  { read, now }: ViewContext,
): Promise<Pick<InboxItem, 'action' | 'waitsFor'>> => {
  const nobody = { action: null, waitsFor: null }
  const found = isOpen ? await read.one(subjectKind, subjectId) : undefined
  if (!found || !(await mayReadRow(subjectKind, found, reader, read))) return nobody
  const subject = found as SubjectOf<StoredKind>
  const around = {
    round: await roundOf(read, subjectKind, subject),
    today: dayOf(now),
  }
  const offered = availableOn(subjectKind, subject, reader, around)
  const own = offered.find(({ id }) => waitsFor.includes(id))
  if (own)
    return {
      action: {
        id: own.id,
        title: own.title,
        links: { self: linksOf(subjectKind, subjectId).self },
        navigatesTo: own.navigatesTo ?? null,
      },
      waitsFor: null,
    }
  const organisationId = ownerOf(subjectKind, subject)
  const owner: Actor = { ...SOMEBODY, organisationId, organisationType: 'PARTICIPANT' }
  const possibleFor = (actor: Actor) =>
    waitsFor
      .flatMap(name => findAction(subjectKind, name) ?? [])
      .find(action => available(action, actor, subject, around) === true)
  // The market operator can do much in the place of others; it is theirs first.
  const theirs = organisationId === null ? undefined : possibleFor(owner)
  if (organisationId !== null && theirs) {
    const { name } = (await read.one('organisation', organisationId)) ?? { name: 'its owner' }
    return { action: null, waitsFor: { name, to: theirs.title } }
  }
  const operators = possibleFor(AN_OPERATOR)
  return { action: null, waitsFor: operators ? { name: 'the market operator', to: operators.title } : null }
}

/** What somebody is told of, as it can be narrowed down, the latest first. */
export const inboxView = async (
  query: Query,
  reader: Actor,
  given: ViewContext,
): Promise<AnswerOf<typeof readInbox>> => {
  // Many items are of the same round and owner.
  const context = { ...given, read: readingOnce(given.read) }
  const { db } = context
  const userId = reader.userId ?? ''
  const { rows: facets } = await sql<Facet>`
    with own as (select distinct kind, round_id, organisation_id from inbox_item where user_id = ${userId})
    select 'kinds' as of, kind as id, kind as name from own
    union select 'rounds', round.id, market.name || ', ' || round.name
      from own join round on round.id = own.round_id join market on market.id = round.market_id
    union select 'markets', market.id, market.name
      from own join round on round.id = own.round_id join market on market.id = round.market_id
    union select 'clients', organisation.id, organisation.name
      from own join organisation on organisation.id = own.organisation_id
    order by name`.execute(db)
  const of = (one: Facet['of']) =>
    facets.filter(facet => facet.of === one).map(({ id, name }) => ({ id, name }))
  const kinds = of('kinds').map(({ id }) => id)
  const where = narrowed(userId, query, kinds)
  const limit = query.limit ?? USUAL_PAGE
  const offset = query.cursor ?? 0
  const { rows } = await sql<Row>`
    select id, kind, subject_kind, subject_id, round_id, organisation_id, facts, created_at, read_at, waits_for,
      ended_at, ${IS_OPEN} as is_open
    from inbox_item where ${where} order by created_at desc, id limit ${limit} offset ${offset}`.execute(db)
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from inbox_item where ${where}`.execute(db)
  const organisation = await namesOf(
    db,
    'organisation',
    rows.map(({ organisationId }) => organisationId),
  )
  const items = await Promise.all(
    rows.map(async (row): Promise<InboxItem[]> => {
      const notice = noticeOf(row.kind)
      if (!notice) return []
      const { title, paragraphs, link } = notice.says(row.facts)
      return [
        {
          id: row.id,
          notice: row.kind,
          topic: notice.topic,
          title: begun(title),
          text: [...paragraphs],
          where: row.facts['where'] ?? '',
          organisation: organisation(row.organisationId),
          link: { label: link, to: row.facts['page'] ?? '/' },
          ...(await turnOf(row, reader, context)),
          at: row.createdAt,
          isRead: row.readAt !== null,
          isOpen: row.isOpen,
          endedAt: row.endedAt,
        },
      ]
    }),
  )
  const all = total.rows[0]?.total ?? 0
  const next = offset + rows.length
  return {
    counts: await inboxCounts(db, userId),
    items: items.flat(),
    total: all,
    next: next < all ? String(next) : null,
    choices: {
      markets: of('markets'),
      rounds: of('rounds'),
      topics: TOPICS.filter(topic => kindsOf(topic, kinds).length > 0).map(topic => ({
        id: topic,
        name: topic,
      })),
      clients: reader.organisationType === 'AGENT' ? of('clients') : [],
    },
  }
}

/** Can a notice for readers of this sort ever come to somebody like this? */
const mayBe = (readers: ReaderOfNotices, { organisationType, lpaId }: Actor): boolean => {
  switch (readers) {
    case 'owner':
      return organisationType === 'PARTICIPANT'
    case 'agents':
    case 'agency':
      return organisationType === 'AGENT'
    case 'participants':
    case 'fitting':
      return organisationType === 'PARTICIPANT' || organisationType === 'AGENT'
    case 'operator':
      return organisationType === 'OPER'
    case 'authority':
      return lpaId !== null
    default:
      return true
  }
}

/** How the letters of each notice come to this person, in the order of their topics. */
export const noticeChoices = async (
  db: ViewContext['db'],
  userId: string,
  reader: Actor,
): Promise<NoticeChoice[]> => {
  const choices = await choicesOf(db, userId)
  const notices = Object.entries(NOTICES).filter(([, { readers }]) => readers.some(one => mayBe(one, reader)))
  return TOPICS.flatMap(topic =>
    notices
      .filter(([, notice]) => notice.topic === topic)
      .map(([name, { title, obligatory, usually }]) => ({
        notice: name,
        topic,
        title,
        how: obligatory === undefined ? (choices.get(name) ?? usually) : ('atOnce' as const),
        obligatory: obligatory ?? null,
      })),
  )
}
