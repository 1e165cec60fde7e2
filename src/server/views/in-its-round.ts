import type { Bookish } from '#actions/common/workbook'
import type { NextThing } from '#contract/resource'
import type { Actor } from '#domain/actor'
import type { Entities, SubjectOf } from '#domain/entities'
import type { Round } from '#domain/round'
import { resultOf } from './amounts.ts'
import { certificatesOf } from './certificates.ts'
import type { ViewContext } from './context.ts'
import { settledCredits } from './credit.ts'
import { withMissing } from './missing.ts'
import type { Around } from './next.ts'
import { preparationOf } from './preparation.ts'
import { clockOf } from './step-clock.ts'
import { proposalsOn } from './waiting-proposals.ts'
import { warningsOf } from './warnings.ts'
import { workbooksOf } from './workbooks.ts'

const CREDITS_OF = { project: 'projectId', requirement: 'requirementId' } as const

/** What a project or a credit requirement is in its round now: what comes next, what to look at, and what came of it. */
export const inItsRound = async <K extends Bookish>(
  { kind, subject }: { kind: K; subject: SubjectOf<K> & Entities[K] },
  around: Around & { round: Round },
  steps: readonly NextThing[],
  reader: Actor,
  context: ViewContext,
) => {
  const { db, on } = context
  const { round } = around
  const { id } = subject
  const isSettled = round.status === 'Settled'
  const [proposed, certificates, settled, result, next, preparation, clock, warnings, workbooks] =
    await Promise.all([
      proposalsOn(kind, id, reader, db),
      isSettled ? certificatesOf(db, kind, id) : [],
      isSettled ? settledCredits(db, CREDITS_OF[kind], id, reader, on) : [],
      resultOf(db, reader, id, round),
      withMissing(steps, { kind, subject }, reader, context),
      preparationOf(kind, subject, around, reader, context),
      clockOf(kind, subject, around, context),
      warningsOf(kind, subject, context),
      workbooksOf({ kind, subject }, reader, context),
    ])
  return {
    certificates,
    settled,
    result,
    next: [...proposed, ...next],
    preparation,
    clock,
    warnings,
    workbooks,
  }
}
