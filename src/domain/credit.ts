import type { CreditType } from './credit-type.ts'
import { addYears, isDay, type Day } from './dates.ts'
import type { BroadHabitat, Distinctiveness, Module } from './habitat.ts'
import type { MatchSupply } from './match-problem.ts'
import type { Stored } from './subject.ts'
import type { Units } from './units.ts'

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

/** Until settlement: the whole quantity of a service, following its certification and the offer of its project. */
export const BEFORE_SETTLEMENT = ['Draft', 'None', 'Bid'] as const satisfies readonly CreditStatus[]

/** Is the credit still the whole of its service, not yet divided by a settlement? */
export const isBeforeSettlement = (status: CreditStatus): boolean =>
  BEFORE_SETTLEMENT.some(one => one === status)

/** Units held from a day until (not including) another, with the number of the first of them. */
export interface CreditPeriod extends MatchSupply {
  first: number
}

/** A quantity of one service: all of it until settlement, then a part that is sold, kept in reserve, or unused. */
export interface Credit extends Stored {
  roundId: string
  projectId: string
  serviceId: string
  /** Whose need it meets; null for the reserve and for what is unused. */
  requirementId: string | null
  type: CreditType
  status: CreditStatus
  /** Carries the Reserved label. */
  isReserved: boolean
  isPermanent: boolean
  /** Whole years of a fixed term; null when permanent. */
  years: number | null
  /** The most units it holds at any one time. */
  units: Units
  module: Module
  broadHabitat: BroadHabitat
  habitatType: string | null
  distinctiveness: Distinctiveness | null
  unitsPerPeriod: CreditPeriod[]
}

/** Has the last period come to its end, so that nothing of the credit remains? What lasts for ever never ends. */
export const hasEnded = ({ unitsPerPeriod }: Pick<Credit, 'unitsPerPeriod'>, today: Day): boolean =>
  unitsPerPeriod.every(({ end }) => end !== null && end <= today)

/** The credits that supply the first of their periods. */
export const inFirstPeriod = <C extends Pick<Credit, 'unitsPerPeriod'>>(credits: readonly C[]): C[] => {
  const starts = (credit: C): Day[] => credit.unitsPerPeriod.map(({ start }) => start)
  const first = credits.flatMap(starts).toSorted()[0]
  return credits.filter(credit => first !== undefined && starts(credit).includes(first))
}

/** What happened to a credit when its status changed: it begins from nothing and ends in nothing. */
export const changeTitle = (from: CreditStatus | null, to: CreditStatus | null): string => {
  if (to === null) return from === 'Bid' ? 'Divided at settlement' : 'Certification taken back'
  if (to === 'None') return from === 'Bid' ? 'Offer lost or withdrawn' : 'Certified'
  return TITLES[to]
}

const TITLES: Record<Exclude<CreditStatus, 'None'>, string> = {
  Draft: 'Certification taken back',
  Bid: 'Offered',
  Unused: 'Left unused at settlement',
  RightsCreated: 'Rights created',
  RightsAllocated: 'Rights allocated',
  Issued: 'Issued',
  Redeemed: 'Redeemed',
  Retired: 'Retired',
}

const SERIAL = /^[BNP]([1-9]\d{0,14})-(\d{4})(\d{2})(\d{2})-([1-9]\d{0,15})-([1-9]\d{0,15})$/

/** What a serial names: units of a service, by their numbers, on a day. */
export interface Serial {
  service: number
  day: Day
  first: number
  last: number
}

/** Reads a serial such as P12-20270101-1-16000; nothing when it is none. */
export const readSerial = (text: string): Serial | null => {
  const [, service, year, month, date, first, last] = SERIAL.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  return isDay(day) ? { service: Number(service), day, first: Number(first), last: Number(last) } : null
}

/**
 * The schedule of an entry of the ledger: its credit's own, or of the whole that the credit was a part of, what its
 * serials name: units until the next begin, and the last for the term in years.
 */
export const scheduleOf = (
  entry: { creditId: string; serials: readonly string[] },
  credit: Pick<Credit, 'id' | 'serviceId' | 'years' | 'unitsPerPeriod'>,
): MatchSupply[] => {
  if (entry.creditId === credit.id && credit.id !== credit.serviceId) return credit.unitsPerPeriod
  const named = entry.serials
    .flatMap(text => readSerial(text) ?? [])
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const start = named[0]?.day
  const end = start === undefined || credit.years === null ? null : addYears(start, credit.years)
  return named.map(({ day, first, last }, at) => ({
    start: day,
    end: named[at + 1]?.day ?? end,
    units: last - first + 1,
  }))
}
