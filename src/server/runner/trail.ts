import { isInWindow } from '#actions/kit/available'
import type { Change } from '#actions/kit/changes'
import { isOperator } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import type { EntityMap, Kind } from '#domain/disclosure/entities'
import { findOwnerId, findRoundId } from '#contract/nouns/ownership'
import type { ActWithChanges } from './carry-out.ts'
import { findAnswerSubject, type ActionContext } from './effects.ts'
import { isCollection, isActionSubject } from './facts.ts'
import type { ActivityEntry } from '../store/activity.ts'
import type { IssuedCertificate } from './runtime.ts'

interface Touched {
  kind: Kind
  id: string
  from: string | null
  to: string | null
  values: Record<string, unknown>
  remarks: string[]
  quotes: string[]
  roundId: string | null
  /** Owner of a created thing; null for other things. */
  ownerId: string | null
}

const collectEntries = (
  acting: ActionContext,
  changes: readonly Change[],
  made: readonly IssuedCertificate[],
): Touched[] => {
  const touched = new Map<string, Touched>()
  const at = (kind: Kind, id: string): Touched => {
    const key = `${kind} ${id}`
    const known = touched.get(key) ?? {
      kind,
      id,
      from: null,
      to: null,
      values: {},
      remarks: [],
      quotes: [],
      roundId: null,
      ownerId: null,
    }
    touched.set(key, known)
    return known
  }
  const context = findAnswerSubject(acting, changes)
  at(context.kind, context.id)
  if (!isCollection(acting.kind)) at(acting.kind, acting.subject.id)
  for (const change of changes) {
    if (change.change === 'create' && ('status' in change.row || isActionSubject(change.kind))) {
      const { row } = change
      const entry = at(change.kind, row.id)
      entry.to = typeof row.status === 'string' ? row.status : null
      entry.roundId = findRoundId<Kind>(change.kind, { version: 1, ...row })
      entry.ownerId = findOwnerId<Kind>(change.kind, { version: 1, ...row })
      entry.values = row
    }
    if (change.change === 'update' && isActionSubject(change.kind))
      Object.assign(at(change.kind, change.id).values, change.patch)
    if (change.change === 'move') {
      const entry = at(change.kind, change.id)
      entry.from ??= change.from
      entry.to = change.to
      Object.assign(entry.values, change.patch)
    }
    if (change.change === 'remark') at(change.kind, change.id).remarks.push(change.message)
    if (change.change === 'quote') at(change.kind, change.id).quotes.push(change.message)
  }
  // The log vouches for each certificate's exact content.
  for (const { kind, id, series, number, sha256 } of made) {
    const name = series === 'notice' || series === 'obligation' ? series : 'certificate'
    Object.assign(at(kind, id).values, { [name]: number, [`${name}Sha256`]: sha256 })
  }
  return [...touched.values()]
}

const SEALED = ['offer', 'bid', 'bidOngoingOnly'] as const satisfies readonly (
  | keyof EntityMap['project']
  | keyof EntityMap['requirement']
)[]

/**
 * Random salt next to an amount: the hash of an entry is in the next entry's receipt, whose holder must not be able to
 * find the amount by trying values.
 */
const beside = ({ values }: Touched, newId: () => string) =>
  SEALED.some(name => (values[name] ?? null) !== null) && { nonce: newId() }

/** Returns one entry for every subject that an action touched: actor, action, both statuses and the new values. */
export const buildAuditTrailRows = (
  { acting, changes, round, approved }: ActWithChanges,
  made: readonly IssuedCertificate[] = [],
): ActivityEntry[] => {
  const { action, kind, subject, actor, now } = acting
  const outside =
    action.window !== undefined &&
    isOperator(actor) &&
    !(round?.status === 'Open' && isInWindow(action, subject, { round, today: utcDayOf(now) }))
  const isAgent = actor.organisationType === 'AGENT'
  const owner = findOwnerId(kind, subject)
  // One form of an agent can add things of several clients, each of whom owns the entry of its own.
  const ownerFor = (one: Touched): string | null =>
    isAgent && owner === actor.organisationId ? (one.ownerId ?? owner) : owner
  const clientFor = (one: Touched): string | null => {
    const client = isAgent ? ownerFor(one) : null
    return client === actor.organisationId ? null : client
  }
  return collectEntries(acting, changes, made).map(one => ({
    at: now,
    action: action.name,
    title: action.title,
    actorId: actor.userId,
    forClientId: clientFor(one),
    subjectKind: one.kind,
    subjectId: one.id,
    roundId: one.roundId ?? findRoundId(kind, subject),
    ownerId: ownerFor(one) ?? actor.organisationId,
    fromStatus: one.from,
    toStatus: one.to,
    message: [action.title, ...(outside ? ['outside the registration window'] : []), ...one.remarks].join(
      '; ',
    ),
    details: {
      ...one.values,
      ...beside(one, acting.newId),
      ...(one.quotes.length > 0 && { quote: one.quotes.join('; ') }),
      ...(approved && { proposal: approved.id, approvedBy: approved.by }),
      ...(actor.byKey && { byKey: actor.byKey.id }),
    },
  }))
}
