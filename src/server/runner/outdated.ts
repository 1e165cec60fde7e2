import type { Kysely } from 'kysely'
import { findAction } from '#actions/index'
import type { Read } from '#actions/kit/changes'
import { nounOf } from '#contract/nouns'
import { dayOf, type Instant } from '#domain/dates'
import type { Kind } from '#domain/entities'
import type { Proposal } from '#domain/proposal'
import type { Database } from '../store/tables.ts'
import { hashOfKnown } from './carry-out.ts'
import { collectionSubject, factsFor, filedAnswers, isCollection } from './facts.ts'
import type { Runtime } from './runtime.ts'

/**
 * Could a waiting proposal not be approved any more: since its time is over, its thing has changed, what its form knew is not
 * what it was, or whoever proposed it may not act? Approving asks the same behind its locks.
 */
export const isOutdated = async (
  { db, read, now, actorOf }: { db: Kysely<Database>; read: Read; now: Instant } & Pick<Runtime, 'actorOf'>,
  proposal: Proposal,
): Promise<boolean> => {
  if (proposal.expiresOn < dayOf(now)) return true
  const kind = proposal.subjectKind as Kind
  const stored = nounOf(kind)?.kind
  const subject = isCollection(kind)
    ? collectionSubject(kind)
    : stored && (await read.one(stored, proposal.subjectId))
  const action = findAction(kind, proposal.action)
  if (!action || !subject || subject.version !== proposal.subjectVersion) return true
  const actor = await actorOf(db, proposal.proposedBy)
  if (!actor) return true
  const [given, present] = await Promise.all([
    factsFor(read, action, kind, subject, actor, now),
    filedAnswers(read, action, kind, subject.id),
  ])
  return hashOfKnown({ given, present }) !== proposal.known
}
