import type { Change } from '#actions/kit/changes'
import { noticeOf } from '#actions/notices/index'
import { noticesOf, toldBy, type TouchedThing } from '#actions/notices/told'
import { nounOf } from '#contract/nouns'
import { dayOf, type Instant } from '#domain/dates'
import type { StoredKind } from '#domain/entities'
import type { NoticeFacts } from '#domain/notice'
import type { Round } from '#domain/round'
import type { Acting } from '../effects.ts'
import type { Tells } from '../runtime.ts'
import type { ActivityEntry } from '../../store/activity.ts'
import type { Tx } from '../../store/store.ts'
import { endWaiting } from './end.ts'
import { participantsWhomItFits } from './fitting.ts'
import { toldRows, type ToTell } from './told-rows.ts'
import { watchedOf, writeNotices } from './write.ts'

/** An action that was carried out in this transaction, with the entries that the log will have of it. */
interface Done {
  acting: Acting
  changes: readonly Change[]
  entries: readonly ActivityEntry[]
  round: Round | undefined
  tells: Tells
}

const isKind = (kind: string): kind is StoredKind => nounOf(kind) !== undefined

const isWatchable = (kind: string): kind is 'project' | 'requirement' | 'round' =>
  kind === 'project' || kind === 'requirement' || kind === 'round'

/**
 * Tells everybody whom the table of notices names what an action has done, and ends what was waited for and is done by it:
 * in the transaction of the action, so that it is told exactly when it is done, and once.
 */
export const tellOf = async (tx: Tx, { acting, changes, entries, round, tells }: Done): Promise<void> => {
  if (tells === 'nothing') return
  const { action, kind, subject, values, actor, now, newId } = acting
  const on = { kind, id: subject.id }
  const touched = thingsIn(acting, entries)
  const moved = entries.flatMap(({ subjectKind, subjectId, fromStatus, toStatus }) =>
    toStatus !== null && toStatus !== fromStatus && isWatchable(subjectKind)
      ? [{ kind: subjectKind, id: subjectId }]
      : [],
  )
  const roundNow = touched.find(one => one.kind === 'round' && one.id === round?.id)?.status ?? round?.status
  const all: Omit<ToTell, 'key'>[] = [
    ...noticesOf(on, action.name, values, touched),
    ...changes.flatMap(one => (one.change === 'tell' ? [announced(acting, one)] : [])),
    ...moved.map(one => ({ notice: 'watched' as const, ...one })),
  ]
  const key = newId()
  const keyed = await Promise.all(
    all.map(async (one, place) => {
      const { isOnce, readers = [] } = noticeOf(one.notice) ?? {}
      const fits =
        round && readers.includes('fitting') ? await participantsWhomItFits(tx.db, round, dayOf(now)) : []
      return { ...one, fits, key: isOnce ? `${one.notice} ${one.id}` : `${key} ${place}` }
    }),
  )
  // In one trip to the database, what of it nobody watches being left out after it.
  const [watched, , rows] = await Promise.all([
    moved.length > 0
      ? watchedOf(
          tx.db,
          moved.map(({ id }) => id),
        )
      : new Set<string>(),
    endWaiting(tx.db, { on, action: action.name, values, touched, round: roundNow, now }),
    toldRows(tx, keyed),
  ])
  const told = rows.filter(one => one.notice !== 'watched' || watched.has(`${one.kind} ${one.id}`))
  if (told.length === 0) return
  await writeNotices(tx.db, told, { now, actorId: actor.userId, isHistory: tells === 'history' })
}

const thingsIn = ({ subject }: Acting, entries: readonly ActivityEntry[]): TouchedThing[] => {
  const own = 'status' in subject ? subject.status : null
  return entries.flatMap(({ subjectKind, subjectId, toStatus }) =>
    isKind(subjectKind)
      ? [{ kind: subjectKind, id: subjectId, status: toStatus ?? (subjectId === subject.id ? own : null) }]
      : [],
  )
}

/** Tells whoever may decide a proposal that it waits for them. It is no action yet, so no action tells it. */
export const tellProposal = async (
  tx: Tx,
  { id, facts, proposedBy, now }: { id: string; facts: NoticeFacts; proposedBy: string; now: Instant },
): Promise<void> => {
  const one = {
    ...({ notice: 'proposal-waiting', kind: 'proposal' } as const),
    id,
    facts,
    key: `proposal ${id}`,
  }
  await writeNotices(tx.db, await toldRows(tx, [one]), { now, actorId: proposedBy })
}

/** A notice that the table does not say the action gives is a mistake in the definition, never told. */
const announced = (
  { action, kind }: Acting,
  change: Extract<Change, { change: 'tell' }>,
): Omit<ToTell, 'key'> => {
  if (!toldBy(kind, action.name)?.tells.some(({ notice }) => notice === change.notice))
    throw new Error(`${action.name} tells ${change.notice}, which the table of notices does not say`)
  return change
}
