import { type Case } from '#domain/case/case'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import type { Actor } from '#domain/people/actor'
import type { Project } from '#domain/project/project'
import type { NextComplianceAction } from '#domain/project/project-check'
import type { Day, Instant } from '@credit-market/values/dates'
import { changeStatus, type Change, type EffectContext, type Read } from '../kit/changes.ts'
import type { Transition } from '../kit/action.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'
import { openCase, readCaseOpening, type CaseOpening } from './open-case.ts'

interface CheckResult {
  isCompliant: boolean
  date: Day
  failReason: string | null
  'nextAction.action': NextComplianceAction | null
  'nextAction.date': Day | null
}

/** The open delivery failure of a project, if there is one, and who gets a notice about it. */
interface OpenFailure {
  open: Case | undefined
  notices: CaseOpening['notices']
}

/** Reads the open delivery failure of a project, which a check that passes closes. */
export const readUnconfirmedFailure = async (read: Read, { id }: Project): Promise<OpenFailure> => {
  const which = { projectId: id, type: 'DeliveryFailure', status: OPEN_CASE_STATUSES } as const
  const [open] = await read.list('case', which)
  return { open, notices: open ? await readConcernedNotices(read, open) : [] }
}

/** Closes a delivery failure that no one has confirmed, for a reason that everyone whom it concerns can read. */
export const closeUnconfirmedFailure = (
  { open, notices }: OpenFailure,
  reason: string,
  endedAt: Instant,
): Change[] =>
  open?.confirmedAt === null
    ? [changeStatus('case', open, 'Closed', { reason, endedAt }), ...notifyOfDecision(open, notices)]
    : []

/** Facts for a compliance check: the open delivery failure of the project, and whom a case about it concerns. */
export interface ComplianceFacts extends OpenFailure {
  opening: CaseOpening
}

/** Reads the open delivery failure of a project, and whom a case about it concerns. */
export const readComplianceFacts = async (read: Read, project: Project): Promise<ComplianceFacts> => {
  const [open, opening] = await Promise.all([
    readUnconfirmedFailure(read, project),
    readCaseOpening(read, { project }),
  ])
  return { ...open, opening }
}

/** Changes of a case that follow from a check that passes. */
export const FOLLOWING_MOVES: readonly Transition[] = [
  ['case', 'Reported', 'Closed'],
  ['case', 'Remedying', 'Closed'],
]

const PUT_RIGHT = 'A compliance check found the project compliant'

/**
 * Follows a compliance check (decision 0184): one that fails opens a delivery failure unless one is open, with the day of the next
 * action if the landowner is to rectify; one that passes closes a delivery failure that no one has confirmed.
 */
export const followComplianceCheck = (
  project: Project,
  values: CheckResult,
  { open, opening, notices }: ComplianceFacts,
  context: EffectContext & { actor: Actor },
): Change[] => {
  const { isCompliant, date: since, failReason } = values
  if (isCompliant) return closeUnconfirmedFailure({ open, notices }, PUT_RIGHT, context.now)
  if (open) return []
  const day = values['nextAction.action'] === 'Rectify' ? values['nextAction.date'] : null
  const said = { type: 'DeliveryFailure', reporter: 'system', since, what: failReason ?? '' } as const
  return openCase({ project }, opening, { ...said, ...(day !== null && { rectifyBy: day }) }, context)
}
