import {
  blockOf,
  blockOfPeriod,
  blockUnits,
  commonBlock,
  mostUnitsAtOnce,
  subtractBlocks,
} from '#domain/case/unit-blocks'
import type { FailedUnits } from '#domain/case/order-of-claims'
import { coverWithout, type UnitReplacement } from '#domain/case/unit-replacement'
import type { Credit, CreditPeriod } from '#domain/credit/credit'
import { showExactUnits } from '@credit-market/values/units'
import { create, update, type Change, type EffectContext, type Read } from '../kit/changes.ts'

/** Units of a project that replace failed ones, with the credit of those. */
export interface CoveringUnits {
  replacement: UnitReplacement
  failedCredit: Credit
}

/** Reads which units of some credits replace failed ones. */
export const readCoveringUnits = async (
  read: Read,
  creditIds: readonly string[],
): Promise<CoveringUnits[]> => {
  const replacements = await read.list('unitReplacement', { creditId: creditIds, endedAt: null })
  if (replacements.length === 0) return []
  const failures = await read.list('unitFailure', { id: replacements.map(({ failureId }) => failureId) })
  const credits = await read.list('credit', { id: failures.map(({ creditId }) => creditId) })
  return replacements.flatMap(replacement => {
    const failure = failures.find(({ id }) => id === replacement.failureId)
    const failedCredit = credits.find(({ id }) => id === failure?.creditId)
    return failedCredit ? [{ replacement, failedCredit }] : []
  })
}

const asPeriod = ({ first, last, start, end }: ReturnType<typeof blockOf>): CreditPeriod => ({
  ...{ start, end, first },
  units: blockUnits({ first, last }),
})

/** Units of a credit that replace nothing, and those that do, each with the credit in whose place they claim capacity. */
export const claimingParts = (
  credit: Credit,
  covering: readonly CoveringUnits[],
): { inPlaceOf: Credit; unitsPerPeriod: CreditPeriod[] }[] => {
  const own = covering.filter(({ replacement }) => replacement.creditId === credit.id)
  const blocks = credit.unitsPerPeriod.map(blockOfPeriod)
  const left = subtractBlocks(
    blocks,
    own.map(({ replacement }) => blockOf(replacement)),
  )
  return [
    { inPlaceOf: credit, unitsPerPeriod: left.map(asPeriod) },
    ...own.map(({ replacement, failedCredit }) => ({
      inPlaceOf: failedCredit,
      unitsPerPeriod: [asPeriod(blockOf(replacement))],
    })),
  ]
}

const commonBlocks = (replacement: UnitReplacement, failed: readonly FailedUnits[]) =>
  failed.flatMap(one =>
    one.creditId === replacement.creditId ? (commonBlock(blockOf(replacement), blockOf(one)) ?? []) : [],
  )

/** Replacements that some failures end, at least in part. */
export const coveringUnitsAmong = (
  covering: readonly CoveringUnits[],
  failed: readonly FailedUnits[],
): CoveringUnits[] => covering.filter(({ replacement }) => commonBlocks(replacement, failed).length > 0)

/** Sentences about replacing units that fail, by the requirement whose failed units they replaced. */
export const lostCoverSentences = (
  covering: readonly CoveringUnits[],
  failed: readonly FailedUnits[],
  requirements: readonly { id: string; name: string }[],
): string[] =>
  requirements.flatMap(({ id, name }) => {
    const lost = mostUnitsAtOnce(
      covering
        .filter(({ failedCredit }) => failedCredit.requirementId === id)
        .flatMap(({ replacement }) => commonBlocks(replacement, failed)),
    )
    return lost === 0 ? [] : [`${showExactUnits(lost)} units that replace failed ones for ${name} fail`]
  })

/** Ends replacements whose units fail; those of their units that do not fail go on replacing. */
export const endFailedCover = (
  covering: readonly CoveringUnits[],
  failed: readonly FailedUnits[],
  { now, newId }: Pick<EffectContext, 'now' | 'newId'>,
): Change[] =>
  coveringUnitsAmong(covering, failed).flatMap(({ replacement }) => [
    update('unitReplacement', replacement, { endedAt: now }),
    ...coverWithout(replacement, commonBlocks(replacement, failed)).map(
      ({ failureId, failedFirst, failedLast, creditId, firstUnit, lastUnit, startDay, endDay }) =>
        create('unitReplacement', {
          ...{ id: newId(), caseId: replacement.caseId, failureId, failedFirst, failedLast },
          ...{ creditId, firstUnit, lastUnit, startDay, endDay, endedAt: null },
          pricePerUnit: replacement.pricePerUnit,
        }),
    ),
  ])
