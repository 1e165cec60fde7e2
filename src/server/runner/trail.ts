import { isInWindow } from '#actions/kit/available'
import type { Change } from '#actions/kit/changes'
import { isOperator } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { Entities, Kind } from '#domain/entities'
import { ownerOf, roundIdOf } from '#contract/ownership'
import type { Part } from './carry-out.ts'
import { contextOf, type Acting } from './effects.ts'
import { isCollection, isSubject } from './facts.ts'
import type { ActivityEntry } from '../store/activity.ts'
import type { Made } from './runtime.ts'

interface Touched {
  kind: Kind
  id: string
  from: string | null
  to: string | null
  values: Record<string, unknown>
  remarks: string[]
  quotes: string[]
  roundId: string | null
}

const collectEntries = (acting: Acting, changes: readonly Change[], made: readonly Made[]): Touched[] => {
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
    }
    touched.set(key, known)
    return known
  }
  const context = contextOf(acting, changes)
  at(context.kind, context.id)
  if (!isCollection(acting.kind)) at(acting.kind, acting.subject.id)
  for (const change of changes) {
    if (change.change === 'create' && ('status' in change.row || isSubject(change.kind))) {
      const { row } = change
      const entry = at(change.kind, row.id)
      entry.to = typeof row.status === 'string' ? row.status : null
      entry.roundId = roundIdOf<Kind>(change.kind, { version: 1, ...row })
      entry.values = row
    }
    if (change.change === 'update' && isSubject(change.kind))
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
  // The log vouches for what was certified, word by word.
  for (const { kind, id, series, number, sha256 } of made) {
    const name = series === 'notice' || series === 'obligation' ? series : 'certificate'
    Object.assign(at(kind, id).values, { [name]: number, [`${name}Sha256`]: sha256 })
  }
  return [...touched.values()]
}

const SEALED = ['offer', 'bid', 'bidOngoingOnly'] as const satisfies readonly (
  | keyof Entities['project']
  | keyof Entities['requirement']
)[]

/**
 * Something by chance beside an amount: the hash of an entry stands in the receipt of whoever made the next one, and must not let
 * them try amounts until one fits.
 */
const beside = ({ values }: Touched, newId: () => string) =>
  SEALED.some(name => (values[name] ?? null) !== null) && { nonce: newId() }

/** One entry for every subject that an action touched: who did what, from which status to which, with the values set. */
export const trailOf = (
  { acting, changes, round, approved }: Part,
  made: readonly Made[] = [],
): ActivityEntry[] => {
  const { action, kind, subject, actor, now } = acting
  const outside =
    action.window !== undefined &&
    isOperator(actor) &&
    !(round?.status === 'Open' && isInWindow(action, subject, { round, today: dayOf(now) }))
  const client = actor.organisationType === 'AGENT' ? ownerOf(kind, subject) : null
  return collectEntries(acting, changes, made).map(one => ({
    at: now,
    action: action.name,
    title: action.title,
    actorId: actor.userId,
    forClientId: client === actor.organisationId ? null : client,
    subjectKind: one.kind,
    subjectId: one.id,
    roundId: one.roundId ?? roundIdOf(kind, subject),
    ownerId: ownerOf(kind, subject) ?? actor.organisationId,
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
