import type { StepCards } from './step.ts'

const AT_WILL = 'Its page offers the action, and nothing waits for it'
const AS_ACTION = 'Its page has one thing to do, and offers the action itself'
const APPROVED = 'The decision has been made, and can be changed'

/** What the market operator does for an organisation that signed up by itself. */
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

/** What comes next on a participation in a market round. */
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

/** What comes next on the authority of an agent. */
export const AUTHORITY_STEPS = {
  SetApproval: {
    notOnPage: AS_ACTION,
    notIn: { Approved: APPROVED, Rejected: APPROVED },
    byRound: {
      tab: 'agents',
      counted: ['agent authority waits for approval', 'agent authorities wait for approval'],
    },
  },
} as const satisfies StepCards<'agentAuthority'>
