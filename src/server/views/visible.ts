import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import type { AnyNoun } from '#contract/noun'
import { NOUNS, nounOf } from '#contract/nouns'
import { textIn } from '#contract/ownership'
import { mayRead, readsAll } from '#contract/read-access'
import type { Entities, StoredKind } from '#domain/entities'
import { SOLD_PROJECTS } from '#domain/project'

interface Parent {
  kind: string
  id: string | null
}

/** What a row belongs to, by its card. */
const parentsOf = (kind: StoredKind, row: object): Parent[] => {
  const { parents = [], under } = nounOf(kind) ?? {}
  return [
    ...parents.map(([parent, column]) => ({ kind: parent, id: textIn(row, column) })),
    ...(under ? [{ kind: textIn(row, under[0]) ?? '', id: textIn(row, under[1]) }] : []),
  ]
}

/** May this actor read this row: by its own right, or because it may read what the row belongs to? */
export const mayReadRow = async <K extends StoredKind>(
  kind: K,
  row: Entities[K],
  actor: Actor,
  read: Read,
): Promise<boolean> => {
  if (nounOf(kind)?.readBy !== 'parent' || readsAll(actor)) return mayRead(kind, row, actor)
  for (const parent of parentsOf(kind, row)) {
    // What is not yet filed is its uploader's; what is imported into a round tells of everybody in it.
    if (kind === 'filedDocument' && parent.id === null) return textIn(row, 'uploadedBy') === actor.userId
    if (kind === 'filedDocument' && parent.kind === 'round') return false
    if (await mayReadById(parent.kind, parent.id, actor, read)) return true
  }
  return false
}

/** Is this the name of a kind under which documents, comments and activity may lie? */
export const isSubjectKind = (kind: string): kind is StoredKind => nounOf(kind)?.isSubject === true

/** Is there such a thing, and may this actor read it? One answer for both, so that the two are not told apart. */
export const mayReadById = async (
  kind: string,
  id: string | null,
  actor: Actor,
  read: Read,
): Promise<boolean> => {
  if (id === null || !isSubjectKind(kind)) return false
  const subject = await read.one(kind, id)
  return subject !== undefined && mayRead(kind, subject, actor)
}

const no = sql<SqlBool>`false`
const yes = sql<SqlBool>`true`
const either = (...conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Rows whose column is one of some words. Of a single one, they are in order along an index that begins with the column. */
export const isOneOf = (column: string, words: readonly string[]): RawBuilder<SqlBool> =>
  words.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${words[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any(${words}::text[])`

/** The same for words that are always these: they are part of the statement, so that the database keeps one plan for it. */
export const isOneOfFixed = (column: string, words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(array[${sql.join(words.map(word => sql.lit(word)))}]::text[])`

const isOwn = (column: string, actor: Actor) =>
  actor.organisationId === null ? no : isOneOf(column, [actor.organisationId, ...(actor.formerIds ?? [])])

const isInCare = (actor: Actor) =>
  actor.organisationType === 'AGENT'
    ? sql<SqlBool>`(${isOwn('organisation.broughtById', actor)} and ${sql.ref('organisation.claimedAt')} is null
        and ${sql.ref('organisation.mergedIntoId')} is null)`
    : no

// The pairs are two parameters however many they are, so that the statement stays the same. As an array the ids can be looked
// up in an index beside another condition.
const isClients = (kind: StoredKind, owner: string, actor: Actor) =>
  actor.authorities.length === 0
    ? no
    : sql<SqlBool>`${sql.ref(`${kind}.id`)} = any(array(select its.id from unnest(
        ${actor.authorities.map(held => held.clientId)}::text[],
        ${actor.authorities.map(held => held.roundId)}::text[]) as held (client, round)
        join ${sql.table(kind)} as its on ${sql.ref(`its.${owner}`)} = held.client and ${sql.ref('its.roundId')} = held.round))`

const ownedVisible = (kind: StoredKind, actor: Actor): Expression<SqlBool> => {
  const { owner, area } = nounOf(kind) ?? {}
  return either(
    isOwn(`${kind}.${owner}`, actor),
    owner ? isClients(kind, owner, actor) : no,
    area && actor.lpaId !== null
      ? sql<SqlBool>`(${sql.ref(`${kind}.${area}`)} = ${actor.lpaId} and ${sql.ref(`${kind}.status`)} <> 'Draft'
          and ${sql.ref(`${kind}.endedAs`)} is distinct from 'Draft')`
      : no,
  )
}

/** What the rules of read access are in the database, for the kinds that have one of their own. */
const OWN_RULES: { [K in StoredKind]?: (actor: Actor) => Expression<SqlBool> } = {
  round: () => sql<SqlBool>`${sql.ref('round.status')} <> 'Draft'`,
  organisation: actor =>
    either(
      isOwn('organisation.id', actor),
      isInCare(actor),
      sql<SqlBool>`${sql.ref('organisation.id')} = any(${actor.authorities.map(held => held.clientId)})`,
    ),
  agentAuthority: actor =>
    either(isOwn('agentAuthority.clientId', actor), isOwn('agentAuthority.agentId', actor)),
  proposal: actor =>
    either(
      sql<SqlBool>`${sql.ref('proposal.proposedBy')} = ${actor.userId}`,
      actor.organisationId === null ? no : isOneOf('proposal.ownerId', [actor.organisationId]),
    ),
  user: actor =>
    either(sql<SqlBool>`${sql.ref('user.id')} = ${actor.userId}`, isOwn('user.organisationId', actor)),
}

/** The condition that lets through the rows of a table that this actor may read; the table bears its own name. */
export const visibleTo = (kind: StoredKind, actor: Actor): Expression<SqlBool> => {
  if (readsAll(actor)) return yes
  const { readBy, parents = [] }: AnyNoun = NOUNS[kind]
  switch (readBy) {
    case 'everybody':
      return yes
    case 'owner':
      return ownedVisible(kind, actor)
    case 'own rule':
      return OWN_RULES[kind]?.(actor) ?? no
    case 'parent':
      return either(no, ...parents.map(([parent, column]) => inVisible(`${kind}.${column}`, parent, actor)))
  }
}

/**
 * The condition that lets through what this actor may know by name: what it may read, and the projects that the public
 * register names to anybody (decision 0150).
 */
export const namedTo = (kind: StoredKind, actor: Actor): Expression<SqlBool> =>
  kind === 'project' && !readsAll(actor)
    ? either(visibleTo(kind, actor), isOneOf('project.status', SOLD_PROJECTS))
    : visibleTo(kind, actor)

/**
 * The rows of the search table, called `entry`, beyond which nothing of a kind is visible to this actor: what begins with
 * the reader, so that little is looked at. Whether each may be read, `visibleTo` says.
 */
export const inReachOf = (kind: StoredKind, actor: Actor): Expression<SqlBool> => {
  if (readsAll(actor) || NOUNS[kind].readBy !== 'owner') return yes
  const owners = [
    actor.organisationId ?? [],
    actor.formerIds ?? [],
    actor.authorities.map(held => held.clientId),
  ].flat()
  const owned = sql<SqlBool>`entry.owner_id = any(${owners}::text[])`
  return actor.lpaId === null ? owned : either(owned, sql<SqlBool>`entry.area_id = ${actor.lpaId}`)
}

// As arrays the lists of ids can each be looked up in an index, which a join under "or" could not.
const inVisible = (column: string, kind: StoredKind, actor: Actor): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(array(select ${sql.ref(`${kind}.id`)} from ${sql.table(kind)}
    where ${visibleTo(kind, actor)}))`
