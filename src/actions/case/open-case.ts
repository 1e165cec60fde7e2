import { type Case, caseName, type CaseReporter, type CaseType } from '#domain/case/case'
import { type Actor, isOperator } from '#domain/people/actor'
import type { Project } from '#domain/project/project'
import type { Requirement } from '#domain/project/requirement'
import type { Day } from '@credit-market/values/dates'
import { create, type Change, type EffectContext, type Read } from '../kit/changes.ts'
import {
  notifyConcerned,
  readConcernedNotices,
  readHoldersOf,
  readSuppliersOf,
  type Concerned,
  type ConcernedNotice,
} from './concerned.ts'

/** Subject of a case: a project, or the requirement whose buyer does not pay. */
export type CaseSubject = { project: Project } | { requirement: Requirement }

/** Facts for opening a case: whom it concerns, and their agents and authorities, who get the notice. */
export interface CaseOpening extends Concerned {
  /** Name of the project, or of the round of the requirement. */
  projectOrRound: string
  notices: readonly ConcernedNotice[]
}

/** Reads whom a new case about a project or a requirement concerns, and who gets a notice. */
export const readCaseOpening = async (read: Read, about: CaseSubject): Promise<CaseOpening> => {
  const concerned =
    'project' in about
      ? await readHoldersOf(read, about.project)
      : await readSuppliersOf(read, about.requirement)
  const { roundId } = 'project' in about ? about.project : about.requirement
  const notices = await readConcernedNotices(read, { roundId, ...concerned })
  const projectOrRound = 'project' in about ? about.project.name : (await read.one('round', roundId))?.name
  return { ...concerned, notices, projectOrRound: projectOrRound ?? roundId }
}

/** Role in which someone reports a case; `side` is that of people who act for the owner of the thing where they report it. */
export const reporterOf = (actor: Actor, side: 'owner' | 'holder'): CaseReporter => {
  if (actor.userId === null) return 'system'
  if (isOperator(actor)) return 'operator'
  return actor.organisationType === 'LPA' ? 'authority' : side
}

/** Opens a case as reported, or as being put right by a day, and notifies everyone whom it concerns. */
export const openCase = (
  about: CaseSubject,
  opening: CaseOpening,
  said: { type: CaseType; since: Day; what: string; rectifyBy?: Day; reporter: CaseReporter },
  { actor, now, newId }: EffectContext & { actor: Actor },
): Change[] => {
  const { id, ownerId, roundId, lpaId, projectId, requirementId } =
    'project' in about
      ? {
          ...{ id: newId(), ownerId: about.project.supplierId },
          ...{ roundId: about.project.roundId, lpaId: about.project.lpaId },
          ...{ projectId: about.project.id, requirementId: null },
        }
      : {
          ...{ id: newId(), ownerId: about.requirement.buyerId },
          ...{ roundId: about.requirement.roundId, lpaId: about.requirement.lpaId },
          ...{ projectId: null, requirementId: about.requirement.id },
        }
  const { type, since, what, rectifyBy, reporter } = said
  const row: Omit<Case, 'version'> = {
    id,
    name: caseName(type, opening.projectOrRound),
    roundId,
    type,
    status: rectifyBy === undefined ? 'Reported' : 'Remedying',
    projectId,
    requirementId,
    ownerId,
    lpaId,
    concernedIds: opening.concernedIds,
    concernedLpaIds: opening.concernedLpaIds,
    since,
    what,
    reporter,
    reportedBy: actor.userId,
    reportedForId: actor.organisationId,
    reportedAt: now,
    confirmedAt: null,
    failedSince: null,
    capacityLeft: [],
    rectifyBy: rectifyBy ?? null,
    ...{ ownerPapersBy: null, otherPapersBy: null, ownerFiledAt: null, otherFiledAt: null },
    ...{ finding: null, follows: null },
    reason: null,
    endedAt: null,
  }
  return [create('case', row), ...notifyConcerned('holding-case-opened', { id }, opening.notices)]
}
