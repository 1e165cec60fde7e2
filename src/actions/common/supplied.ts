import { CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import { penceOf } from '#domain/money'
import { perUnitText } from '#domain/price'
import type { Project } from '#domain/project'
import { mostAtOnce, type UnitsInPeriod } from '#domain/schedule'
import { supplyOf } from '#domain/service'
import type { Units } from '#domain/units'
import type { Read } from '../kit/changes.ts'
import { roundOf } from './areas.ts'

/** What a project supplies of one credit type, over time. */
interface Supplied {
  creditType: CreditType
  periods: readonly UnitsInPeriod[]
}

/** What the certified services of a project supply. */
export const suppliedBy = async (
  read: Read,
  { id, roundId }: Pick<Project, 'id' | 'roundId'>,
): Promise<Supplied[]> => {
  const [{ biodiversitySupply }, services] = await Promise.all([
    roundOf(read, { roundId }),
    read.list('service', { projectId: id }),
  ])
  return services
    .filter(({ status }) => status === 'Certified')
    .map(service => ({ creditType: service.type, periods: supplyOf(service, biodiversitySupply) }))
}

/** The most units of each credit type that are supplied at one time. */
export const mostOfEachType = (supply: readonly Supplied[]): { creditType: CreditType; units: Units }[] =>
  CREDIT_TYPES.map(creditType => ({
    creditType,
    units: mostAtOnce(supply.filter(one => one.creditType === creditType).flatMap(({ periods }) => periods)),
  }))

/** What an amount in pounds for a project comes to for each unit that it supplies at its fullest. */
export const perUnitSupplied = (
  pounds: number | null | undefined,
  supply: readonly Supplied[],
): string | undefined => perUnitText(pounds ? penceOf(pounds) : null, mostOfEachType(supply))
