import { type RawBuilder, sql } from 'kysely'
import { findNotice, NOTICES } from '#actions/notices/index'
import { type NoticeReader, NOTICE_TOPICS } from '#actions/notices/notice'
import { checkAvailability } from '#actions/kit/available'
import { findAction } from '#actions/index'
import { cacheReads } from '#actions/common/reading-once'
import type { InboxItem, EmailSetting, readInbox } from '#contract/desk/inbox'
import { resourceLinks } from '#contract/nouns/nouns'
import { findOwnerId } from '#contract/nouns/ownership'
import type { AnswerOf, QueryOf } from '#contract/kit/endpoint'
import { capitalise } from '#domain/text/sentence'
import { type Actor, SYSTEM } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import type { EntityOfKind, StoredKind } from '#domain/disclosure/entities'
import type { NoticeFacts } from '#domain/text/notice'
import { listAvailableActions } from '../runner/available.ts'
import { readRoundOf } from '../runner/facts.ts'
import { readEmailChoices, countInboxItems, IS_OPEN_ITEM_SQL } from './inbox-items.ts'
import type { InboxItemTable } from '../store/tables/tables.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { mayReadRow } from '../views/kit/visible.ts'

type Query = QueryOf<typeof readInbox>
type Row = Omit<InboxItemTable, 'waitsFor' | 'facts' | 'forDigest' | 'letterId' | 'userId'> & {
  waitsFor: readonly string[]
  facts: NoticeFacts
  isOpen: boolean
}

const USUAL_PAGE = 50

/** Filters of an inbox, and the number of items that each leaves. */
type Facet = { of: 'markets' | 'rounds' | 'clients' | 'kinds'; id: string; name: string }

const kindsOf = (topic: string, kinds: readonly string[]): readonly string[] =>
  kinds.filter(kind => findNotice(kind)?.topic === topic)

const narrowed = (userId: string, query: Query, kinds: readonly string[]): RawBuilder<boolean> => {
  const { show = 'toDo', marketId, marketRoundId, topic, clientId } = query
  const conditions = [
    sql`inbox_item.user_id = ${userId}`,
    ...(show === 'toDo' ? [IS_OPEN_ITEM_SQL] : show === 'unread' ? [sql`inbox_item.read_at is null`] : []),
    ...(marketId ? [sql`inbox_item.round_id in (select id from round where market_id = ${marketId})`] : []),
    ...(marketRoundId ? [sql`inbox_item.round_id = ${marketRoundId}`] : []),
    ...(clientId ? [sql`inbox_item.organisation_id = ${clientId}`] : []),
    ...(topic ? [sql`inbox_item.kind = any(${kindsOf(topic, kinds)}::text[])`] : []),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

const SOMEBODY: Actor = { ...SYSTEM, userId: 'somebody' }
const AN_OPERATOR: Actor = { ...SOMEBODY, groups: ['admin'], organisationType: 'OPER' }

/** The reader's action on an open item, or else its assignee; neither if no one can act now. */
const turnOf = async (
  { isOpen, subjectKind, subjectId, waitsFor }: Row,
  reader: Actor,
  { read, now }: ViewContext,
): Promise<Pick<InboxItem, 'action' | 'waitsFor'>> => {
  const nobody = { action: null, waitsFor: null }
  const found = isOpen ? await read.one(subjectKind, subjectId) : undefined
  if (!found || !(await mayReadRow(subjectKind, found, reader, read))) return nobody
  const subject = found as EntityOfKind<StoredKind>
  const around = {
    round: await readRoundOf(read, subjectKind, subject),
    today: utcDayOf(now),
  }
  const offered = listAvailableActions(subjectKind, subject, reader, around)
  const own = offered.find(({ id }) => waitsFor.includes(id))
  if (own)
    return {
      action: {
        id: own.id,
        title: own.title,
        links: { self: resourceLinks(subjectKind, subjectId).self },
        navigatesTo: own.navigatesTo ?? null,
      },
      waitsFor: null,
    }
  const organisationId = findOwnerId(subjectKind, subject)
  const owner: Actor = { ...SOMEBODY, organisationId, organisationType: 'PARTICIPANT' }
  const possibleFor = (actor: Actor) =>
    waitsFor
      .flatMap(name => findAction(subjectKind, name) ?? [])
      .find(action => checkAvailability(action, actor, subject, around) === true)
  // The market operator can act for others in many steps, but owners come first.
  const theirs = organisationId === null ? undefined : possibleFor(owner)
  if (organisationId !== null && theirs) {
    const { name } = (await read.one('organisation', organisationId)) ?? { name: 'its owner' }
    return { action: null, waitsFor: { name, to: theirs.title } }
  }
  const operators = possibleFor(AN_OPERATOR)
  return { action: null, waitsFor: operators ? { name: 'the market operator', to: operators.title } : null }
}

/** The reader's inbox with its filters, the latest item first. */
export const readInboxView = async (
  query: Query,
  reader: Actor,
  given: ViewContext,
): Promise<AnswerOf<typeof readInbox>> => {
  // Many items are of the same round and owner, so each is read once.
  const context = { ...given, read: cacheReads(given.read) }
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
      ended_at, ${IS_OPEN_ITEM_SQL} as is_open
    from inbox_item where ${where} order by created_at desc, id limit ${limit} offset ${offset}`.execute(db)
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from inbox_item where ${where}`.execute(db)
  const organisation = await readNamesOfKind(
    db,
    'organisation',
    rows.map(({ organisationId }) => organisationId),
  )
  const items = await Promise.all(
    rows.map(async (row): Promise<InboxItem[]> => {
      const notice = findNotice(row.kind)
      if (!notice) return []
      const { title, paragraphs, link } = notice.says(row.facts)
      return [
        {
          id: row.id,
          notice: row.kind,
          topic: notice.topic,
          title: capitalise(title),
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
    counts: await countInboxItems(db, userId),
    items: items.flat(),
    total: all,
    next: next < all ? String(next) : null,
    choices: {
      markets: of('markets'),
      rounds: of('rounds'),
      topics: NOTICE_TOPICS.filter(topic => kindsOf(topic, kinds).length > 0).map(topic => ({
        id: topic,
        name: topic,
      })),
      clients: reader.organisationType === 'AGENT' ? of('clients') : [],
    },
  }
}

/** True if a notice for readers of this kind can ever reach the actor. */
const mayBe = (readers: NoticeReader, { organisationType, lpaId }: Actor): boolean => {
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

/** This person's email setting for each notice, in the order of topics. */
export const readNoticeEmailChoices = async (
  db: ViewContext['db'],
  userId: string,
  reader: Actor,
): Promise<EmailSetting[]> => {
  const choices = await readEmailChoices(db, userId)
  const notices = Object.entries(NOTICES).filter(([, { readers }]) => readers.some(one => mayBe(one, reader)))
  return NOTICE_TOPICS.flatMap(topic =>
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
