/** A redemption date that has passed is allowed, as nothing forbids it, but hardly ever meant. */
export const warnPastRedemption = (
  { redemptionDate }: { redemptionDate?: string | null },
  _requirement: unknown,
  { today }: { today: string },
): { redemptionDate?: string } =>
  redemptionDate && redemptionDate < today ? { redemptionDate: 'The redemption date has passed' } : {}
