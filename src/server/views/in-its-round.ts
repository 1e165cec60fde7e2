import type { WorkbookOwnerKind } from '#actions/common/workbook'
import type { NextStep } from '#contract/kit/resource'
import type { Actor } from '#domain/people/actor'
import type { EntityMap, EntityOfKind } from '#domain/disclosure/entities'
import type { Round } from '#domain/round/round'
import { readItemResult } from './kit/amounts.ts'
import { listCertificates } from './certificates.ts'
import type { ViewContext } from './kit/context.ts'
import { listSettledCredits } from './credit.ts'
import { listOpenCasesOn } from './open-cases.ts'
import { addObstaclesToSteps } from './missing.ts'
import type { NextStepContext } from '../next/next.ts'
import { readDraftPreparation } from './preparation.ts'
import { readCurrentStep } from '../next/step-clock.ts'
import { listWaitingProposalsOnSubject } from './waiting-proposals.ts'
import { findSubjectWarnings } from './warnings.ts'
import { readWorkbookViews } from './workbooks.ts'

const CREDITS_OF = { project: 'projectId', requirement: 'requirementId' } as const

/** State of a project or credit requirement in its current round: next step, warnings and result. */
export const readStateInRound = async <K extends WorkbookOwnerKind>(
  { kind, subject }: { kind: K; subject: EntityOfKind<K> & EntityMap[K] },
  around: NextStepContext & { round: Round },
  steps: readonly NextStep[],
  reader: Actor,
  context: ViewContext,
) => {
  const { db, on } = context
  const { round } = around
  const { id } = subject
  const isSettled = round.status === 'Settled'
  const [cases, proposed, certificates, settled, result, next, preparation, clock, warnings, workbooks] =
    await Promise.all([
      isSettled ? listOpenCasesOn(kind, id, reader, db) : [],
      listWaitingProposalsOnSubject(kind, id, reader, db),
      isSettled ? listCertificates(db, kind, id) : [],
      isSettled ? listSettledCredits(db, CREDITS_OF[kind], id, reader, on) : [],
      readItemResult(db, reader, id, round),
      addObstaclesToSteps(steps, { kind, subject }, reader, context),
      readDraftPreparation(kind, subject, around, reader, context),
      readCurrentStep(kind, subject, around, context),
      findSubjectWarnings(kind, subject, context),
      readWorkbookViews({ kind, subject }, reader, context),
    ])
  return {
    certificates,
    settled,
    result,
    next: [...cases, ...proposed, ...next],
    preparation,
    clock,
    warnings,
    workbooks,
  }
}
