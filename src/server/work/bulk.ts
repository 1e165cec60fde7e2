import { type Kysely, type SqlBool, sql } from 'kysely'
import { findAction } from '#actions/index'
import type { BulkAct, BulkActSummary } from '#contract/desk/bulk'
import { optionalPageAddress } from '#contract/nouns/nouns'
import { mayReadAll } from '#contract/nouns/read-access'
import type { Actor } from '#domain/people/actor'
import type { Database } from '../store/tables/tables.ts'
import { type NameLookup, readNamesOfKind, readPeopleNames } from '../views/kit/names.ts'
import { proposalRows } from '../views/proposal.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

const MOST = 20

/** Kinds whose rows have names and pages by their id alone; for others a bulk action shows the ids. */
const SHOWN = ['project', 'requirement', 'organisation', 'proposal'] as const

/** Bulk acts that this reader may see: all for staff, for others their own. */
const headsOf = async (
  db: Kysely<Database>,
  reader: Actor,
  which: { id?: string; limit: number },
): Promise<BulkActSummary[]> => {
  const rows = await db
    .selectFrom('bulkAct')
    .innerJoin('task', 'task.id', 'bulkAct.id')
    .select(['bulkAct.id', 'bulkAct.kind', 'bulkAct.action', 'bulkAct.userId', 'bulkAct.steppedUpAt'])
    .select(['bulkAct.createdAt', 'task.state', 'task.finishedAt'])
    .select(
      (['done', 'refused', 'cancelled', null] as const).map(state =>
        sql<number>`(select count(*) from bulk_item where bulk_id = bulk_act.id
          and ${state === null ? sql<SqlBool>`true` : sql<SqlBool>`state = ${sql.lit(state)}`})`.as(
          state ?? 'total',
        ),
      ),
    )
    .$if(!mayReadAll(reader), query => query.where('bulkAct.userId', '=', reader.userId ?? ''))
    .$if(which.id !== undefined, query => query.where('bulkAct.id', '=', which.id ?? ''))
    .orderBy('bulkAct.createdAt', 'desc')
    .limit(which.limit)
    .execute()
  const nameOf = await readPeopleNames(
    db,
    rows.map(({ userId }) => userId),
    { seesAll: mayReadAll(reader), organisationId: reader.organisationId },
  )
  return rows.map(({ userId, ...row }) => ({
    ...row,
    title: findAction(row.kind, row.action)?.title ?? row.action,
    startedBy: { id: userId, name: nameOf(userId) },
  }))
}

/** Lists the latest bulk acts that this reader may see. */
export const listLatestBulkActs = (db: Kysely<Database>, reader: Actor): Promise<BulkActSummary[]> =>
  headsOf(db, reader, { limit: MOST })

/**
 * Returns a bulk action with its items, as far as this reader may see them; undefined if it does not exist or belongs to
 * another person.
 */
export const readBulkAct = async (
  db: Kysely<Database>,
  id: string,
  reader: Actor,
): Promise<BulkAct | undefined> => {
  const [head] = await headsOf(db, reader, { id, limit: 1 })
  if (!head) return undefined
  const items = await db
    .selectFrom('bulkItem')
    .select(['subjectId', 'state', 'message'])
    .where('bulkId', '=', id)
    .orderBy('place')
    .execute()
  const ids = items.map(({ subjectId }) => subjectId)
  const kind = SHOWN.find(one => one === head.kind)
  const nameOf = kind ? await namesOfShown(db, kind, ids, reader) : () => null
  return {
    ...head,
    items: items.map(({ subjectId, state, message }) => {
      const known = nameOf(subjectId)
      return {
        id: subjectId,
        name: known?.name ?? subjectId,
        link: kind && known ? optionalPageAddress(kind, { id: subjectId }) : null,
        state,
        message,
      }
    }),
  }
}

/** Names of the items: for a proposal, the proposed act and its subject. */
const namesOfShown = async (
  db: Kysely<Database>,
  kind: (typeof SHOWN)[number],
  ids: readonly string[],
  reader: Actor,
): Promise<NameLookup> => {
  if (kind !== 'proposal') return readNamesOfKind(db, kind, ids, reader, 'may read')
  const proposals = await db
    .selectFrom('proposal')
    .selectAll()
    .where(sql<SqlBool>`id = any(${ids}::text[])`)
    .where(visibleToActorSql('proposal', reader))
    .execute()
  const rows = new Map((await proposalRows(db, proposals, reader)).map(row => [row.id, row]))
  return id => rows.get(id ?? '') ?? null
}
