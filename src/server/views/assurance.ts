import { type Kysely, sql } from 'kysely'
import type { AssuranceView } from '#contract/credit/assurance'
import { failureAssurance, type UnsoundUnits, worstAssurance } from '#domain/case/unit-failure'
import { DOUBTING_TYPES } from '#domain/case/case'
import type { Credit } from '#domain/credit/credit'
import { unitsToNumber } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'

/** Units of a credit that are not sound, and because of which case. */
export interface UnsoundCreditUnits extends UnsoundUnits {
  creditId: string
  caseId: string
}

/**
 * Units of some credits that are not sound: those that a confirmed case fails, and all units of a project about which an
 * unconfirmed delivery failure, or a case of credits issued in error, is open.
 */
export const readUnsoundUnits = async (
  db: Kysely<Database>,
  credits: readonly Pick<Credit, 'id' | 'projectId'>[],
): Promise<UnsoundCreditUnits[]> => {
  if (credits.length === 0) return []
  const isOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`
  const projectIds = [...new Set(credits.map(({ projectId }) => projectId))]
  const [failed, cases] = await Promise.all([
    db
      .selectFrom('unitFailure')
      .innerJoin('case', 'case.id', 'unitFailure.caseId')
      .select(['creditId', 'caseId', 'serial', 'firstUnit', 'lastUnit', 'startDay', 'endDay'])
      .select('case.status')
      .where('creditId', '=', isOf(credits.map(({ id }) => id)))
      .where('unitFailure.endedAt', 'is', null)
      .orderBy('unitFailure.ordinal')
      .execute(),
    db
      .selectFrom('case')
      .select(['id', 'projectId', 'since'])
      .where('projectId', '=', isOf(projectIds))
      .where('endedAt', 'is', null)
      .where('type', 'in', DOUBTING_TYPES)
      .where('failedSince', 'is', null)
      .execute(),
  ])
  const inDoubt = credits.flatMap(({ id, projectId }) =>
    cases.flatMap(one =>
      one.projectId === projectId ? [{ creditId: id, caseId: one.id, since: one.since }] : [],
    ),
  )
  // Few credits are in doubt, so the blocks of most are not read.
  const blocks =
    inDoubt.length === 0
      ? []
      : await db
          .selectFrom('creditBlock')
          .select(['creditId', 'serial', 'firstUnit', 'lastUnit', 'endDay'])
          .where('creditId', '=', isOf(inDoubt.map(({ creditId }) => creditId)))
          .orderBy('startDay')
          .orderBy('firstUnit')
          .execute()
  const doubted = inDoubt.flatMap(one =>
    blocks.flatMap(({ creditId, ...block }) =>
      creditId === one.creditId && (block.endDay === null || block.endDay > one.since)
        ? [{ ...one, ...block }]
        : [],
    ),
  )
  return [
    ...failed.map(({ firstUnit, lastUnit, startDay, endDay, status, ...one }) => ({
      ...one,
      assurance: failureAssurance(status),
      units: lastUnit - firstUnit + 1,
      since: startDay,
      until: endDay,
    })),
    ...doubted.map(({ firstUnit, lastUnit, endDay, ...one }) => ({
      ...one,
      assurance: 'inDoubt' as const,
      units: lastUnit - firstUnit + 1,
      until: endDay,
    })),
  ]
}

/** Assurance of some units in the API: that of the worst, and the units that are not sound. */
export const assuranceView = (unsound: readonly UnsoundUnits[]): AssuranceView => ({
  assurance: worstAssurance(unsound.map(({ assurance }) => assurance)),
  unsound: unsound.map(({ assurance, serial, units, since, until }) => ({
    ...{ assurance, serial, since, until },
    units: unitsToNumber(units),
  })),
})
