import type { Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

export const DECLARATION_CATEGORIES = [
  'MarketRoundParticipant_Register',
  'MarketRoundProject_Register',
  'MarketRoundCreditRequirement_Register',
  'MarketRoundProject_Offer',
  'MarketRoundCreditRequirement_Bid',
] as const
export type DeclarationCategory = (typeof DECLARATION_CATEGORIES)[number]

/** Labels of the occasions of declarations. */
export const DECLARATION_CATEGORY_LABELS: Record<DeclarationCategory, string> = {
  MarketRoundParticipant_Register: 'When a participant registers',
  MarketRoundProject_Register: 'When a project is registered',
  MarketRoundCreditRequirement_Register: 'When a credit requirement is registered',
  MarketRoundProject_Offer: 'When an offer is made',
  MarketRoundCreditRequirement_Bid: 'When a bid is made',
}

/** A declaration in the settings, for agents, participants or both. */
export interface Declaration extends StoredRow {
  name: string
  declaration: string
  category: DeclarationCategory
  isForAgents: boolean
  isForParticipants: boolean
  active: boolean
}

/** A declaration of a round, with its text at the time when the round adopted it. */
export interface RoundDeclaration extends StoredRow {
  roundId: string
  declarationId: string
  name: string
  declaration: string
  category: DeclarationCategory
  isForAgents: boolean
  isForParticipants: boolean
  /** Retired declarations are no longer shown; existing answers stay. */
  retired: boolean
}

/** A person's answer to a declaration about a subject. */
export interface DeclarationAnswer extends StoredRow {
  roundDeclarationId: string
  subjectKind: string
  subjectId: string
  answer: boolean
  answeredBy: string
  answeredAt: Instant
}
