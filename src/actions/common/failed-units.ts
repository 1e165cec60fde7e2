import type { UnitFailure } from '#domain/case/unit-failure'
import type { UnitReplacement } from '#domain/case/unit-replacement'
import { distinct } from '#domain/values/grouped'
import type { Read } from '../kit/changes.ts'

/** Reads the units that have failed by a case or in some credits, and the units that replace them. */
export const readFailedUnits = async (
  read: Read,
  which: { caseId: string } | { creditId: string[] },
): Promise<{ failures: UnitFailure[]; replacements: UnitReplacement[] }> => {
  const failures = await read.list('unitFailure', { ...which, endedAt: null })
  const failureId = failures.map(({ id }) => id)
  return { failures, replacements: await read.list('unitReplacement', { failureId, endedAt: null }) }
}

/** Leaves out failures whose holder has been refunded because of the same case: a refund takes the place of other units. */
export const readFailuresWithoutRefund = async (
  read: Read,
  failures: readonly UnitFailure[],
): Promise<UnitFailure[]> => {
  const refunds = await read.list('invoice', {
    caseId: distinct(failures.map(({ caseId }) => caseId)).toSorted(),
  })
  if (refunds.length === 0) return [...failures]
  const credits = await read.list('credit', {
    id: distinct(failures.map(({ creditId }) => creditId)).toSorted(),
  })
  return failures.filter(({ caseId, creditId }) => {
    const holder = credits.find(({ id }) => id === creditId)?.requirementId
    return !refunds.some(one => one.caseId === caseId && one.itemId === holder)
  })
}
