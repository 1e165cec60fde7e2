import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import type { AnyNoun } from '#contract/kit/noun'
import { NOUNS, nounOf } from '#contract/nouns/nouns'
import { textValue } from '#contract/nouns/ownership'
import { mayRead, mayReadAll } from '#contract/nouns/read-access'
import { mayAgentReadFigures } from '#domain/disclosure/disclosure'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { SOLD_PROJECT_STATUSES } from '#domain/project/project'

interface Parent {
  kind: string
  id: string | null
}

/** Parents of a row, by its card. */
const parentsOf = (kind: StoredKind, row: object): Parent[] => {
  const { parents = [], under } = nounOf(kind) ?? {}
  return [
    ...parents.map(([parent, column]) => ({ kind: parent, id: textValue(row, column) })),
    ...(under ? [{ kind: textValue(row, under[0]) ?? '', id: textValue(row, under[1]) }] : []),
  ]
}

/** True if the actor may read the row: by its own rules, or because the actor may read a parent. */
export const mayReadRow = async <K extends StoredKind>(
  kind: K,
  row: EntityMap[K],
  actor: Actor,
  read: Read,
): Promise<boolean> => {
  if (nounOf(kind)?.readBy !== 'parent' || mayReadAll(actor)) return mayRead(kind, row, actor)
  for (const parent of parentsOf(kind, row)) {
    // An unfiled document is visible to its uploader only; an import into a round contains data of everyone in it.
    if (kind === 'filedDocument' && parent.id === null) return textValue(row, 'uploadedBy') === actor.userId
    if (kind === 'filedDocument' && parent.kind === 'round') return false
    if (await mayReadById(parent.kind, parent.id, actor, read)) return true
  }
  return false
}

/** True for a kind whose subjects can have documents, comments and activity. */
export const isSubjectKind = (kind: string): kind is StoredKind => nounOf(kind)?.isSubject === true

/** True if the row exists and the actor may read it. One answer for both, so that no one learns which ids exist. */
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

/**
 * Condition that a column is one of some values. For a single value, an index that begins with the column also gives
 * the order.
 */
export const isOneOfValuesSql = (column: string, words: readonly string[]): RawBuilder<SqlBool> =>
  words.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${words[0]}`
    : sql<SqlBool>`${sql.ref(column)} = any(${words}::text[])`

/** Condition that a column is one of some constants, which become part of the statement, so that the database caches one plan. */
export const isOneOfConstantsSql = (column: string, words: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(array[${sql.join(words.map(word => sql.lit(word)))}]::text[])`

const isOwn = (column: string, actor: Actor) =>
  actor.organisationId === null
    ? no
    : isOneOfValuesSql(column, [actor.organisationId, ...(actor.formerIds ?? [])])

const isInCare = (actor: Actor) =>
  actor.organisationType === 'AGENT'
    ? sql<SqlBool>`(${isOwn('organisation.broughtById', actor)} and ${sql.ref('organisation.claimedAt')} is null
        and ${sql.ref('organisation.mergedIntoId')} is null)`
    : no

// Two parameters however many pairs there are, so that the statement stays the same. As an array the ids can be
// looked up in an index together with another condition.
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

/** Rules of read access as SQL conditions, for kinds that have their own. */
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
  // An array column answers from its index only if it is compared with an array.
  case: actor => {
    const own = [...(actor.organisationId === null ? [] : [actor.organisationId]), ...(actor.formerIds ?? [])]
    return either(
      sql<SqlBool>`${sql.ref('case.ownerId')} = any(${own}::text[])`,
      sql<SqlBool>`${sql.ref('case.concernedIds')} && ${own}::text[]`,
      actor.lpaId === null
        ? no
        : sql<SqlBool>`(${sql.ref('case.lpaId')} = ${actor.lpaId}
            or ${sql.ref('case.concernedLpaIds')} && array[${actor.lpaId}]::text[])`,
      actor.authorities.length === 0
        ? no
        : sql<SqlBool>`exists (select from unnest(${actor.authorities.map(held => held.clientId)}::text[],
            ${actor.authorities.map(held => held.roundId)}::text[]) as held (client, round)
            where held.round = ${sql.ref('case.roundId')}
              and (held.client = ${sql.ref('case.ownerId')} or held.client = any(${sql.ref('case.concernedIds')})))`,
    )
  },
  invoice: actor =>
    either(
      isOwn('invoice.partyId', actor),
      isClients('invoice', 'partyId', {
        ...actor,
        authorities: actor.authorities.filter(({ permissions }) => mayAgentReadFigures(permissions)),
      }),
    ),
  proposal: actor =>
    either(
      sql<SqlBool>`${sql.ref('proposal.proposedBy')} = ${actor.userId}`,
      actor.organisationId === null ? no : isOneOfValuesSql('proposal.ownerId', [actor.organisationId]),
    ),
  user: actor =>
    either(sql<SqlBool>`${sql.ref('user.id')} = ${actor.userId}`, isOwn('user.organisationId', actor)),
}

/** The condition for rows that this actor may read; the table must not be aliased. */
export const visibleToActorSql = (kind: StoredKind, actor: Actor): Expression<SqlBool> => {
  if (mayReadAll(actor)) return yes
  const { readBy, parents = [] }: AnyNoun = NOUNS[kind]
  switch (readBy) {
    case 'everyone':
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
 * The condition for rows that this actor may know by name: those it may read, and projects that the public register
 * names to anyone (decision 0150).
 */
export const nameableByActorSql = (kind: StoredKind, actor: Actor): Expression<SqlBool> =>
  kind === 'project' && !mayReadAll(actor)
    ? either(visibleToActorSql(kind, actor), isOneOfValuesSql('project.status', SOLD_PROJECT_STATUSES))
    : visibleToActorSql(kind, actor)

/**
 * A superset of the rows in the search table, aliased `entry`, that this actor can see: selected by the reader's own
 * ids, so that few rows are read. `visibleToActorSql` then checks each row.
 */
export const reachableByActorSql = (kind: StoredKind, actor: Actor): Expression<SqlBool> => {
  if (mayReadAll(actor) || NOUNS[kind].readBy !== 'owner') return yes
  const owners = [
    actor.organisationId ?? [],
    actor.formerIds ?? [],
    actor.authorities.map(held => held.clientId),
  ].flat()
  const owned = sql<SqlBool>`entry.owner_id = any(${owners}::text[])`
  return actor.lpaId === null ? owned : either(owned, sql<SqlBool>`entry.area_id = ${actor.lpaId}`)
}

// As arrays, both lists of ids can be looked up in an index; a join under "or" could not.
const inVisible = (column: string, kind: StoredKind, actor: Actor): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(array(select ${sql.ref(`${kind}.id`)} from ${sql.table(kind)}
    where ${visibleToActorSql(kind, actor)}))`
