import type { CaseReplacement } from '#contract/case/case'
import { blockOf, blockUnits } from '#domain/case/unit-blocks'
import { replacedSerial } from '#domain/case/unit-replacement'
import type { Case } from '#domain/case/case'
import { isOperator, type Actor } from '#domain/people/actor'
import { poundsOf } from '@credit-market/values/money'
import { unitsToNumber } from '@credit-market/values/units'
import type { ViewContext } from './kit/context.ts'

/** Units that replace failed ones because of a case; only the market operator reads what unsold ones cost. */
export const readCaseReplacements = async (
  { id }: Pick<Case, 'id'>,
  reader: Actor,
  { db }: ViewContext,
): Promise<CaseReplacement[]> => {
  const rows = await db
    .selectFrom('unitReplacement')
    .innerJoin('unitFailure', 'unitFailure.id', 'unitReplacement.failureId')
    .innerJoin('credit', 'credit.id', 'unitReplacement.creditId')
    .innerJoin('project', 'project.id', 'credit.projectId')
    .selectAll('unitReplacement')
    .select(['unitFailure.serial as failedSerial', 'project.id as projectId', 'project.name as projectName'])
    .where('unitReplacement.caseId', '=', id)
    .where('unitReplacement.endedAt', 'is', null)
    .orderBy('unitReplacement.ordinal')
    .execute()
  return rows.map(({ pricePerUnit, ...one }) => ({
    ...{ id: one.id, serial: one.serial, since: one.startDay, until: one.endDay },
    units: unitsToNumber(blockUnits(blockOf(one))),
    replaces: replacedSerial(one.failedSerial, one),
    project: { id: one.projectId, name: one.projectName },
    pricePerUnit: isOperator(reader) && pricePerUnit !== null ? poundsOf(pricePerUnit) : null,
  }))
}
