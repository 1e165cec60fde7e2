import { findAction } from '#actions/index'
import type { Action } from '#actions/kit/action'
import { checkAvailability } from '#actions/kit/available'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import { roundAtInstant } from '#domain/round/bidding-times'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import type { EntityMap, Kind, StoredKind, EntityOfKind } from '#domain/disclosure/entities'
import { mayRead } from '#contract/nouns/read-access'
import type { Round } from '#domain/round/round'
import { subjectOfCollection, isCollection, readRoundOf } from './facts.ts'
import { conflictError, forbiddenError, notFoundError } from './refusals.ts'

/** Identifies an action, its subject and its actor. */
export interface ActionQuery {
  actor: Actor
  kind: Kind
  subjectId: string
  actionName: string
  /** Version of the subject that the actor saw. */
  version?: number
}

/** An action that the actor may run here and now. */
export interface AdmittedAction {
  action: Action
  subject: EntityOfKind<Kind>
  round: Round | undefined
}

const STALE = 'Changed by someone else since you opened this form'

type Find = <K extends StoredKind>(kind: K, id: string) => Promise<EntityMap[K] | undefined>

const subjectOf = async (
  { actor, kind, subjectId }: ActionQuery,
  find: Find,
): Promise<EntityOfKind<Kind> | undefined> => {
  if (isCollection(kind)) return subjectOfCollection(kind)
  const subject = await find(kind, subjectId)
  return subject && mayRead(kind, subject, actor) ? subject : undefined
}

/**
 * Admits an actor to an action, or throws `HttpError` by gate: 404 if it does not exist or is not visible, 409 if it
 * has changed since, 403 for permissions, 409 for status, round or window.
 */
export const admitToAction = async (
  read: Read,
  wanted: ActionQuery,
  now: Instant,
  find: Find = (kind, id) => read.one(kind, id),
): Promise<AdmittedAction> => {
  const { actor, kind, version } = wanted
  const action: Action | undefined = findAction(kind, wanted.actionName)
  const subject = action && (await subjectOf(wanted, find))
  if (!action || !subject) throw notFoundError()
  if (version !== undefined && version !== subject.version && !isCollection(kind))
    throw conflictError(STALE, 'version')
  const round = await readRoundOf(read, kind, subject)
  const isTimed = round !== undefined && round.bidsClose !== null
  const around = { round: isTimed ? roundAtInstant(round, await read.clock()) : round, today: utcDayOf(now) }
  const verdict = checkAvailability(action, actor, subject, around)
  if (verdict === true) return { action, subject, round }
  throw verdict.gate === 'who' ? forbiddenError(verdict.why) : conflictError(verdict.why, verdict.gate)
}
