import { sql } from 'kysely'
import type { Change } from '#actions/kit/changes'
import type { WhatChanges } from '#contract/form'
import type { Actor } from '#domain/actor'
import { unitsOn } from '#domain/balance'
import { scheduleOf } from '#domain/credit'
import { marketDayOf } from '#domain/dates'
import { mayKnow as mayKnowFigure } from '#domain/disclosure'
import type { Entities, StoredKind } from '#domain/entities'
import type { ProjectResult as ItemResult } from '#domain/match-solution'
import { type Pence, poundsOf } from '#domain/money'
import { mayRead } from '#contract/read-access'
import { yearsOf } from '#domain/project'
import type { RoundStatus } from '#domain/round'
import { stepsOf } from '#domain/schedule'
import { serviceName } from '#domain/service'
import { quantityOf } from '#domain/units'
import type { Tx } from '../store/store.ts'
import type { Acting } from './effects.ts'

type Write = Extract<Change, { change: 'create' | 'update' | 'move' }>
type Money = WhatChanges['money']

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
  const isSettled = changes.some(
    change => change.change === 'move' && change.kind === 'round' && change.to === 'Settled',
  )
  return {
    statuses: await statusesOf(tx, actor, writes),
    credits: await creditsOf(tx, acting, ledger),
    money: [
      ...(await offersOf(tx, actor, writes)),
      ...(await bidsOf(tx, actor, writes)),
      ...(kind === 'round' && isSettled ? await paymentsIn(tx, actor, subject.id) : []),
    ],
    letters: grouped(changes, change => (change.change === 'mail' ? change.letter : null)).map(
      ([letter, { length }]) => ({ letter, count: length }),
    ),
    things: thingsOf(changes),
  }
}

const isWrite = (change: Change): change is Write =>
  change.change === 'create' || change.change === 'update' || change.change === 'move'

const idOf = (write: Write): string => (write.change === 'create' ? write.row.id : write.id)

/** The columns that are written; of a new row, all that it is given. */
const columnsOf = (write: Write): object => (write.change === 'create' ? write.row : write.patch)

/** What belongs together by a name, in the order in which the names first come; null belongs nowhere. */
const grouped = <T, N extends string>(things: readonly T[], nameOf: (thing: T) => N | null): [N, T[]][] => {
  const groups = new Map<N, T[]>()
  for (const thing of things) {
    const name = nameOf(thing)
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), thing])
  }
  return [...groups]
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
      statuses.push({ kind, id: isNew ? null : row.id, name: nameOf(row), from, to: row.status })
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
  const project = 'projectId' in row ? await tx.one('project', row.projectId) : undefined
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

/** Which of these columns are written, by the thing that has them. */
const written = <C extends string>(
  writes: readonly Write[],
  kind: StoredKind,
  columns: readonly C[],
): Map<string, C[]> => {
  const found = new Map<string, C[]>()
  for (const write of writes.filter(one => one.kind === kind)) {
    const among = columns.filter(column => column in columnsOf(write))
    if (among.length > 0) found.set(idOf(write), [...(found.get(idOf(write)) ?? []), ...among])
  }
  return found
}

const roundStatusOf = async (tx: Tx, roundId: string): Promise<RoundStatus> =>
  (await tx.one('round', roundId))?.status ?? 'Draft'

const inPounds = (amount: Pence | null): number | null => (amount === null ? null : poundsOf(amount))

/** The offers and costs that are written. An offer that is taken back is told to everybody who may see the project. */
const offersOf = async (tx: Tx, actor: Actor, writes: readonly Write[]): Promise<Money> => {
  const money: Money = []
  const columns = written(writes, 'project', ['offer', 'costs'])
  for (const project of await tx.list('project', { id: [...columns.keys()] })) {
    const { id, name, roundId, supplierId: ownerId, offer, costs } = project
    if (!mayRead('project', project, actor)) continue
    const about = { kind: 'project', id, name }
    const status = await roundStatusOf(tx, roundId)
    const may = (figure: 'amount' | 'costs') => mayKnowFigure(figure, actor, { ownerId, roundId }, status)
    const isTold = offer === null || may('amount')
    for (const column of columns.get(id) ?? []) {
      if (column === 'offer' && isTold) money.push({ ...about, what: 'offer', amount: inPounds(offer) })
      if (column === 'costs' && may('costs'))
        for (const [what, amount] of Object.entries(costs ?? {}))
          money.push({ ...about, what: `costs.${what}`, amount: poundsOf(amount) })
    }
  }
  return money
}

/** The bids that are written. */
const bidsOf = async (tx: Tx, actor: Actor, writes: readonly Write[]): Promise<Money> => {
  const money: Money = []
  const columns = written(writes, 'requirement', ['bid', 'bidOngoingOnly'])
  for (const requirement of await tx.list('requirement', { id: [...columns.keys()] })) {
    const { id, name, roundId, buyerId: ownerId } = requirement
    if (!mayRead('requirement', requirement, actor)) continue
    const status = await roundStatusOf(tx, roundId)
    const knows = mayKnowFigure('amount', actor, { ownerId, roundId }, status)
    for (const what of columns.get(id) ?? [])
      if (knows || requirement[what] === null)
        money.push({ kind: 'requirement', id, name, what, amount: inPounds(requirement[what]) })
  }
  return money
}

/** What the winners of a settled round pay, or receive when negative. */
const paymentsIn = async (tx: Tx, actor: Actor, roundId: string): Promise<Money> => {
  const result = await tx.latest('matchResult', { roundId })
  const { projects = [], requirements = [] } = result?.solution ?? {}
  const names = new Map(
    [...(await tx.list('project', { roundId })), ...(await tx.list('requirement', { roundId }))].map(
      ({ id, name }) => [id, name],
    ),
  )
  const payments = (kind: string, results: readonly ItemResult[]): Money =>
    results
      .filter(
        ({ won, organisationId: ownerId }) =>
          won && mayKnowFigure('itemMoney', actor, { ownerId, roundId }, 'Settled'),
      )
      .map(({ id, payment }) => ({
        ...{ kind, id, name: names.get(id) ?? id },
        what: 'payment',
        amount: poundsOf(payment),
      }))
  return [...payments('project', projects), ...payments('requirement', requirements)]
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
