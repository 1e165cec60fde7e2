import { sql } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Entities, StoredKind, SubjectOf } from '#domain/entities'
import { nounOf } from '#contract/nouns'
import { ownerOf, roundIdOf, textIn } from '#contract/ownership'
import { isInAreaOf, readsAll } from '#contract/read-access'
import type { ListOf } from '#contract/resource'
import type { Mentionable } from '#contract/subject'
import type { ViewContext } from './context.ts'

const MOST = 8

/** The organisations who may see a subject besides the market operator; null where everybody may. */
const whoSees = async <K extends StoredKind>(
  kind: K,
  subject: Entities[K],
  { read, db }: ViewContext,
): Promise<string[] | null> => {
  if (kind === 'round') return (subject as Entities['round']).status === 'Draft' ? [] : null
  const ownerId = ownerOf(kind, subject as SubjectOf<K>)
  const roundId = roundIdOf(kind, subject as SubjectOf<K>)
  const authorities =
    ownerId === null
      ? []
      : await read.list('agentAuthority', {
          clientId: ownerId,
          status: 'Approved',
          ...(roundId !== null && { roundId }),
        })
  const lpaId = textIn(subject, nounOf(kind)?.area)
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
 * Who can be mentioned in a comment on a subject: organisations that may see it, and people of them. As everywhere, people
 * are known by name to the market operator and among themselves.
 */
export const mentionable = async <K extends StoredKind>(
  { kind, subject }: { kind: K; subject: Entities[K] },
  text: string,
  reader: Actor,
  context: ViewContext,
): Promise<ListOf<Mentionable>> => {
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
    .$if(!readsAll(reader), query => query.where('organisation.id', '=', reader.organisationId ?? ''))
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
