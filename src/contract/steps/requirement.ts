import { needOf } from '#domain/project/requirement'
import type { StepCards } from './step.ts'

const FILED_BEFORE = 'Rights are allocated only once this is known'

/** Steps of a credit requirement, in order. */
export const REQUIREMENT_STEPS = {
  SetBuyerCredits: {
    text: 'Say which credits are needed',
    when: requirement => requirement.type === 'Buyer' && (needOf(requirement)?.ongoingUnits ?? 0) === 0,
  },
  SetInvestorCredits: {
    text: 'Say which credits are needed',
    when: requirement => requirement.type === 'Investor' && needOf(requirement) === null,
  },
  SetBuyerDevelopment: {
    text: 'Describe the development',
    when: ({ type }) => type === 'Buyer',
    fills: 'nearAddress',
  },
  SetInvestorLocation: {
    text: 'Say where the credits are needed',
    when: ({ type }) => type === 'Investor',
    fills: 'ncaId',
  },
  Register: {
    text: 'Register the credit requirement for the market round',
    waits: { Draft: 'You can register the requirement while registration is open' },
    due: 'requirementsEnd',
    reminder: 'registration-closes',
  },
  CompleteRegistration: {
    text: 'Complete the registration',
    waits: { Provisional: 'The market operator is checking the registration' },
    due: 'requirementsEnd',
    queue: {
      stage: 'register',
      waits: 'for registration to be completed',
      filter: 'Completing the registration',
    },
  },
  ConfirmBid: {
    text: 'Confirm the bid',
    detail: 'The round was opened again. The bid only counts if you confirm or change it.',
    when: ({ toConfirmSince }) => toConfirmSince !== null,
  },
  SetBid: {
    text: 'Make a bid',
    detail:
      'Your amount is sealed. You can change or withdraw it until the round closes for bids and offers.',
    again: {
      Bid: {
        text: 'You can still change the bid',
        detail: 'When the round closes for bids and offers, the last amount entered is the one that counts.',
      },
    },
    waits: {
      Registered: 'You can make a bid once the round opens for bids and offers',
      Bid: 'The bid has been made; you will see the result once the match is accepted',
    },
    due: 'bidsClose',
  },
  SetCreditSupplyAgreement: {
    text: 'File the credit supply agreement',
    notIn: { RightsAllocated: FILED_BEFORE },
    due: 'redemption',
    queue: {
      stage: 'agreement',
      counted: ['credit supply agreement', 'credit supply agreements'],
      unfiled: 'CreditSupplyAgreement',
      condition: 'noSchedule',
    },
  },
  SetCreditAllocationCertificate: {
    text: 'File the credit allocation certificate',
    notIn: { RightsAllocated: FILED_BEFORE },
    fills: 'certificateDate',
    due: 'redemption',
    queue: {
      stage: 'certificate',
      counted: ['credit allocation certificate', 'credit allocation certificates'],
      unfiled: 'CreditAllocationCertificate',
    },
  },
  AllocateRights: {
    text: 'Allocate the rights',
    waits: { RightsCreated: 'The market operator is preparing the agreement and the certificate' },
    due: 'redemption',
    reminder: 'redemption-due',
    queue: { stage: 'allocate', waits: 'for rights to be allocated', filter: 'Allocation of rights' },
  },
  IssueCredits: {
    text: 'Issue the credits',
    waits: { RightsAllocated: 'The credits are issued once delivery is verified' },
    due: 'redemption',
    reminder: 'redemption-due',
    queue: { stage: 'issue', waits: 'for credits to be issued', filter: 'Issue of credits' },
  },
  RedeemCredits: { text: 'Redeem the credits', due: 'redemption', late: true, reminder: 'redemption-due' },
  Reregister: { text: 'Register it again for another market round', optional: true },
} as const satisfies StepCards<'requirement'>
