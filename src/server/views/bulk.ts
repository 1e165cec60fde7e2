import { type Kysely, type SqlBool, sql } from 'kysely'
import { findAction } from '#actions/index'
import type { BulkAct, BulkHead } from '#contract/bulk'
import { pageOf } from '#contract/nouns'
import { readsAll } from '#contract/read-access'
import type { Actor } from '#domain/actor'
import type { Database } from '../store/tables.ts'
import { type NameOf, namesOf, peopleOf } from './names.ts'
import { proposalRows } from './proposal.ts'
import { visibleTo } from './visible.ts'

const MOST = 20

/** The kinds whose rows have names and pages by their id alone; of others a bulk act shows the ids. */
const SHOWN = ['project', 'requirement', 'proposal'] as const

/** Bulk acts that this reader may see: staff those of all, others their own. */
const headsOf = async (
  db: Kysely<Database>,
  reader: Actor,
  which: { id?: string; limit: number },
): Promise<BulkHead[]> => {
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
    .$if(!readsAll(reader), query => query.where('bulkAct.userId', '=', reader.userId ?? ''))
    .$if(which.id !== undefined, query => query.where('bulkAct.id', '=', which.id ?? ''))
    .orderBy('bulkAct.createdAt', 'desc')
    .limit(which.limit)
    .execute()
  const nameOf = await peopleOf(
    db,
    rows.map(({ userId }) => userId),
    { seesAll: readsAll(reader), organisationId: reader.organisationId },
  )
  return rows.map(({ userId, ...row }) => ({
    ...row,
    title: findAction(row.kind, row.action)?.title ?? row.action,
    startedBy: { id: userId, name: nameOf(userId) },
  }))
}

/** The latest bulk acts that this reader may see. */
export const latestBulkActs = (db: Kysely<Database>, reader: Actor): Promise<BulkHead[]> =>
  headsOf(db, reader, { limit: MOST })

/** A bulk act with its things, as far as this reader may know of them; undefined where it is not there or not theirs. */
export const bulkAct = async (
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
        link: kind && known ? pageOf(kind, { id: subjectId }) : null,
        state,
        message,
      }
    }),
  }
}

/** What they are called: of proposals what is proposed, and for what. */
const namesOfShown = async (
  db: Kysely<Database>,
  kind: (typeof SHOWN)[number],
  ids: readonly string[],
  reader: Actor,
): Promise<NameOf> => {
  if (kind !== 'proposal') return namesOf(db, kind, ids, reader, 'may read')
  const proposals = await db
    .selectFrom('proposal')
    .selectAll()
    .where(sql<SqlBool>`id = any(${ids}::text[])`)
    .where(visibleTo('proposal', reader))
    .execute()
  const rows = new Map((await proposalRows(db, proposals, reader)).map(row => [row.id, row]))
  return id => rows.get(id ?? '') ?? null
}
