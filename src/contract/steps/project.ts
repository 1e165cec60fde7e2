import { findMissingLocationParts } from '#domain/project/project'
import { isServiceComplete } from '#domain/project/service'
import type { StepCards } from './step.ts'

const VERIFIED = 'Delivery is verified; verify it again only if something has changed'
const DECIDED = 'The decision has been made; make it again only if something has changed'
const SCREENING = 'The market operator is screening the project'
const VERIFYING = 'The market operator will verify delivery next'
const FILED_BEFORE = 'A project is contracted only once this is known'

/** Steps of a project, in order. */
export const PROJECT_STEPS = {
  SetLocation: {
    text: 'Say where the project is',
    when: project =>
      project.lpaId === null || findMissingLocationParts(project, project.creditTypes).length > 0,
  },
  Register: {
    text: 'Register the project for the market round',
    detail: 'You need a location, landholder information and your declarations.',
    waits: { Draft: 'You can register the project while registration is open' },
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
    notIn: { FailedScreening: 'Screening has failed; screen again only to correct a mistake' },
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
    when: project => project.services.some(one => one.type === 'Biodiversity' && !isServiceComplete(one)),
  },
  SetCertificationDecision: {
    text: 'Decide on certification',
    notIn: { NotCertified: DECIDED, Certified: DECIDED },
    when: project => project.services.length > 0 && project.services.every(isServiceComplete),
    waits: { Screened: 'The market operator is deciding on certification' },
    due: 'preparationEnd',
    queue: { stage: 'certify', waits: 'for a certification decision', filter: 'Certification' },
  },
  SetPreMarketReviewOutcome: {
    text: 'Record the outcome of the pre-market review',
    waits: {
      Certified: 'The market operator will do the pre-market review next',
      PendingRound: 'The market operator is doing the pre-market review',
    },
    due: 'preparationEnd',
    queue: { stage: 'review', waits: 'for the pre-market review', filter: 'Pre-market review' },
  },
  SetCosts: {
    text: 'Set the costs',
    detail: 'Offers can only be made once the costs are set.',
    notIn: { Offered: 'Offers can only be made once the costs are set' },
    fills: 'costs',
    due: 'preparationEnd',
    queue: { stage: 'review', counted: ['project without costs', 'projects without costs'] },
  },
  ConfirmOffer: {
    text: 'Confirm the offer',
    detail: 'The round was opened again. The offer only counts if you confirm or change it.',
    when: ({ toConfirmSince }) => toConfirmSince !== null,
  },
  SetOffer: {
    text: 'Make an offer',
    detail:
      'Your amount is sealed. You can change or withdraw it until the round closes for bids and offers.',
    when: ({ costs }) => costs !== null,
    again: {
      Offered: {
        text: 'You can still change the offer',
        detail: 'When the round closes for bids and offers, the last amount entered is the one that counts.',
      },
    },
    waits: {
      ApprovedRound: 'You can make an offer once the round opens for bids and offers',
      Offered: 'The offer has been made; you will see the result once the match is accepted',
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
    notOnPage: 'Only the ledger says whether permanent credits were sold, and the page does not read it',
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
    notOnPage: 'The page lists each request for evidence',
    due: 'evidence',
    late: true,
  },
  Reregister: { text: 'Register it again for another market round', optional: true },
} as const satisfies StepCards<'project'>
