import { type Expression, sql, type SqlBool } from 'kysely'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import { type Entities, SETTING_KINDS, type StoredKind } from '#domain/entities'
import { PUBLIC_KINDS, isOwned, mayRead, OWNED, type OwnedKind, readsAll } from '#domain/read-access'

/** Kinds that are read by whoever may read the thing they belong to. */
const CHILD_KINDS: {
  [K in StoredKind]?: (row: Entities[K]) => readonly { kind: string; id: string | null }[]
} = {
  service: row => [{ kind: 'project', id: row.projectId }],
  complianceCheck: row => [{ kind: 'project', id: row.projectId }],
  performanceCheck: row => [{ kind: 'project', id: row.projectId }],
  verification: row => [{ kind: 'project', id: row.projectId }],
  roundDeclaration: row => [{ kind: 'round', id: row.roundId }],
  declarationAnswer: row => [{ kind: row.subjectKind, id: row.subjectId }],
  credit: row => [
    { kind: 'project', id: row.projectId },
    { kind: 'requirement', id: row.requirementId },
  ],
  comment: row => [{ kind: row.subjectKind, id: row.subjectId }],
  // What is imported into a round tells of everybody in it.
  filedDocument: row =>
    row.ownerKind === null || row.ownerKind === 'round' ? [] : [{ kind: row.ownerKind, id: row.ownerId }],
}

/** May this actor read this row: by its own right, or because it may read what the row belongs to? */
export const mayReadRow = async <K extends StoredKind>(
  kind: K,
  row: Entities[K],
  actor: Actor,
  read: Read,
): Promise<boolean> => {
  const follows = CHILD_KINDS[kind]
  if (!follows || readsAll(actor)) return mayRead(kind, row, actor)
  if (kind === 'filedDocument' && (row as Entities['filedDocument']).ownerKind === null)
    return (row as Entities['filedDocument']).uploadedBy === actor.userId
  for (const leader of follows(row)) if (await mayReadById(leader.kind, leader.id, actor, read)) return true
  return false
}

/** Kinds under which documents, comments and activity may lie. */
const PARENT_KINDS: readonly string[] = [
  ...SETTING_KINDS,
  'market',
  'round',
  'organisation',
  'user',
  'agentAuthority',
  ...Object.keys(OWNED),
]

/** Is there such a thing, and may this actor read it? One answer for both, so that the two are not told apart. */
export const mayReadById = async (
  kind: string,
  id: string | null,
  actor: Actor,
  read: Read,
): Promise<boolean> => {
  if (id === null || !PARENT_KINDS.includes(kind)) return false
  const subject = await read.one(kind as StoredKind, id)
  return subject !== undefined && mayRead(kind as StoredKind, subject, actor)
}

const no = sql<SqlBool>`false`
const yes = sql<SqlBool>`true`
const either = (...conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

const isOwn = (column: string, actor: Actor) =>
  actor.organisationId === null ? no : sql<SqlBool>`${sql.ref(column)} = ${actor.organisationId}`

// The pairs are two parameters however many they are, so that the statement stays the same.
const isClients = (owner: string, round: string, actor: Actor) =>
  actor.authorities.length === 0
    ? no
    : sql<SqlBool>`(${sql.ref(owner)}, ${sql.ref(round)}) in (select * from unnest(
        ${actor.authorities.map(held => held.clientId)}::text[],
        ${actor.authorities.map(held => held.roundId)}::text[]))`

const ownedVisible = (kind: OwnedKind, actor: Actor): Expression<SqlBool> => {
  const { owner, area } = OWNED[kind]
  return either(
    isOwn(`${kind}.${owner}`, actor),
    isClients(`${kind}.${owner}`, `${kind}.roundId`, actor),
    area && actor.lpaId !== null
      ? sql<SqlBool>`(${sql.ref(`${kind}.lpaId`)} = ${actor.lpaId} and ${sql.ref(`${kind}.status`)} <> 'Draft')`
      : no,
  )
}

/** The condition that lets through the rows of a table that this actor may read; the table bears its own name. */
export const visibleTo = (kind: StoredKind, actor: Actor): Expression<SqlBool> => {
  if (readsAll(actor) || PUBLIC_KINDS.includes(kind)) return yes
  if (isOwned(kind)) return ownedVisible(kind, actor)
  if (kind === 'round') return sql<SqlBool>`${sql.ref('round.status')} <> 'Draft'`
  if (kind === 'organisation')
    return either(
      isOwn('organisation.id', actor),
      sql<SqlBool>`${sql.ref('organisation.id')} = any(${actor.authorities.map(held => held.clientId)})`,
    )
  if (kind === 'agentAuthority')
    return either(isOwn('agentAuthority.clientId', actor), isOwn('agentAuthority.agentId', actor))
  if (kind === 'user')
    return either(sql<SqlBool>`${sql.ref('user.id')} = ${actor.userId}`, isOwn('user.organisationId', actor))
  if (kind === 'roundDeclaration')
    return sql<SqlBool>`exists (select from ${sql.table('round')}
      where ${sql.ref('round.id')} = ${sql.ref('roundDeclaration.roundId')} and ${visibleTo('round', actor)})`
  if (kind === 'credit')
    return either(
      followed('credit.projectId', 'project', actor),
      followed('credit.requirementId', 'requirement', actor),
    )
  return no
}

// As arrays the two lists of ids can each be looked up in an index, which a join under "or" could not.
const followed = (column: string, kind: 'project' | 'requirement', actor: Actor): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(array(select ${sql.ref(`${kind}.id`)} from ${sql.table(kind)}
    where ${visibleTo(kind, actor)}))`
