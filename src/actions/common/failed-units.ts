import type { UnitFailure } from '#domain/case/unit-failure'
import type { UnitReplacement } from '#domain/case/unit-replacement'
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
