import { creditStatusLabel } from '#contract/credit/credit'
import { blockOf, blockUnits, serialOfPart, subtractBlocks, type UnitBlock } from '#domain/case/unit-blocks'
import { failedBlockOf, replacedSerial, type UnitReplacement } from '#domain/case/unit-replacement'
import type { CertifiedBlock } from '#domain/credit/certificate'
import type { CertifiedCredit } from '#domain/credit/certificate-paper'
import type { Credit } from '#domain/credit/credit'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { BROAD_HABITAT_LABELS, DISTINCTIVENESS_WORDS } from '@credit-market/habitat-metric/habitat'
import type { StoreTransaction } from '../store/store.ts'

/** A replacement, with the credit of the failed units and their serial. */
interface KnownReplacement extends UnitReplacement {
  failedCreditId: string
  failedSerial: string
}

/** Replacements in force of units of some credits, and by units of some credits. */
const readReplacements = async (
  tx: StoreTransaction,
  creditIds: readonly string[],
): Promise<KnownReplacement[]> =>
  tx.db
    .selectFrom('unitReplacement')
    .innerJoin('unitFailure', 'unitFailure.id', 'unitReplacement.failureId')
    .selectAll('unitReplacement')
    .select(['unitFailure.creditId as failedCreditId', 'unitFailure.serial as failedSerial'])
    .where('unitReplacement.endedAt', 'is', null)
    .where(eb =>
      eb.or([eb('unitReplacement.creditId', 'in', creditIds), eb('unitFailure.creditId', 'in', creditIds)]),
    )
    .orderBy('unitReplacement.ordinal')
    .execute()

const certifiedBlock = (serial: string, { first, last, start, end }: UnitBlock): CertifiedBlock => ({
  ...{ serial: serialOfPart(serial, { first, last }), units: blockUnits({ first, last }) },
  ...{ start, end },
})

/**
 * Lists credits as a certificate states them. Where other units replace failed ones, it lists the other units instead. Units of these
 * credits that replace another holder's are marked.
 */
export const readCertifiedCredits = async (
  tx: StoreTransaction,
  credits: readonly Credit[],
): Promise<CertifiedCredit[]> => {
  const ids = credits.map(({ id }) => id)
  const replacements = await readReplacements(tx, ids)
  const replaced = replacements.filter(({ failedCreditId }) => ids.includes(failedCreditId))
  const others = await tx.list('credit', { id: [...new Set(replaced.map(({ creditId }) => creditId))] })
  const known = [...credits, ...others.filter(({ id }) => !ids.includes(id))]
  const projects = await tx.list('project', { id: [...new Set(known.map(({ projectId }) => projectId))] })
  const lpas = await tx.list('lpa', { id: projects.flatMap(({ lpaId }) => lpaId ?? []) })
  const blocks = await tx.db
    .selectFrom('creditBlock')
    .selectAll()
    .where('creditId', 'in', ids)
    .orderBy('startDay')
    .orderBy('firstUnit')
    .execute()

  const certified = (credit: Credit, status: string, parts: readonly CertifiedBlock[]): CertifiedCredit[] => {
    const project = projects.find(({ id }) => id === credit.projectId)
    return parts.length === 0
      ? []
      : [
          {
            type: CREDIT_TYPE_LABELS[credit.type],
            habitat: credit.type === 'Biodiversity' ? habitatOf(credit) : null,
            project: project?.name ?? credit.projectId,
            where: lpas.find(({ id }) => id === project?.lpaId)?.name ?? null,
            status,
            blocks: parts,
          },
        ]
  }
  const inPlaceOf = (credit: Credit, one: KnownReplacement, status: string): CertifiedCredit[] =>
    certified(credit, `${status}, replaces ${replacedSerial(one.failedSerial, one)}`, [
      certifiedBlock(one.serial, blockOf(one)),
    ])

  return credits.flatMap(credit => {
    const own = replaced.filter(({ failedCreditId }) => failedCreditId === credit.id)
    const lent = replacements.filter(({ creditId }) => creditId === credit.id)
    const gone = [...own.map(failedBlockOf), ...lent.map(blockOf)]
    const left = blocks
      .filter(({ creditId }) => creditId === credit.id)
      .flatMap(({ serial, ...block }) =>
        subtractBlocks([blockOf(block)], gone).map(part => certifiedBlock(serial, part)),
      )
    return [
      ...certified(credit, statusOf(credit), left),
      ...own.flatMap(one => {
        const replacing = known.find(({ id }) => id === one.creditId)
        return replacing ? inPlaceOf(replacing, one, statusOf(credit)) : []
      }),
      ...lent.flatMap(one => inPlaceOf(credit, one, statusOf(credit))),
    ]
  })
}

const habitatOf = ({ habitatType, broadHabitat, distinctiveness }: Credit): string =>
  [
    habitatType ?? BROAD_HABITAT_LABELS[broadHabitat],
    ...(distinctiveness ? [`${DISTINCTIVENESS_WORDS[distinctiveness]} distinctiveness`] : []),
  ].join(', ')

const statusOf = (credit: Credit): string => {
  const label = creditStatusLabel(credit)
  return credit.isReserved && label !== 'Reserved' ? `${label}, reserve` : label
}
