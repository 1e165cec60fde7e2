import type { Case } from '#domain/case/case'
import type { NoticeFacts } from '#domain/text/notice'
import type { Change, Read } from '../kit/changes.ts'
import { notifyConcerned, readConcernedNotices, type ConcernedNotice } from './concerned.ts'

/** Reads who gets a notice about a case besides the owner's side. */
export const readNotices = (read: Read, subject: Case): Promise<ConcernedNotice[]> =>
  readConcernedNotices(read, subject.roundId, subject)

/** Notices of a decision on a case to those whom it concerns; the table of notices covers the owner's side. */
export const notifyOfDecision = (
  subject: Case,
  to: readonly ConcernedNotice[],
  factsFor?: (addressee: ConcernedNotice) => NoticeFacts,
): Change[] => notifyConcerned('holding-case-changed', subject, to, factsFor)
