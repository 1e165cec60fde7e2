import type { Insertable, Kysely } from 'kysely'
import type { Change, Given } from '#actions/kit/changes'
import type { StoredKind } from '#domain/entities'
import { NothingThere, StatusMovedOn } from './refusals.ts'
import { addRows, ask, changeRows, removeRow, type Row } from './rows.ts'
import type { MailOutboxTable, TaskTable } from './queue-tables.ts'
import { type Database, isJson } from './tables.ts'

/** How many statements go out at once, and how many rows are added by one. */
const AT_ONCE = 100

/**
 * Carries changes out in a transaction, and what comes next behind the last of them, before they are answered. `versioned`
 * are the rows that have had their new version in this transaction. Throws `NothingThere` and `StatusMovedOn`.
 */
export const carryOut = <T>(
  db: Kysely<Database>,
  changes: readonly Change[],
  { versioned, next, ...given }: Given & { versioned: Set<string>; next: () => Promise<T> },
): Promise<T> => {
  // The ledger, which the database writes, tells the time of the action.
  const tellTime = () => ask(db, `select set_config('market.now', $1, true)`, [given.now])
  const steps = stepsOf(merged(changes), given).map(step => () => carryOutStep(db, step, versioned))
  return inTurn([tellTime, ...steps], next)
}

/** Sends so many statements at a time, and what comes next behind the last of them. */
const inTurn = async <T>(steps: readonly (() => Promise<unknown>)[], next: () => Promise<T>): Promise<T> => {
  const last = Math.floor((steps.length - 1) / AT_ONCE) * AT_ONCE
  for (let from = 0; from < last; from += AT_ONCE)
    await all(steps.slice(from, from + AT_ONCE).map(step => step()))
  const sent = steps.slice(last).map(step => step())
  const following = next()
  await all([...sent, following])
  return following
}

/** Waits for all of them. What failed first is told: whatever was sent behind it failed because of it. */
const all = async (sent: readonly Promise<unknown>[]): Promise<void> => {
  for (const one of await Promise.allSettled(sent)) if (one.status === 'rejected') throw one.reason
}

type Write = Extract<Change, { change: 'update' | 'move' }>

const isWrite = (change: Change): change is Write => change.change === 'update' || change.change === 'move'

/**
 * A row's status and what belongs to it change in one statement, since the tables check them together. Nothing
 * is put off beyond a removal, for which a row may first have had to let go of what is removed.
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

/** One statement: rows that are added to a table, or what becomes of one row. */
type Step = { into: string; rows: Row[] } | Write | Remove

/** The changes as statements: rows that come to one table one after another are added together. */
const stepsOf = (changes: readonly Change[], given: Given): Step[] => {
  const steps: Step[] = []
  for (const change of changes) {
    if (isWrite(change) || change.change === 'remove') {
      steps.push(change)
      continue
    }
    const adding = added(change, given)
    // A sentence for the trail is kept beside the rows.
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
  { now, newId }: Given,
): { into: string; row: Row } | undefined => {
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
    // Made once all else is there (`server/certificates`, `runner/notices`).
    case 'certify':
    case 'tell':
      return undefined
  }
}

const carryOutStep = async (db: Kysely<Database>, step: Step, versioned: Set<string>): Promise<void> => {
  if ('into' in step) {
    for (const { id } of step.rows) versioned.add(`${step.into} ${String(id)}`)
    await addRows(db, step.into, step.rows)
  } else if (step.change === 'remove') {
    const { kind, id } = step
    if ((await removeRow(db, kind, id)) === 0n) throw new NothingThere(`There is no ${kind} ${id} to remove`)
  } else await write(db, step, versioned)
}

const write = async (db: Kysely<Database>, change: Write, versioned: Set<string>): Promise<void> => {
  const { kind, id } = change
  const row = `${kind} ${id}`
  // However many steps a transaction takes, a reader sees one change of the row.
  const isNewVersion = !versioned.has(row)
  versioned.add(row)
  const isMove = change.change === 'move'
  const changed = await changeRows(db, kind, {
    columns: { ...columnsOf(kind, change.patch), ...(isMove && { status: change.to }) },
    where: { id, ...(isMove && { status: change.from }) },
    isNewVersion,
  })
  if (changed === 0n)
    throw change.change === 'move'
      ? new StatusMovedOn(`The ${kind} ${id} is no longer ${change.from}`)
      : new NothingThere(`There is no ${kind} ${id} to change`)
}

// What is undefined is left as it is: in a new row the column's default, in a patch the present value.
const columnsOf = (kind: StoredKind, row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      isJson(kind, column) && value !== null && value !== undefined ? JSON.stringify(value) : value,
    ]),
  )
