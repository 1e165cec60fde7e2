import type { StepCards } from './step.ts'

/** Steps of a question of a round. */
export const ROUND_QUESTION_STEPS = {
  Answer: {
    text: 'Answer or decline this question',
    waits: { Asked: 'The market operator answers the question, or declines it' },
    due: 'bidsClose',
    queue: {
      stage: 'questions',
      oneByOne: true,
      counted: ['question about a round', 'questions about rounds'],
    },
  },
  Decline: { notOnPage: 'The page offers it next to the answer', optional: true },
} as const satisfies StepCards<'roundQuestion'>
