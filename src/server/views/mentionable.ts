import { sql } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { EntityMap, StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import { nounOf } from '#contract/nouns/nouns'
import { findOwnerId, findRoundId, textValue } from '#contract/nouns/ownership'
import { isInAreaOf, mayReadAll } from '#contract/nouns/read-access'
import type { ListPage } from '#contract/kit/resource'
import type { Mentionable } from '#contract/subject/subject'
import type { ViewContext } from './kit/context.ts'

const MOST = 8

/** Organisations that may see a subject, apart from the market operator; null if everyone may. */
const whoSees = async <K extends StoredKind>(
  kind: K,
  subject: EntityMap[K],
  { read, db }: ViewContext,
): Promise<string[] | null> => {
  if (kind === 'round') return (subject as EntityMap['round']).status === 'Draft' ? [] : null
  // Those whom a case concerns may not know each other by name.
  if (kind === 'case') return []
  const ownerId = findOwnerId(kind, subject as EntityOfKind<K>)
  const roundId = findRoundId(kind, subject as EntityOfKind<K>)
  const authorities =
    ownerId === null
      ? []
      : await read.list('agentAuthority', {
          clientId: ownerId,
          status: 'Approved',
          ...(roundId !== null && { roundId }),
        })
  const lpaId = textValue(subject, nounOf(kind)?.area)
  const planners =
    lpaId !== null && isInAreaOf(kind, subject, lpaId)
      ? await db
          .selectFrom('organisation')
          .select('id')
          .where('type', '=', 'LPA')
          .where('lpaId', '=', lpaId)
          .execute()
      : []
  return [
    ...(ownerId === null ? [] : [ownerId]),
    ...authorities.map(one => one.agentId),
    ...planners.map(one => one.id),
  ]
}

/**
 * Organisations and people that can be mentioned in a comment on a subject: those that may see it. People are named
 * only to the market operator and to colleagues.
 */
export const listMentionablePeople = async <K extends StoredKind>(
  { kind, subject }: { kind: K; subject: EntityMap[K] },
  text: string,
  reader: Actor,
  context: ViewContext,
): Promise<ListPage<Mentionable>> => {
  const ids = await whoSees(kind, subject, context)
  const pattern = `%${text.replace(/[\\%_]/g, sign => `\\${sign}`)}%`
  const seesIt = sql<boolean>`(organisation.type = 'OPER' or ${ids === null} or organisation.id = any(${ids ?? []}::text[]))`
  const people = await context.db
    .selectFrom('user')
    .innerJoin('organisation', 'organisation.id', 'user.organisationId')
    .select(['user.id', 'user.displayName as name', 'organisation.name as of'])
    .where('user.active', '=', true)
    .where('user.admittedAt', 'is not', null)
    .where(seesIt)
    .where('user.displayName', 'ilike', pattern)
    .$if(!mayReadAll(reader), query => query.where('organisation.id', '=', reader.organisationId ?? ''))
    .orderBy('user.displayName')
    .limit(MOST)
    .execute()
  const organisations = await context.db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where(seesIt)
    .where('name', 'ilike', pattern)
    .orderBy('name')
    .limit(MOST)
    .execute()
  const items: Mentionable[] = [
    ...people.map(({ id, name, of }) => ({ id, name, kind: 'user' as const, of })),
    ...organisations.map(({ id, name }) => ({ id, name, kind: 'organisation' as const, of: null })),
  ]
  return { items, total: items.length, next: null, actions: [] }
}
