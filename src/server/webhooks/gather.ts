import { type Kysely, type Selectable, sql, type SqlBool } from 'kysely'
import { optionalPageAddress, apiAddress } from '#contract/nouns/nouns'
import { textValue } from '#contract/nouns/ownership'
import { mayRead } from '#contract/nouns/read-access'
import { WEBHOOK_KINDS, type WebhookMessage, webhookTypeFor } from '#contract/nouns/webhooks'
import type { Actor } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import type { EntityMap } from '#domain/disclosure/entities'
import { isKeyOf } from '#domain/values/narrow'
import { GROUPS_BY_ORGANISATION_TYPE } from '#domain/people/user'
import { actorFromRow, actorQuery } from '../auth/sessions.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import { writeInstallationValue, readInstallationValue } from '../store/notes.ts'
import type { WebhookTable } from '../store/tables/program-tables.ts'
import type { StoreTransaction } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'

/** Key of the note with the last link of the chain for which messages were written. */
export const LAST_GATHERED_NOTE = 'webhooks-told'
const AT_ONCE = 200

/** SQL that is true if the log has entries for which no messages were written yet. */
export const hasNewEntriesSql =
  () => sql<boolean>`((select coalesce(max(seq), 0) from activity_chain)::text is distinct from
  (select value from meta where key = ${LAST_GATHERED_NOTE}))`

/**
 * Writes messages for new entries of the log, one message for each entry and webhook. The log is the outbox: an
 * action's entries are in it by the same commit, so no message is missing and none reports an act that was not done.
 * Several servers may run it: one does it at a time. Returns true if there may be more.
 */
export const writeWebhookMessages = (
  { store, now, newId }: Pick<ActionRuntime, 'store' | 'now' | 'newId'>,
  publicUrl: string,
): Promise<boolean> =>
  store.transaction(async tx => {
    const { db } = tx
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('gather for webhooks')) as held`.execute(db)
    if (!rows[0]?.held) return false
    const head = await headOf(db)
    const noted = await readInstallationValue(db, LAST_GATHERED_NOTE)
    // Entries from before the first webhook are skipped; if the log was started again, it is read from its beginning.
    const told = noted === undefined ? head : Math.min(Number(noted), head)
    const hooks = told < head ? await liveHooks(db) : []
    const upTo = hooks.length > 0 ? Math.min(head, told + AT_ONCE) : head
    if (hooks.length > 0) await tell(tx, hooks, { from: told, upTo, publicUrl, at: now(), newId })
    if (noted !== String(upTo)) await writeInstallationValue(db, LAST_GATHERED_NOTE, String(upTo))
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

/**
 * For each organisation, a user who may sign in, as whom its messages are read; an organisation without any gets no
 * messages.
 */
const readersOf = async (db: Kysely<Database>, hooks: readonly Hook[]): Promise<Map<string, Actor>> => {
  const ids = [...new Set(hooks.map(({ organisationId }) => organisationId))]
  const people = await actorQuery(db)
    .where(sql<SqlBool>`"user".organisation_id = any(${ids}::text[])`)
    .where('user.active', '=', true)
    .where(sql<SqlBool>`"user".groups <> '{}'`)
    .orderBy('user.id')
    .execute()
  return new Map(people.map(person => [person.organisationId ?? '', actorFromRow(person)]))
}

const isTold = (kind: string): kind is (typeof WEBHOOK_KINDS)[number] =>
  WEBHOOK_KINDS.some(one => one === kind)

interface Telling {
  from: number
  upTo: number
  publicUrl: string
  at: Instant
  newId: () => string
}

const tell = async (
  tx: StoreTransaction,
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
  for (const kind of WEBHOOK_KINDS) {
    const some = entries.filter(({ subjectKind }) => subjectKind === kind)
    if (some.length === 0) continue
    const things = await tx.list(kind, { id: [...new Set(some.map(({ subjectId }) => subjectId))] })
    const thingOf = new Map<string, EntityMap[(typeof WEBHOOK_KINDS)[number]]>(
      things.map(thing => [thing.id, thing]),
    )
    for (const entry of some) {
      const thing = thingOf.get(entry.subjectId)
      if (!thing) continue
      const type = webhookTypeFor(kind, entry.toStatus)
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
  if (!isTold(subjectKind)) throw new Error(`There are no webhook messages about a ${subjectKind}`)
  const organisation = textValue(thing, 'type') ?? ''
  const page = optionalPageAddress(subjectKind, {
    id,
    marketId: textValue(thing, 'marketId') ?? '',
    roundId: textValue(thing, 'roundId') ?? '',
    ...(isKeyOf(GROUPS_BY_ORGANISATION_TYPE, organisation) && { type: organisation }),
  })
  return {
    type,
    timestamp: at,
    data: {
      ...{ kind: subjectKind, id, action, status, roundId, entry: String(entry) },
      self: new URL(apiAddress(subjectKind, id), publicUrl).href,
      page: page === null ? null : new URL(page, publicUrl).href,
    },
  }
}
