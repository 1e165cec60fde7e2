import { findAction } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { available } from '#actions/kit/available'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import { asOf } from '#domain/bidding-times'
import { dayOf, type Instant } from '#domain/dates'
import type { Entities, Kind, StoredKind, SubjectOf } from '#domain/entities'
import { mayRead } from '#contract/read-access'
import type { Round } from '#domain/round'
import { collectionSubject, isCollection, roundOf } from './facts.ts'
import { conflict, forbidden, notFound } from './refusals.ts'

/** Which action is meant, on what, by whom. */
export interface Wanted {
  actor: Actor
  kind: Kind
  subjectId: string
  actionName: string
  /** The version that was looked at. */
  version?: number
}

/** An action that whoever asks may run here and now. */
export interface Admitted {
  action: Action
  subject: SubjectOf<Kind>
  round: Round | undefined
}

const STALE = 'Changed by someone else since you opened this form'

type Find = <K extends StoredKind>(kind: K, id: string) => Promise<Entities[K] | undefined>

const subjectOf = async (
  { actor, kind, subjectId }: Wanted,
  find: Find,
): Promise<SubjectOf<Kind> | undefined> => {
  if (isCollection(kind)) return collectionSubject(kind)
  const subject = await find(kind, subjectId)
  return subject && mayRead(kind, subject, actor) ? subject : undefined
}

/**
 * Lets somebody through to an action, or throws `HttpError` by gate: 404 not there or not visible, 409 changed since,
 * 403 who, 409 status, round or window.
 */
export const admit = async (
  read: Read,
  wanted: Wanted,
  now: Instant,
  find: Find = (kind, id) => read.one(kind, id),
): Promise<Admitted> => {
  const { actor, kind, version } = wanted
  const action: Action | undefined = findAction(kind, wanted.actionName)
  const subject = action && (await subjectOf(wanted, find))
  if (!action || !subject) throw notFound()
  if (version !== undefined && version !== subject.version && !isCollection(kind))
    throw conflict(STALE, 'version')
  const round = await roundOf(read, kind, subject)
  const isTimed = round !== undefined && round.bidsClose !== null
  const around = { round: isTimed ? asOf(round, await read.clock()) : round, today: dayOf(now) }
  const verdict = available(action, actor, subject, around)
  if (verdict === true) return { action, subject, round }
  throw verdict.gate === 'who' ? forbidden(verdict.why) : conflict(verdict.why, verdict.gate)
}
