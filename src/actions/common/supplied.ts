import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { penceOf } from '@credit-market/values/money'
import { pricePerUnitText } from '#domain/prices/price'
import type { Project } from '#domain/project/project'
import { maxUnitsAtOnce, type UnitsInPeriod } from '#domain/steps/schedule'
import { supplyOf } from '#domain/project/service'
import type { Units } from '@credit-market/values/units'
import type { Read } from '../kit/changes.ts'
import { readRoundOfItem } from '../fields/areas.ts'

/** Supply of a project in one credit type, over time. */
interface Supplied {
  creditType: CreditType
  periods: readonly UnitsInPeriod[]
}

/** Supply of a project's certified services. */
export const readCertifiedSupply = async (
  read: Read,
  { id, roundId }: Pick<Project, 'id' | 'roundId'>,
): Promise<Supplied[]> => {
  const [{ biodiversitySupply }, services] = await Promise.all([
    readRoundOfItem(read, { roundId }),
    read.list('service', { projectId: id }),
  ])
  return services
    .filter(({ status }) => status === 'Certified')
    .map(service => ({ creditType: service.type, periods: supplyOf(service, biodiversitySupply) }))
}

/** The largest number of units of each credit type that are supplied at one time. */
export const peakUnitsByType = (supply: readonly Supplied[]): { creditType: CreditType; units: Units }[] =>
  CREDIT_TYPES.map(creditType => ({
    creditType,
    units: maxUnitsAtOnce(
      supply.filter(one => one.creditType === creditType).flatMap(({ periods }) => periods),
    ),
  }))

/** Describes an amount in pounds for a project as a price per unit at its largest supply. */
export const pricePerSuppliedUnit = (
  pounds: number | null | undefined,
  supply: readonly Supplied[],
): string | undefined => pricePerUnitText(pounds ? penceOf(pounds) : null, peakUnitsByType(supply))
