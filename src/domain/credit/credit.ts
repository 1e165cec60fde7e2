import type { CreditType } from '@credit-market/matching/problem/credit-type'
import { addYears, isDay, type Day } from '@credit-market/values/dates'
import type { BroadHabitat, Distinctiveness, Module } from '@credit-market/habitat-metric/habitat'
import type { MatchSupply } from '@credit-market/matching/problem/match-problem'
import type { StoredRow } from '../values/subject.ts'
import type { Units } from '@credit-market/values/units'

export const CREDIT_STATUSES = [
  'Draft',
  'None',
  'Bid',
  'Unused',
  'RightsCreated',
  'RightsAllocated',
  'Issued',
  'Redeemed',
  'Retired',
] as const
export type CreditStatus = (typeof CREDIT_STATUSES)[number]

/**
 * Statuses before settlement, in which a credit is the whole quantity of a service and follows its certification and the offer of
 * its project.
 */
export const PRE_SETTLEMENT_STATUSES = ['Draft', 'None', 'Bid'] as const satisfies readonly CreditStatus[]

/** Says whether the credit is still the whole of its service, not yet divided by a settlement. */
export const isBeforeSettlement = (status: CreditStatus): boolean =>
  PRE_SETTLEMENT_STATUSES.some(one => one === status)

/** Units from a day until (not including) another, with the number of the first unit. */
export interface CreditPeriod extends MatchSupply {
  first: number
}

/** A quantity of one service: all units until settlement, then a part that is sold, in reserve, or unused. */
export interface Credit extends StoredRow {
  roundId: string
  projectId: string
  serviceId: string
  /** The requirement that it supplies; null for the reserve and for unused credits. */
  requirementId: string | null
  /** Requirement whose rights to it lapsed, and the case by which it last went back; null for most credits (decision 0200). */
  lapsedRequirementId: string | null
  returnCaseId: string | null
  type: CreditType
  status: CreditStatus
  /** Has the Reserved label. */
  isReserved: boolean
  isPermanent: boolean
  /** Whole years of a fixed term; null when permanent. */
  years: number | null
  /** Most units at any one time. */
  units: Units
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  unitsPerPeriod: CreditPeriod[]
}

/** Says whether the last period is over, so that nothing is left. A permanent credit never ends. */
export const hasCreditEnded = ({ unitsPerPeriod }: Pick<Credit, 'unitsPerPeriod'>, today: Day): boolean =>
  unitsPerPeriod.every(({ end }) => end !== null && end <= today)

/** Credits that supply the first of their periods. */
export const creditsInFirstPeriod = <C extends Pick<Credit, 'unitsPerPeriod'>>(
  credits: readonly C[],
): C[] => {
  const starts = (credit: C): Day[] => credit.unitsPerPeriod.map(({ start }) => start)
  const first = credits.flatMap(starts).toSorted()[0]
  return credits.filter(credit => first !== undefined && starts(credit).includes(first))
}

/** Title for a change of a credit's status; null stands for the beginning and the end. */
export const statusChangeTitle = (from: CreditStatus | null, to: CreditStatus | null): string => {
  if (to === null) return from === 'Bid' ? 'Divided at settlement' : 'Certification withdrawn'
  if (to === 'None') return from === 'Bid' ? 'Offer lost or withdrawn' : 'Certified'
  if (from === 'Issued' && (to === 'RightsAllocated' || to === 'RightsCreated' || to === 'Unused'))
    return 'Recalled'
  if (to === 'Unused' && from !== null) return 'Rights lapsed'
  return TITLES[to]
}

const TITLES: Record<Exclude<CreditStatus, 'None'>, string> = {
  Draft: 'Certification withdrawn',
  Bid: 'Offered',
  Unused: 'Left unused at settlement',
  RightsCreated: 'Rights created',
  RightsAllocated: 'Rights allocated',
  Issued: 'Issued',
  Redeemed: 'Redeemed',
  Retired: 'Retired',
}

const SERIAL = /^[BNP]([1-9]\d{0,14})-(\d{4})(\d{2})(\d{2})-([1-9]\d{0,15})-([1-9]\d{0,15})$/

/** Parts of a serial: units of a service, by their numbers, on a day. */
export interface SerialParts {
  service: number
  day: Day
  first: number
  last: number
}

/** Reads a serial such as P12-20270101-1-16000; null if it is not one. */
export const parseSerial = (text: string): SerialParts | null => {
  const [, service, year, month, date, first, last] = SERIAL.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  return isDay(day) ? { service: Number(service), day, first: Number(first), last: Number(last) } : null
}

/**
 * Schedule of a ledger entry: from its own credit, or, for a part of a larger credit, from its serials: units until the next
 * begin, and the last for the term in years.
 */
export const entrySchedule = (
  entry: { creditId: string; serials: readonly string[] },
  credit: Pick<Credit, 'id' | 'serviceId' | 'years' | 'unitsPerPeriod'>,
): MatchSupply[] => {
  if (entry.creditId === credit.id && credit.id !== credit.serviceId) return credit.unitsPerPeriod
  const named = entry.serials
    .flatMap(text => parseSerial(text) ?? [])
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const start = named[0]?.day
  const end = start === undefined || credit.years === null ? null : addYears(start, credit.years)
  return named.map(({ day, first, last }, at) => ({
    start: day,
    end: named[at + 1]?.day ?? end,
    units: last - first + 1,
  }))
}
