/** What somebody had done who says how satisfied they were. */
export const OCCASIONS = ['registering', 'reading'] as const
export type Occasion = (typeof OCCASIONS)[number]

/** The answers of the question that the Service Standard asks, best first, each by its number. */
export const SATISFACTION_ANSWERS = [
  [5, 'Very satisfied'],
  [4, 'Satisfied'],
  [3, 'Neither satisfied nor dissatisfied'],
  [2, 'Dissatisfied'],
  [1, 'Very dissatisfied'],
] as const

/** From this answer on somebody was satisfied. */
export const SATISFIED_FROM = 4

/** Fewer answers say nothing of the service. */
export const FEWEST_ANSWERS = 10
