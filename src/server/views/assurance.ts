import { type Kysely, sql } from 'kysely'
import type { AssuranceView } from '#contract/credit/assurance'
import type { CreditRow } from '#contract/credit/credit'
import { blockOf, blockUnits, serialOfPart } from '#domain/case/unit-blocks'
import { failureAssurance, type UnsoundUnits, worstAssurance } from '#domain/case/unit-failure'
import { replacedSerial, uncoveredBlocks } from '#domain/case/unit-replacement'
import { DOUBTING_TYPES } from '#domain/case/case'
import type { Credit } from '#domain/credit/credit'
import { unitsToNumber } from '@credit-market/values/units'
import type { Database } from '../store/tables/tables.ts'

/** Units of a credit that are not sound, and because of which case. */
export interface UnsoundCreditUnits extends UnsoundUnits {
  creditId: string
  caseId: string
}

type Doubted = Pick<Credit, 'id' | 'projectId'>

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::text[])`

/** Open cases that put all units of some projects in doubt, because nothing is confirmed yet. */
const readDoubtingCases = (db: Kysely<Database>, projectIds: readonly string[]) =>
  db
    .selectFrom('case')
    .select(['id', 'projectId', 'since'])
    .where('projectId', '=', anyOf(projectIds))
    .where('endedAt', 'is', null)
    .where('type', 'in', DOUBTING_TYPES)
    .where('failedSince', 'is', null)
    .execute()

/** Failures of units of some credits, cut to what other units replace and what they do not. */
const readFailedUnits = async (
  db: Kysely<Database>,
  creditIds: readonly string[],
): Promise<UnsoundCreditUnits[]> => {
  const failures = await db
    .selectFrom('unitFailure')
    .innerJoin('case', 'case.id', 'unitFailure.caseId')
    .selectAll('unitFailure')
    .select('case.status')
    .where('creditId', '=', anyOf(creditIds))
    .where('unitFailure.endedAt', 'is', null)
    .orderBy('unitFailure.ordinal')
    .execute()
  // Few units fail, so most answers need not look for others that replace them.
  if (failures.length === 0) return []
  const replacements = await db
    .selectFrom('unitReplacement')
    .innerJoin('credit', 'credit.id', 'unitReplacement.creditId')
    .selectAll('unitReplacement')
    .select('credit.projectId')
    .where('failureId', '=', anyOf(failures.map(({ id }) => id)))
    .where('endedAt', 'is', null)
    .orderBy('unitReplacement.ordinal')
    .execute()
  const doubting =
    replacements.length === 0
      ? []
      : await readDoubtingCases(db, [...new Set(replacements.map(({ projectId }) => projectId))])
  return failures.flatMap(failure => [
    ...uncoveredBlocks(failure, replacements).map(block => ({
      ...{ creditId: failure.creditId, caseId: failure.caseId, assurance: failureAssurance(failure.status) },
      ...{ serial: serialOfPart(failure.serial, block), units: blockUnits(block) },
      ...{ since: block.start, until: block.end, replacedBy: null },
    })),
    ...replacements
      .filter(({ failureId }) => failureId === failure.id)
      .map(one => ({
        ...{ creditId: failure.creditId, caseId: failure.caseId },
        assurance: doubting.some(({ projectId }) => projectId === one.projectId)
          ? ('inDoubt' as const)
          : ('replaced' as const),
        ...{ serial: replacedSerial(failure.serial, one), units: blockUnits(blockOf(one)) },
        ...{ since: one.startDay, until: one.endDay, replacedBy: one.serial },
      })),
  ])
}

/** Blocks of credits whose project is in doubt. */
const readDoubtedUnits = async (
  db: Kysely<Database>,
  credits: readonly Doubted[],
): Promise<UnsoundCreditUnits[]> => {
  const cases = await readDoubtingCases(db, [...new Set(credits.map(({ projectId }) => projectId))])
  const inDoubt = credits.flatMap(({ id, projectId }) =>
    cases.flatMap(one =>
      one.projectId === projectId ? [{ creditId: id, caseId: one.id, since: one.since }] : [],
    ),
  )
  // Few credits are in doubt, so the blocks of most are not read.
  if (inDoubt.length === 0) return []
  const blocks = await db
    .selectFrom('creditBlock')
    .select(['creditId', 'serial', 'firstUnit', 'lastUnit', 'endDay'])
    .where('creditId', '=', anyOf(inDoubt.map(({ creditId }) => creditId)))
    .orderBy('startDay')
    .orderBy('firstUnit')
    .execute()
  return inDoubt.flatMap(one =>
    blocks.flatMap(({ creditId, serial, firstUnit, lastUnit, endDay }) =>
      creditId === one.creditId && (endDay === null || endDay > one.since)
        ? [
            {
              ...one,
              ...{
                serial,
                assurance: 'inDoubt' as const,
                units: blockUnits({ first: firstUnit, last: lastUnit }),
              },
              ...{ until: endDay, replacedBy: null },
            },
          ]
        : [],
    ),
  )
}

/**
 * Units of some credits that are not sound: those that a confirmed case fails, whether others replace them or not, and all units of
 * a project about which an unconfirmed delivery failure, or a case of credits issued in error, is open.
 */
export const readUnsoundUnits = async (
  db: Kysely<Database>,
  credits: readonly Doubted[],
): Promise<UnsoundCreditUnits[]> => {
  if (credits.length === 0) return []
  const [failed, doubted] = await Promise.all([
    readFailedUnits(
      db,
      credits.map(({ id }) => id),
    ),
    readDoubtedUnits(db, credits),
  ])
  return [...failed, ...doubted]
}

/** Units that replace failed ones, by the id of their credit, in the order in which they were drawn. */
export const readReplacingUnits = async (
  db: Kysely<Database>,
  credits: readonly Pick<Credit, 'id' | 'requirementId' | 'status'>[],
): Promise<(creditId: string) => CreditRow['replacing']> => {
  const free = credits.filter(
    ({ requirementId, status }) => requirementId === null && (status === 'Issued' || status === 'Retired'),
  )
  if (free.length === 0) return () => []
  const rows = await db
    .selectFrom('unitReplacement')
    .innerJoin('unitFailure', 'unitFailure.id', 'unitReplacement.failureId')
    .selectAll('unitReplacement')
    .select('unitFailure.serial as failedSerial')
    .where('unitReplacement.creditId', '=', anyOf(free.map(({ id }) => id)))
    .where('unitReplacement.endedAt', 'is', null)
    .orderBy('unitReplacement.ordinal')
    .execute()
  return id =>
    rows
      .filter(({ creditId }) => creditId === id)
      .map(one => ({
        ...{ serial: one.serial, units: unitsToNumber(blockUnits(blockOf(one))) },
        replaces: replacedSerial(one.failedSerial, one),
        ...{ since: one.startDay, until: one.endDay },
      }))
}

/** Assurance of some units in the API: that of the worst, and the units that are not sound. */
export const assuranceView = (unsound: readonly UnsoundUnits[]): AssuranceView => ({
  assurance: worstAssurance(unsound.map(({ assurance }) => assurance)),
  unsound: unsound.map(({ assurance, serial, units, since, until, replacedBy }) => ({
    ...{ assurance, serial, since, until, replacedBy },
    units: unitsToNumber(units),
  })),
})
