/** Occasions on which people rate their satisfaction. */
export const SATISFACTION_SURVEY_OCCASIONS = ['registering', 'reading'] as const
export type SatisfactionOccasion = (typeof SATISFACTION_SURVEY_OCCASIONS)[number]

/** Answers to the Service Standard's question, best first, with their numbers. */
export const SATISFACTION_ANSWERS = [
  [5, 'Very satisfied'],
  [4, 'Satisfied'],
  [3, 'Neither satisfied nor dissatisfied'],
  [2, 'Dissatisfied'],
  [1, 'Very dissatisfied'],
] as const

/** Lowest answer that counts as satisfied. */
export const MIN_SATISFIED_ANSWER = 4

/** Fewest answers for a published figure. */
export const MIN_SATISFACTION_ANSWERS = 10
