/** The steps of the market operator for which projects wait, by their actions. */
export const AWAITED_OF_PROJECTS = [
  'CompleteRegistration',
  'AddScreeningOutcome',
  'SetCertificationDecision',
  'SetPreMarketReviewOutcome',
  'Contract',
  'Verify',
] as const

/** The steps of the market operator for which requirements wait, by their actions. */
export const AWAITED_OF_REQUIREMENTS = ['CompleteRegistration', 'AllocateRights', 'IssueCredits'] as const
