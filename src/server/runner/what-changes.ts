import { sql } from 'kysely'
import type { Change } from '#actions/kit/changes'
import type { ChangeSummary } from '#contract/kit/change-summary'
import type { Actor } from '#domain/people/actor'
import { unitsOnDate } from '#domain/credit/balance'
import { entrySchedule } from '#domain/credit/credit'
import { englishDayOf } from '@credit-market/values/dates'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { mayRead } from '#contract/nouns/read-access'
import { groupBy } from '#domain/values/grouped'
import { yearsOfDuration } from '#domain/project/project'
import { mergeUnitsByPeriod } from '#domain/steps/schedule'
import { serviceName } from '#domain/project/service'
import { unitsToNumber } from '@credit-market/values/units'
import type { StoreTransaction } from '../store/store.ts'
import { nameSubjectByOrganisations } from './called.ts'
import type { ActionContext } from './effects.ts'
import { previewAmounts } from './what-money.ts'
import { countRoundContents, countQueuedEmails, listTouchedOrganisations } from './who-is-touched.ts'
import { columnsOfWrittenRow, idOfWrittenRow, isWriteChange, type WriteChange } from './writes.ts'

/** Returns the last sequence number of the credit ledger. */
export const readLastLedgerNumber = async (tx: StoreTransaction): Promise<number> => {
  const { seq } = await tx.db
    .selectFrom('creditLedger')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  return seq ?? 0
}

/**
 * Returns what has changed since that number in the ledger, as far as the actor may know: amounts sealed from the
 * actor, things that they may not see, and recipients of emails are left out. Call it within the transaction, once the
 * changes are applied.
 */
export const previewLedgerChanges = async (
  tx: StoreTransaction,
  acting: ActionContext,
  changes: readonly Change[],
  ledger: number,
): Promise<ChangeSummary> => {
  const { actor, kind, subject } = acting
  const writes = changes.filter(isWriteChange)
  const rounds = changes.filter(change => change.change === 'move' && change.kind === 'round')
  const isSettled = rounds.some(change => change.change === 'move' && change.to === 'Settled')
  return {
    statuses: await statusesOf(tx, actor, writes),
    organisations: await listTouchedOrganisations(tx, actor, writes),
    inRound: kind === 'round' && rounds.length > 0 ? await countRoundContents(tx, actor, subject.id) : [],
    credits: await creditsOf(tx, acting, ledger),
    money: await previewAmounts(tx, actor, writes, kind === 'round' && isSettled ? subject.id : null),
    letters: await countQueuedEmails(tx),
    things: thingsOf(changes),
  }
}

/** New statuses of things; for credits only the sums are shown. */
const statusesOf = async (
  tx: StoreTransaction,
  actor: Actor,
  writes: readonly WriteChange[],
): Promise<ChangeSummary['statuses']> => {
  const statuses: ChangeSummary['statuses'] = []
  const telling = writes.filter(write => write.change === 'move' || 'status' in columnsOfWrittenRow(write))
  for (const [kind, some] of groupBy(telling, write => (write.kind === 'credit' ? null : write.kind)))
    for (const row of await tx.list(kind, { id: some.map(idOfWrittenRow) })) {
      if (!('status' in row) || !(await mayKnow(tx, kind, row, actor))) continue
      const steps = some.filter(write => idOfWrittenRow(write) === row.id)
      const [first] = steps
      const isNew = first?.change === 'create'
      const from = first?.change === 'move' ? first.from : null
      const name = (await nameSubjectByOrganisations(tx, kind, row)) ?? nameOf(row)
      statuses.push({ kind, id: isNew ? null : row.id, name, from, to: row.status })
    }
  return statuses
}

const nameOf = (row: EntityMap[StoredKind]): string => {
  if ('name' in row) return row.name
  return 'gainsPerYear' in row ? serviceName(row) : row.id
}

/** True if this actor may see this row: by its own rule, or because it belongs to a project that they may see. */
const mayKnow = async <K extends StoredKind>(
  tx: StoreTransaction,
  kind: K,
  row: EntityMap[K],
  actor: Actor,
): Promise<boolean> => {
  if (mayRead(kind, row, actor)) return true
  const project =
    'projectId' in row && row.projectId !== null ? await tx.one('project', row.projectId) : undefined
  return project !== undefined && mayRead('project', project, actor)
}

/**
 * Changes of credits, by type: all that the ledger records in this transaction, including what the database does by
 * itself.
 */
const creditsOf = async (
  tx: StoreTransaction,
  { actor, now }: ActionContext,
  ledger: number,
): Promise<ChangeSummary['credits']> => {
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
    entrySchedule(entry, {
      id: entry.creditId,
      serviceId: entry.serviceId,
      years: yearsOfDuration(entry.duration),
      unitsPerPeriod: entry.unitsPerPeriod ?? [],
    })
  return groupBy(told, one => `${one.creditType} ${one.from} ${one.to}`).flatMap(([, alike]) => {
    const [one] = alike
    if (!one) return []
    const unitsPerPeriod = mergeUnitsByPeriod(alike.flatMap(scheduleIn))
    return [
      {
        creditType: one.creditType,
        from: one.from,
        to: one.to,
        units: unitsToNumber(unitsOnDate({ unitsPerPeriod }, englishDayOf(now))),
        unitsPerPeriod: unitsPerPeriod.map(period => ({ ...period, units: unitsToNumber(period.units) })),
        serials: [...new Set(alike.flatMap(({ serials }) => serials))],
      },
    ]
  })
}

/** Returns which of these things the actor may see. */
const known = async (
  tx: StoreTransaction,
  kind: 'project' | 'requirement',
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx.list(kind, { id: [...new Set(ids)] })
  return new Set(rows.filter(row => mayRead(kind, row, actor)).map(({ id }) => id))
}

/** Counts things of each kind that are created, changed and removed, including queued work. */
const thingsOf = (changes: readonly Change[]): ChangeSummary['things'] => {
  const touched = new Map<string, { kind: string; change: ChangeSummary['things'][number]['change'] }>()
  changes.forEach((one, index) => {
    if (one.change === 'start') touched.set(`task ${index}`, { kind: 'task', change: 'created' })
    if (one.change === 'remove') touched.set(`${one.kind} ${one.id}`, { kind: one.kind, change: 'removed' })
    if (!isWriteChange(one)) return
    const key = `${one.kind} ${idOfWrittenRow(one)}`
    if (!touched.has(key))
      touched.set(key, { kind: one.kind, change: one.change === 'create' ? 'created' : 'updated' })
  })
  return groupBy([...touched.values()], ({ kind, change }) => `${kind} ${change}`).flatMap(
    ([, [one, ...others]]) => (one ? [{ ...one, count: others.length + 1 }] : []),
  )
}
