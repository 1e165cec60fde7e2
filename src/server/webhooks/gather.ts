import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import { pageOf, selfOf } from '#contract/nouns'
import { textIn } from '#contract/ownership'
import { mayRead } from '#contract/read-access'
import { TOLD_KINDS, type WebhookMessage, webhookTypeOf } from '#contract/webhooks'
import type { Actor } from '#domain/actor'
import type { Instant } from '#domain/dates'
import type { Entities } from '#domain/entities'
import { isKeyOf } from '#domain/narrow'
import { GROUPS_OF } from '#domain/user'
import { actorIn, usersWithRights } from '../auth/sessions.ts'
import type { Runtime } from '../runner/runtime.ts'
import type { ActivityTable } from '../store/log-tables.ts'
import { note, noteOf } from '../store/notes.ts'
import type { WebhookTable } from '../store/program-tables.ts'
import type { Tx } from '../store/store.ts'
import type { Database } from '../store/tables.ts'

/** Up to which link of the chain webhooks have been told. */
export const TOLD = 'webhooks-told'
const AT_ONCE = 200

/**
 * Writes out messages for what the log has beyond what was told, those of one entry once for each webhook. The log is the
 * outbox: what an action did is in it by the same commit, so nothing is left out and nothing is told that was not done. Several
 * servers may: one does it at a time. Answers whether there may be more.
 */
export const gatherNews = (
  { store, now, newId }: Pick<Runtime, 'store' | 'now' | 'newId'>,
  publicUrl: string,
): Promise<boolean> =>
  store.transaction(async tx => {
    const { db } = tx
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('gather for webhooks')) as held`.execute(db)
    if (!rows[0]?.held) return false
    const head = await headOf(db)
    const noted = await noteOf(db, TOLD)
    // Of what was before there were webhooks nothing is told; a log that has begun anew is told from its beginning.
    const told = noted === undefined ? head : Math.min(Number(noted), head)
    const hooks = told < head ? await liveHooks(db) : []
    const upTo = hooks.length > 0 ? Math.min(head, told + AT_ONCE) : head
    if (hooks.length > 0) await tell(tx, hooks, { from: told, upTo, publicUrl, at: now(), newId })
    if (noted !== String(upTo)) await note(db, TOLD, String(upTo))
    return upTo < head
  })

const headOf = async (db: Kysely<Database>): Promise<number> => {
  const { head } = await db
    .selectFrom('activityChain')
    .select(eb => eb.fn.max('seq').as('head'))
    .executeTakeFirstOrThrow()
  return head ?? 0
}

type Hook = Selectable<WebhookTable>

const liveHooks = (db: Kysely<Database>): Promise<Hook[]> =>
  db.selectFrom('webhook').selectAll().where('pausedAt', 'is', null).orderBy('id').execute()

/** Who reads for each organisation: whoever of its people may sign in; without any, nobody is told. */
const readersOf = async (db: Kysely<Database>, hooks: readonly Hook[]): Promise<Map<string, Actor>> => {
  const ids = [...new Set(hooks.map(({ organisationId }) => organisationId))]
  const people = await usersWithRights(db)
    .where(sql<SqlBool>`"user".organisation_id = any(${ids}::text[])`)
    .where('user.active', '=', true)
    .where(sql<SqlBool>`"user".groups <> '{}'`)
    .orderBy('user.id')
    .execute()
  return new Map(people.map(person => [person.organisationId ?? '', actorIn(person)]))
}

const isTold = (kind: string): kind is (typeof TOLD_KINDS)[number] => TOLD_KINDS.some(one => one === kind)

interface Telling {
  from: number
  upTo: number
  publicUrl: string
  at: Instant
  newId: () => string
}

const tell = async (
  tx: Tx,
  hooks: readonly Hook[],
  { from, upTo, publicUrl, at, newId }: Telling,
): Promise<void> => {
  const { db } = tx
  const entries = await db
    .selectFrom('activityChain')
    .innerJoin('activity', 'activity.id', 'entryId')
    .selectAll('activity')
    .where('seq', '>', from)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute()
  const readers = await readersOf(db, hooks)
  const deliveries = []
  for (const kind of TOLD_KINDS) {
    const some = entries.filter(({ subjectKind }) => subjectKind === kind)
    if (some.length === 0) continue
    const things = await tx.list(kind, { id: [...new Set(some.map(({ subjectId }) => subjectId))] })
    const thingOf = new Map<string, Entities[(typeof TOLD_KINDS)[number]]>(
      things.map(thing => [thing.id, thing]),
    )
    for (const entry of some) {
      const thing = thingOf.get(entry.subjectId)
      if (!thing) continue
      const type = webhookTypeOf(kind, entry.toStatus)
      for (const hook of hooks) {
        const reader = readers.get(hook.organisationId)
        if (!hook.types.includes(type) || !reader || !mayRead(kind, thing, reader)) continue
        const payload = JSON.stringify(messageOf(type, entry, thing, publicUrl))
        deliveries.push({
          ...{ id: newId(), webhookId: hook.id, entryId: entry.id, type, payload },
          ...{ notBefore: at, madeAt: at },
        })
      }
    }
  }
  if (deliveries.length === 0) return
  await db
    .insertInto('webhookDelivery')
    .values(deliveries)
    .onConflict(clash => clash.columns(['webhookId', 'entryId']).doNothing())
    .execute()
}

const messageOf = (
  type: string,
  { id: entry, at, action, subjectKind, subjectId: id, toStatus: status, roundId }: ActivityTable,
  thing: object,
  publicUrl: string,
): WebhookMessage => {
  if (!isTold(subjectKind)) throw new Error(`Nothing is told of a ${subjectKind}`)
  const organisation = textIn(thing, 'type') ?? ''
  const page = pageOf(subjectKind, {
    id,
    marketId: textIn(thing, 'marketId') ?? '',
    roundId: textIn(thing, 'roundId') ?? '',
    ...(isKeyOf(GROUPS_OF, organisation) && { type: organisation }),
  })
  return {
    type,
    timestamp: at,
    data: {
      ...{ kind: subjectKind, id, action, status, roundId, entry: String(entry) },
      self: new URL(selfOf(subjectKind, id), publicUrl).href,
      page: page === null ? null : new URL(page, publicUrl).href,
    },
  }
}
