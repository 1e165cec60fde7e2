import type { Kysely } from 'kysely'
import { findAction } from '#actions/index'
import type { Read } from '#actions/kit/changes'
import { nounOf } from '#contract/nouns/nouns'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { Proposal } from '#domain/steps/proposal'
import type { Database } from '../store/tables/tables.ts'
import { hashFormFacts } from './carry-out.ts'
import { subjectOfCollection, readFormFacts, readFiledAnswers, isCollection } from './facts.ts'
import type { ActionRuntime } from './runtime.ts'

/**
 * True if a waiting proposal could no longer be approved: it has expired, its subject has changed, what its form
 * depended on has changed, or its proposer may no longer act. Approving checks the same with rows locked.
 */
export const isProposalOutdated = async (
  {
    db,
    read,
    now,
    actorOf,
  }: { db: Kysely<Database>; read: Read; now: Instant } & Pick<ActionRuntime, 'actorOf'>,
  proposal: Proposal,
): Promise<boolean> => {
  if (proposal.expiresOn < utcDayOf(now)) return true
  const kind = proposal.subjectKind as Kind
  const stored = nounOf(kind)?.kind
  const subject = isCollection(kind)
    ? subjectOfCollection(kind)
    : stored && (await read.one(stored, proposal.subjectId))
  const action = findAction(kind, proposal.action)
  if (!action || !subject || subject.version !== proposal.subjectVersion) return true
  const actor = await actorOf(db, proposal.proposedBy)
  if (!actor) return true
  const [given, present] = await Promise.all([
    readFormFacts(read, action, kind, subject, actor, now),
    readFiledAnswers(read, action, kind, subject.id),
  ])
  return hashFormFacts({ given, present }) !== proposal.known
}
