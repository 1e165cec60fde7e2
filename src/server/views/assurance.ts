import { type Kysely, sql } from 'kysely'
import type { AssuranceView } from '#contract/credit/assurance'
import { failureAssurance, worstAssurance, type Assurance } from '#domain/case/unit-failure'
import type { Day } from '@credit-market/values/dates'
import { unitsToNumber } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'

/** Units of a credit that are not sound: which ones, since when, until when, and because of which case. */
export interface UnsoundUnits {
  creditId: string
  caseId: string
  assurance: Exclude<Assurance, 'sound'>
  /** Serial of these units alone. */
  serial: string
  units: number
  since: Day
  /** Day after the last one; null if they have failed for ever. */
  until: Day | null
}

/**
 * Units of some credits that are not sound: those that a confirmed case fails, and all units of a project about which an
 * unconfirmed delivery failure, or a case of credits issued in error, is open.
 */
export const readUnsoundUnits = async (
  db: Kysely<Database>,
  creditIds: readonly string[],
): Promise<UnsoundUnits[]> => {
  if (creditIds.length === 0) return []
  const ids = sql<string>`any(${creditIds}::text[])`
  const [failed, doubted] = await Promise.all([
    db
      .selectFrom('unitFailure')
      .innerJoin('case', 'case.id', 'unitFailure.caseId')
      .select(['creditId', 'caseId', 'serial', 'firstUnit', 'lastUnit', 'startDay', 'endDay'])
      .select('case.status')
      .where('creditId', '=', ids)
      .where('unitFailure.endedAt', 'is', null)
      .orderBy('unitFailure.ordinal')
      .execute(),
    db
      .selectFrom('creditBlock')
      .innerJoin('credit', 'credit.id', 'creditBlock.creditId')
      .innerJoin('case', 'case.projectId', 'credit.projectId')
      .select(['creditId', 'case.id as caseId', 'serial', 'firstUnit', 'lastUnit', 'case.since', 'endDay'])
      .where('creditId', '=', ids)
      .where('case.endedAt', 'is', null)
      .where(eb =>
        eb.or([
          eb('case.type', '=', 'IssuedInError'),
          eb.and([eb('case.type', '=', 'DeliveryFailure'), eb('case.failedSince', 'is', null)]),
        ]),
      )
      .where(sql<boolean>`(end_day is null or end_day > ${sql.ref('case.since')})`)
      .orderBy('startDay')
      .orderBy('firstUnit')
      .execute(),
  ])
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
