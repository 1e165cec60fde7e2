import type { DeclarationCategory } from '#domain/declaration'

/** The occasions on which something is declared, in people's words. */
export const DECLARATION_CATEGORY_LABELS: Record<DeclarationCategory, string> = {
  MarketRoundParticipant_Register: 'When a participant registers',
  MarketRoundProject_Register: 'When a project is registered',
  MarketRoundCreditRequirement_Register: 'When a credit requirement is registered',
  MarketRoundProject_Offer: 'When an offer is made',
  MarketRoundCreditRequirement_Bid: 'When a bid is made',
}
