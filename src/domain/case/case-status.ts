/** Statuses of a case: the last two are final. */
export const CASE_STATUSES = ['Reported', 'Confirmed', 'Remedying', 'Closed', 'Dismissed'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** Statuses of a case on which someone still has to act. */
export const OPEN_CASE_STATUSES = [
  'Reported',
  'Confirmed',
  'Remedying',
] as const satisfies readonly CaseStatus[]
