import type { StepCards } from './step.ts'

const AT_WILL = 'The page offers the action, and nothing waits for it'
const AS_ACTION = 'The page has only this step, and offers the action itself'
const APPROVED = 'The decision has been made, and can be changed'

/** Steps of the market operator for an organisation that signed up by itself. */
export const ORGANISATION_STEPS = {
  Admit: {
    notOnPage: AS_ACTION,
    queue: {
      stage: 'admit',
      counted: [
        'planning authority that waits to be admitted',
        'planning authorities that wait to be admitted',
      ],
      condition: 'admissionRequested',
    },
  },
} as const satisfies StepCards<'organisation'>

/** Steps of a participation in a market round. */
export const PARTICIPATION_STEPS = {
  Register: { notOnPage: AS_ACTION, due: 'participantsEnd', reminder: 'registration-closes' },
  CompleteRegistration: {
    notOnPage: AS_ACTION,
    due: 'participantsEnd',
    queue: {
      stage: 'participants',
      waits: 'for registration to be completed',
      filter: 'Completing the registration',
    },
  },
  Withdraw: { notOnPage: AT_WILL, optional: true },
  Reinstate: { notOnPage: AT_WILL, optional: true },
} as const satisfies StepCards<'participation'>

/** Steps of an agent's authority. */
export const AUTHORITY_STEPS = {
  SetApproval: {
    notOnPage: AS_ACTION,
    notIn: { Approved: APPROVED, Rejected: APPROVED },
    byRound: {
      tab: 'agents',
      counted: ['agent authority to approve', 'agent authorities to approve'],
    },
  },
} as const satisfies StepCards<'agentAuthority'>
