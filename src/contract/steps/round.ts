import type { StepCards } from './step.ts'

const OPENED_AGAIN = 'Opening it again is a step back, not the next step'
const RESERVE_IN_TIME = 'It is set once the round is open for bids and offers'
const RESERVE_KNOWN = 'A match has already been run, which needs it'

/** Steps of a market round, in order. */
export const ROUND_STEPS = {
  SetRegistrationDates: {
    text: 'Set the registration dates',
    detail: 'You need all four windows before registration opens.',
    when: round => round.suppliersStart === null || round.projectsStart === null,
  },
  Open: { text: 'Open registration', notIn: { Closed: OPENED_AGAIN } },
  Close: {
    text: 'Close registration when it is complete',
    detail: 'You can open it again until the round opens for bids and offers.',
    due: 'registrationEnd',
  },
  SetBiddingTimes: {
    text: 'Announce when bids and offers close',
    detail: 'Bids and offers then close automatically. Everyone who takes part gets a notification.',
    notIn: { Open: 'The closing time can wait until registration is closed' },
    fills: 'bidsClose',
  },
  OpenBidsAndOffers: {
    text: 'Open for bids and offers',
    notIn: { ClosedForBidsAndOffers: OPENED_AGAIN, Failed: OPENED_AGAIN, Rejected: OPENED_AGAIN },
    due: 'bidsOpen',
  },
  CloseBidsAndOffers: {
    text: 'Close for bids and offers',
    detail: 'All amounts stay sealed until then.',
    due: 'bidsClose',
  },
  SetReserveInfo: {
    text: 'Set the credit reserve',
    notIn: {
      ...{ Draft: RESERVE_IN_TIME, Open: RESERVE_IN_TIME, Closed: RESERVE_IN_TIME },
      ...{ Failed: RESERVE_KNOWN, Rejected: RESERVE_KNOWN },
    },
    fills: 'hasReserve',
  },
  Match: {
    text: 'Match offers and bids',
    inStatus: {
      Failed: {
        text: 'Decide how to go on after the match that failed',
        detail:
          'You can match again with more time, ask the owners of bids that make it hard, or open the round again for bids and offers.',
      },
    },
  },
  AcceptMatch: { text: 'Review the match, then accept or reject it' },
  RegisterAsParticipant: { text: 'Take part in this market round' },
} as const satisfies StepCards<'round'>

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
