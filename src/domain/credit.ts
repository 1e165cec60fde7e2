import type { CreditType } from './credit-type.ts'
import type { Day } from './dates.ts'
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

/** A quantity of one service that lives on after settlement: sold, kept in reserve, or unused. */
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
  unitsPerPeriod: MatchSupply[]
}

/** Has the last period come to its end, so that nothing of the credit remains? What lasts for ever never ends. */
export const hasEnded = ({ unitsPerPeriod }: Pick<Credit, 'unitsPerPeriod'>, today: Day): boolean =>
  unitsPerPeriod.every(({ end }) => end !== null && end <= today)
