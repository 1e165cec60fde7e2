import { sql } from 'kysely'
import type { Change } from '#actions/kit/changes'
import type { WhatChanges } from '#contract/form'
import type { Actor } from '#domain/actor'
import { unitsOn } from '#domain/balance'
import { scheduleOf } from '#domain/credit'
import { marketDayOf } from '#domain/dates'
import type { Entities, StoredKind } from '#domain/entities'
import { mayRead } from '#contract/read-access'
import { grouped } from '#domain/grouped'
import { yearsOf } from '#domain/project'
import { stepsOf } from '#domain/schedule'
import { serviceName } from '#domain/service'
import { quantityOf } from '#domain/units'
import type { Tx } from '../store/store.ts'
import { calledOf } from './called.ts'
import type { Acting } from './effects.ts'
import { moneyIn } from './what-money.ts'
import { inRoundOf, lettersOf, organisationsOf } from './who-is-touched.ts'
import { columnsOf, idOf, isWrite, type Write } from './writes.ts'

/** How far the ledger of credits has come. */
export const lastInLedger = async (tx: Tx): Promise<number> => {
  const { seq } = await tx.db
    .selectFrom('creditLedger')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}

/**
 * What has changed since the ledger had come so far, as far as the actor may know: amounts that are sealed from it, things
 * that it may not see, and to whom letters go are left out. To be asked in the transaction, once the changes are applied.
 */
export const whatChanges = async (
  tx: Tx,
  acting: Acting,
  changes: readonly Change[],
  ledger: number,
): Promise<WhatChanges> => {
  const { actor, kind, subject } = acting
  const writes = changes.filter(isWrite)
  const rounds = changes.filter(change => change.change === 'move' && change.kind === 'round')
  const isSettled = rounds.some(change => change.change === 'move' && change.to === 'Settled')
  return {
    statuses: await statusesOf(tx, actor, writes),
    organisations: await organisationsOf(tx, actor, writes),
    inRound: kind === 'round' && rounds.length > 0 ? await inRoundOf(tx, actor, subject.id) : [],
    credits: await creditsOf(tx, acting, ledger),
    money: await moneyIn(tx, actor, writes, kind === 'round' && isSettled ? subject.id : null),
    letters: await lettersOf(tx),
    things: thingsOf(changes),
  }
}

/** The statuses that things have come to; of credits the sums are told. */
const statusesOf = async (
  tx: Tx,
  actor: Actor,
  writes: readonly Write[],
): Promise<WhatChanges['statuses']> => {
  const statuses: WhatChanges['statuses'] = []
  const telling = writes.filter(write => write.change === 'move' || 'status' in columnsOf(write))
  for (const [kind, some] of grouped(telling, write => (write.kind === 'credit' ? null : write.kind)))
    for (const row of await tx.list(kind, { id: some.map(idOf) })) {
      if (!('status' in row) || !(await mayKnow(tx, kind, row, actor))) continue
      const steps = some.filter(write => idOf(write) === row.id)
      const [first] = steps
      const isNew = first?.change === 'create'
      const from = first?.change === 'move' ? first.from : null
      const name = (await calledOf(tx, kind, row)) ?? nameOf(row)
      statuses.push({ kind, id: isNew ? null : row.id, name, from, to: row.status })
    }
  return statuses
}

const nameOf = (row: Entities[StoredKind]): string => {
  if ('name' in row) return row.name
  return 'gainsPerYear' in row ? serviceName(row) : row.id
}

/** May this actor know of this row: by its own right, or because it belongs to a project that it may see? */
const mayKnow = async <K extends StoredKind>(
  tx: Tx,
  kind: K,
  row: Entities[K],
  actor: Actor,
): Promise<boolean> => {
  if (mayRead(kind, row, actor)) return true
  const project =
    'projectId' in row && row.projectId !== null ? await tx.one('project', row.projectId) : undefined
  return project !== undefined && mayRead('project', project, actor)
}

/** What has become of credits, by type: all that the ledger says in this transaction, the database's own doing included. */
const creditsOf = async (tx: Tx, { actor, now }: Acting, ledger: number): Promise<WhatChanges['credits']> => {
  const entries = await tx.db
    .selectFrom('creditLedger as entry')
    .innerJoin('service', 'service.id', 'entry.serviceId')
    .leftJoin('credit', 'credit.id', 'entry.creditId')
    .select(['service.type as creditType', 'service.duration', 'service.projectId', 'credit.unitsPerPeriod'])
    .select(['entry.creditId', 'entry.serviceId', 'entry.requirementId', 'entry.serials'])
    .select(['entry.fromStatus as from', 'entry.toStatus as to'])
    .where('entry.seq', '>', ledger)
    .where(sql<boolean>`entry.xmin = pg_current_xact_id()::xid`)
    .orderBy('entry.seq')
    .execute()
  const projects = await known(
    tx,
    'project',
    actor,
    entries.map(({ projectId }) => projectId),
  )
  const requirements = await known(
    tx,
    'requirement',
    actor,
    entries.flatMap(one => one.requirementId ?? []),
  )
  const told = entries.filter(
    one => projects.has(one.projectId) || (one.requirementId !== null && requirements.has(one.requirementId)),
  )
  const scheduleIn = (entry: (typeof entries)[number]) =>
    scheduleOf(entry, {
      id: entry.creditId,
      serviceId: entry.serviceId,
      years: yearsOf(entry.duration),
      unitsPerPeriod: entry.unitsPerPeriod ?? [],
    })
  return grouped(told, one => `${one.creditType} ${one.from} ${one.to}`).flatMap(([, alike]) => {
    const [one] = alike
    if (!one) return []
    const unitsPerPeriod = stepsOf(alike.flatMap(scheduleIn))
    return [
      {
        creditType: one.creditType,
        from: one.from,
        to: one.to,
        units: quantityOf(unitsOn({ unitsPerPeriod }, marketDayOf(now))),
        unitsPerPeriod: unitsPerPeriod.map(period => ({ ...period, units: quantityOf(period.units) })),
        serials: [...new Set(alike.flatMap(({ serials }) => serials))],
      },
    ]
  })
}

/** Which of these things the actor may see. */
const known = async (
  tx: Tx,
  kind: 'project' | 'requirement',
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx.list(kind, { id: [...new Set(ids)] })
  return new Set(rows.filter(row => mayRead(kind, row, actor)).map(({ id }) => id))
}

/** How many things of each kind come into being, are changed, and go; of work that is queued too. */
const thingsOf = (changes: readonly Change[]): WhatChanges['things'] => {
  const touched = new Map<string, { kind: string; change: WhatChanges['things'][number]['change'] }>()
  changes.forEach((one, index) => {
    if (one.change === 'start') touched.set(`task ${index}`, { kind: 'task', change: 'created' })
    if (one.change === 'remove') touched.set(`${one.kind} ${one.id}`, { kind: one.kind, change: 'removed' })
    if (!isWrite(one)) return
    const key = `${one.kind} ${idOf(one)}`
    if (!touched.has(key))
      touched.set(key, { kind: one.kind, change: one.change === 'create' ? 'created' : 'updated' })
  })
  return grouped([...touched.values()], ({ kind, change }) => `${kind} ${change}`).flatMap(
    ([, [one, ...others]]) => (one ? [{ ...one, count: others.length + 1 }] : []),
  )
}
