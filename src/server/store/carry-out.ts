import type { Insertable, Kysely } from 'kysely'
import type { Change, EffectContext } from '#actions/kit/changes'
import type { StoredKind } from '#domain/disclosure/entities'
import { RowMissingError, StatusChangedError } from './refusals.ts'
import { insertRows, runSqlText, updateRows, deleteRow, type DomainRow } from './rows.ts'
import type { MailOutboxTable, TaskTable } from './tables/queue-tables.ts'
import { type Database, isJsonColumn } from './tables/tables.ts'

/** Number of statements sent at once, and of rows inserted by one statement. */
const AT_ONCE = 100

/**
 * Applies changes in a transaction, and sends `next` right after the last of them, before they are answered.
 * `versioned` holds the rows that already have their new version in this transaction. Throws `RowMissingError` and
 * `StatusChangedError`.
 */
export const applyChanges = <T>(
  db: Kysely<Database>,
  changes: readonly Change[],
  { versioned, next, ...given }: EffectContext & { versioned: Set<string>; next: () => Promise<T> },
): Promise<T> => {
  // The ledger, which triggers of the database write, records this instant.
  const tellTime = () => runSqlText(db, `select set_config('market.now', $1, true)`, [given.now])
  const steps = stepsOf(merged(changes), given).map(step => () => carryOutStep(db, step, versioned))
  return inTurn([tellTime, ...steps], next)
}

/** Sends up to `AT_ONCE` statements at a time, and `next` right after the last of them. */
const inTurn = async <T>(steps: readonly (() => Promise<unknown>)[], next: () => Promise<T>): Promise<T> => {
  const last = Math.floor((steps.length - 1) / AT_ONCE) * AT_ONCE
  for (let from = 0; from < last; from += AT_ONCE)
    await all(steps.slice(from, from + AT_ONCE).map(step => step()))
  const sent = steps.slice(last).map(step => step())
  const following = next()
  await all([...sent, following])
  return following
}

/** Waits for all statements. Throws the first failure, which makes all later statements fail. */
const all = async (sent: readonly Promise<unknown>[]): Promise<void> => {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason
}

type Write = Extract<Change, { change: 'update' | 'move' }>

const isWrite = (change: Change): change is Write => change.change === 'update' || change.change === 'move'

/**
 * Merges the writes of one row, so that its status and the columns that depend on it change in one statement,
 * since constraints check them together. No write moves past a removal, because the row may have to drop its
 * reference to the removed row first.
 */
const merged = (changes: readonly Change[]): Change[] => {
  const result: Change[] = []
  for (const change of changes) {
    const earlier = isWrite(change) ? lastWrite(result, change) : -1
    if (earlier < 0) result.push(change)
    else result.push(together(result.splice(earlier, 1)[0] as Write, change as Write))
  }
  return result
}

const lastWrite = (changes: readonly Change[], { kind, id, change }: Write): number => {
  const index = changes.findLastIndex(other => isWrite(other) && other.kind === kind && other.id === id)
  const isBarred = changes.slice(index + 1).some(other => other.change === 'remove')
  return isBarred || (change === 'move' && changes[index]?.change === 'move') ? -1 : index
}

const together = (first: Write, second: Write): Write => ({
  ...(first.change === 'move' ? first : second),
  patch: { ...first.patch, ...second.patch },
})

type Remove = Extract<Change, { change: 'remove' }>

/** One statement: rows inserted into one table, or an update or removal of one row. */
type Step = { into: string; rows: DomainRow[] } | Write | Remove

/** Turns changes into statements; consecutive new rows of one table share a statement. */
const stepsOf = (changes: readonly Change[], given: EffectContext): Step[] => {
  const steps: Step[] = []
  for (const change of changes) {
    if (isWrite(change) || change.change === 'remove') {
      steps.push(change)
      continue
    }
    const adding = added(change, given)
    // Texts for the audit trail are stored with the log entry.
    if (!adding) continue
    const { into, row } = adding
    const last = steps.at(-1)
    if (last && 'into' in last && last.into === into && last.rows.length < AT_ONCE) last.rows.push(row)
    else steps.push({ into, rows: [row] })
  }
  return steps
}

const added = (
  change: Exclude<Change, Write | Remove>,
  { now, newId }: EffectContext,
): { into: string; row: DomainRow } | undefined => {
  switch (change.change) {
    case 'create':
      return { into: change.kind, row: columnsOf(change.kind, change.row) }
    case 'start': {
      const { task: kind, roundId } = change
      const payload = JSON.stringify(change.payload)
      const row = { id: newId(), kind, roundId, payload, createdAt: now } satisfies Insertable<TaskTable>
      return { into: 'task', row }
    }
    case 'mail': {
      const { letter, toAddress } = change
      const facts = JSON.stringify(change.facts)
      const addressed = { id: newId(), letter, toAddress }
      const row = {
        ...addressed,
        facts,
        notBefore: now,
        createdAt: now,
      } satisfies Insertable<MailOutboxTable>
      return { into: 'mailOutbox', row }
    }
    case 'remark':
    case 'quote':
    // Done after all other changes (`server/certificates`, `server/money`, `runner/notices-after-action.ts`).
    case 'certify':
    case 'invoice':
    case 'creditNote':
    case 'refund':
    case 'interest':
    case 'deposit':
    case 'settleDeposit':
    case 'reopenDeposit':
    case 'tell':
      return undefined
  }
}

const carryOutStep = async (db: Kysely<Database>, step: Step, versioned: Set<string>): Promise<void> => {
  if ('into' in step) {
    for (const { id } of step.rows) versioned.add(`${step.into} ${String(id)}`)
    await insertRows(db, step.into, step.rows)
  } else if (step.change === 'remove') {
    const { kind, id } = step
    if ((await deleteRow(db, kind, id)) === 0n)
      throw new RowMissingError(`There is no ${kind} ${id} to remove`)
  } else await write(db, step, versioned)
}

const write = async (db: Kysely<Database>, change: Write, versioned: Set<string>): Promise<void> => {
  const { kind, id } = change
  const row = `${kind} ${id}`
  // A row gets one new version in a transaction, however many steps change it.
  const isNewVersion = !versioned.has(row)
  versioned.add(row)
  const isMove = change.change === 'move'
  const changed = await updateRows(db, kind, {
    columns: { ...columnsOf(kind, change.patch), ...(isMove && { status: change.to }) },
    where: { id, ...(isMove && { status: change.from }) },
    isNewVersion,
  })
  if (changed === 0n)
    throw change.change === 'move'
      ? new StatusChangedError(`The ${kind} ${id} is no longer ${change.from}`)
      : new RowMissingError(`There is no ${kind} ${id} to change`)
}

// Undefined leaves a value alone: the column's default in a new row, the present value in a patch.
const columnsOf = (kind: StoredKind, row: object): DomainRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      isJsonColumn(kind, column) && value !== null && value !== undefined ? JSON.stringify(value) : value,
    ]),
  )
