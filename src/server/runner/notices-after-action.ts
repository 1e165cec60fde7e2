import type { Change } from '#actions/kit/changes'
import { findNotice } from '#actions/notices/index'
import { noticesAfterAction, type ChangedSubject } from '#actions/notices/due-notices'
import { findActionNotices } from '#actions/notices/told'
import { nounOf } from '#contract/nouns/nouns'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import type { StoredKind } from '#domain/disclosure/entities'
import type { NoticeFacts } from '#domain/text/notice'
import type { Round } from '#domain/round/round'
import type { ActionContext } from './effects.ts'
import type { NotificationMode } from './runtime.ts'
import type { ActivityEntry } from '../store/activity.ts'
import type { StoreTransaction } from '../store/store.ts'
import { endWaitingItems } from './notices-end.ts'
import { isEstimateNotice, queueEstimateEmails } from './notices-estimates.ts'
import { findParticipantsForRound } from './notices-fitting.ts'
import { buildNoticeRows, type NoticeToSend } from './told-rows.ts'
import { filterWatchedSubjects, writeNotices } from './notices-write.ts'

/** An action carried out in this transaction, with its log entries. */
interface Done {
  acting: ActionContext
  changes: readonly Change[]
  entries: readonly ActivityEntry[]
  round: Round | undefined
  tells: NotificationMode
}

const isKind = (kind: string): kind is StoredKind => nounOf(kind) !== undefined

const isWatchable = (kind: string): kind is 'project' | 'requirement' | 'round' =>
  kind === 'project' || kind === 'requirement' || kind === 'round'

/**
 * Sends the notices of an action to everyone whom the table of notices names, and ends items that waited for it. It
 * runs in the transaction of the action, so that notices are sent if and only if the action is done, and once.
 */
export const notifyOfAction = async (
  tx: StoreTransaction,
  { acting, changes, entries, round, tells }: Done,
): Promise<void> => {
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
  const all: Omit<NoticeToSend, 'key'>[] = [
    ...noticesAfterAction(on, action.name, values, touched),
    ...changes.flatMap(one => (one.change === 'tell' ? [announced(acting, one)] : [])),
    ...moved.map(one => ({ notice: 'watched' as const, ...one })),
  ]
  const key = newId()
  const keyed = await Promise.all(
    all.map(async (one, place) => {
      const { isOnce, readers = [] } = findNotice(one.notice) ?? {}
      const fits =
        round && readers.includes('fitting')
          ? await findParticipantsForRound(tx.db, round, utcDayOf(now))
          : []
      return { ...one, fits, key: isOnce ? `${one.notice} ${one.id}` : `${key} ${place}` }
    }),
  )
  if (round && tells === 'news')
    for (const { notice, key: unique } of keyed.filter(one => one.id === round.id))
      if (isEstimateNotice(notice))
        await queueEstimateEmails(tx, round.id, { notice, key: unique, today: utcDayOf(now), now })
  // One round trip to the database; what no one watches is left out afterwards.
  const [watched, , rows] = await Promise.all([
    moved.length > 0
      ? filterWatchedSubjects(
          tx.db,
          moved.map(({ id }) => id),
        )
      : new Set<string>(),
    endWaitingItems(tx.db, { on, action: action.name, values, touched, round: roundNow, now }),
    buildNoticeRows(tx, keyed),
  ])
  const told = rows.filter(one => one.notice !== 'watched' || watched.has(`${one.kind} ${one.id}`))
  if (told.length === 0) return
  await writeNotices(tx.db, told, { now, actorId: actor.userId, isHistory: tells === 'history' })
}

const thingsIn = ({ subject }: ActionContext, entries: readonly ActivityEntry[]): ChangedSubject[] => {
  const own = 'status' in subject ? subject.status : null
  return entries.flatMap(({ subjectKind, subjectId, toStatus }) =>
    isKind(subjectKind)
      ? [{ kind: subjectKind, id: subjectId, status: toStatus ?? (subjectId === subject.id ? own : null) }]
      : [],
  )
}

/**
 * Notifies everyone who may decide a proposal that it waits for them. It is not an action yet, so no action's notices
 * cover it.
 */
export const notifyOfProposal = async (
  tx: StoreTransaction,
  { id, facts, proposedBy, now }: { id: string; facts: NoticeFacts; proposedBy: string; now: Instant },
): Promise<void> => {
  const one = {
    ...({ notice: 'proposal-waiting', kind: 'proposal' } as const),
    id,
    facts,
    key: `proposal ${id}`,
  }
  await writeNotices(tx.db, await buildNoticeRows(tx, [one]), { now, actorId: proposedBy })
}

/** A notice that the table does not list for the action is an error in its definition, and is never sent. */
const announced = (
  { action, kind }: ActionContext,
  change: Extract<Change, { change: 'tell' }>,
): Omit<NoticeToSend, 'key'> => {
  if (!findActionNotices(kind, action.name)?.tells.some(({ notice }) => notice === change.notice))
    throw new Error(`${action.name} tells ${change.notice}, which the table of notices does not say`)
  return change
}
