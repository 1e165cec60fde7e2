import type { Instant } from './dates.ts'
import type { Stored } from './subject.ts'

export const DECLARATION_CATEGORIES = [
  'MarketRoundParticipant_Register',
  'MarketRoundProject_Register',
  'MarketRoundCreditRequirement_Register',
  'MarketRoundProject_Offer',
  'MarketRoundCreditRequirement_Bid',
] as const
export type DeclarationCategory = (typeof DECLARATION_CATEGORIES)[number]

/** The occasions on which something is declared, in people's words. */
export const DECLARATION_CATEGORY_LABELS: Record<DeclarationCategory, string> = {
  MarketRoundParticipant_Register: 'When a participant registers',
  MarketRoundProject_Register: 'When a project is registered',
  MarketRoundCreditRequirement_Register: 'When a credit requirement is registered',
  MarketRoundProject_Offer: 'When an offer is made',
  MarketRoundCreditRequirement_Bid: 'When a bid is made',
}

/** A declaration of the settings list, to be put to agents, participants or both. */
export interface Declaration extends Stored {
  name: string
  declaration: string
  category: DeclarationCategory
  isForAgents: boolean
  isForParticipants: boolean
  active: boolean
}

/** A declaration as a round asks it: its text is kept as it was when the round took it over. */
export interface RoundDeclaration extends Stored {
  roundId: string
  declarationId: string
  name: string
  declaration: string
  category: DeclarationCategory
  isForAgents: boolean
  isForParticipants: boolean
  /** Retired declarations are no longer asked; the answers given stay. */
  retired: boolean
}

/** Who declared what, when, about which subject. */
export interface DeclarationAnswer extends Stored {
  roundDeclarationId: string
  subjectKind: string
  subjectId: string
  answer: boolean
  answeredBy: string
  answeredAt: Instant
}
