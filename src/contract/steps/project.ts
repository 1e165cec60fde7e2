import { missingPlace } from '#domain/project'
import { isComplete } from '#domain/service'
import type { StepCards } from './step.ts'

const VERIFIED = 'It has been verified: it is verified again only where something has changed'
const DECIDED = 'The decision has been made, and can be made again where something has changed'
const SCREENING = 'The market operator is screening the project'
const VERIFYING = 'The market operator verifies delivery next'
const FILED_BEFORE = 'A project is contracted only once this is known'

/** What comes next on a project, in order. */
export const PROJECT_STEPS = {
  SetLocation: {
    text: 'Say where the project is',
    when: project => project.lpaId === null || missingPlace(project, project.creditTypes).length > 0,
  },
  Register: {
    text: 'Register the project for the market round',
    detail: 'It needs a location, landholder information and your declarations.',
    waits: { Draft: 'The project can be registered while the registration window is open' },
    due: 'projectsEnd',
    reminder: 'registration-closes',
  },
  CompleteRegistration: {
    text: 'Complete the registration',
    waits: { Provisional: 'The market operator is checking the registration' },
    due: 'projectsEnd',
    queue: {
      stage: 'register',
      waits: 'for registration to be completed',
      filter: 'Completing the registration',
    },
  },
  AddScreeningOutcome: {
    text: 'Record the screening outcome',
    notIn: { FailedScreening: 'It has come to rest: it is screened again only to put a mistake right' },
    waits: { Registered: SCREENING, PendingScreening: SCREENING },
    due: 'preparationEnd',
    queue: { stage: 'screen', waits: 'for screening', filter: 'Screening' },
  },
  AddBiodiversityService: {
    text: 'Add what the project supplies',
    notIn: { NotCertified: DECIDED },
    when: project => project.services.length === 0 && project.creditTypes.includes('Biodiversity'),
  },
  AddNutrientService: {
    text: 'Add what the project supplies',
    notIn: { NotCertified: DECIDED },
    when: project => project.services.length === 0 && !project.creditTypes.includes('Biodiversity'),
  },
  SetBiodiversitySupply: {
    text: 'Set the biodiversity supply year by year',
    notIn: { NotCertified: DECIDED },
    when: project => project.services.some(one => one.type === 'Biodiversity' && !isComplete(one)),
  },
  SetCertificationDecision: {
    text: 'Decide on certification',
    notIn: { NotCertified: DECIDED, Certified: DECIDED },
    when: project => project.services.length > 0 && project.services.every(isComplete),
    waits: { Screened: 'The market operator is deciding on certification' },
    due: 'preparationEnd',
    queue: { stage: 'certify', waits: 'for a certification decision', filter: 'Certification' },
  },
  SetPreMarketReviewOutcome: {
    text: 'Record the outcome of the pre-market review',
    waits: {
      Certified: 'The pre-market review comes next',
      PendingRound: 'The pre-market review is under way',
    },
    due: 'preparationEnd',
    queue: { stage: 'review', waits: 'for the pre-market review', filter: 'Pre-market review' },
  },
  SetCosts: {
    text: 'Set the costs',
    detail: 'No offer can be made before the costs are set.',
    notIn: { Offered: 'No offer can be made before the costs are set' },
    fills: 'costs',
    due: 'preparationEnd',
    queue: { stage: 'review', counted: ['project without costs', 'projects without costs'] },
  },
  ConfirmOffer: {
    text: 'Confirm the offer',
    detail: 'The round was opened again: the offer counts only once it is confirmed or changed.',
    when: ({ toConfirmSince }) => toConfirmSince !== null,
  },
  SetOffer: {
    text: 'Make an offer',
    detail: 'It is sealed, and can be changed until the round closes for bids and offers.',
    when: ({ costs }) => costs !== null,
    again: {
      Offered: {
        text: 'The offer can still be changed',
        detail: 'The last value counts when the round closes for bids and offers.',
      },
    },
    waits: {
      ApprovedRound: 'An offer can be made once the round opens for bids and offers',
      Offered: 'The offer is in; the result comes when the match is accepted',
    },
    due: 'bidsClose',
  },
  SetNatureBasedAgreement: {
    text: 'File the nature-based project agreement',
    notIn: { Contracted: FILED_BEFORE },
    fills: 'agreementRef',
    due: 'delivery',
    queue: {
      stage: 'contract',
      counted: ['nature-based agreement', 'nature-based agreements'],
      unfiled: 'NatureBasedAgreement',
    },
  },
  SetSection106Agreement: {
    notOnPage: 'Only the books say whether permanent credits were sold, and pages do not ask them',
    notIn: { Contracted: FILED_BEFORE },
    fills: 'obligationRef',
    due: 'delivery',
    queue: {
      stage: 'contract',
      counted: ['section 106 agreement', 'section 106 agreements'],
      unfiled: 'Section106Agreement',
      condition: 'permanentCreditsSold',
    },
  },
  Contract: {
    text: 'Confirm that the project is contracted',
    waits: { Matched: 'The market operator is preparing the agreements' },
    due: 'delivery',
    queue: { stage: 'contract', waits: 'to be contracted', filter: 'Contract' },
  },
  Verify: {
    text: 'Verify delivery',
    notIn: { Verified: VERIFIED, Monitoring: VERIFIED },
    waits: { Contracted: VERIFYING, FailedVerification: VERIFYING },
    due: 'delivery',
    queue: { stage: 'verify', waits: 'for verification', filter: 'Verification' },
  },
  AddComplianceCheck: {
    text: 'Record the next compliance check',
    due: 'complianceCheck',
    queue: {
      stage: 'check',
      counted: ['compliance check', 'compliance checks'],
      condition: 'complianceCheckOpen',
    },
  },
  AddPerformanceCheck: {
    text: 'Record the next performance check',
    due: 'performanceCheck',
    late: true,
    queue: {
      stage: 'check',
      counted: ['performance check', 'performance checks'],
      condition: 'performanceCheckOpen',
    },
  },
  SupplyEvidence: {
    notOnPage: 'The requests for evidence stand on the page one by one',
    due: 'evidence',
    late: true,
  },
  Reregister: { text: 'Register it again in another market round', optional: true },
} as const satisfies StepCards<'project'>
