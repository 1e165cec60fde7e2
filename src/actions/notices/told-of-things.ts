import { none, type Told } from './telling.ts'

const DETAILS = none(
  'Its page says what holds and who changed it; what follows for the owner is told with the next decision',
)
const SERVICES = none('Services are told of once they are certified or not')
const GROUP = none(
  'A group binds nobody before offers or bids are made, and its owner’s people see it on its page',
)
const OPERATOR_DID = 'The operator has done it, and finds what comes next in the queue'
const CERTIFICATE = none('It follows from a step that was told of, and is on the page')

const CONFIRMED = none('It was told when it was made, and stands as it was')

/** What actions on projects tell. */
export const OF_PROJECTS = {
  Update: DETAILS,
  SetLocation: DETAILS,
  SetBoundary: DETAILS,
  SetLandholderInfo: DETAILS,
  ReadWorkbook: DETAILS,
  Register: {
    tells: [{ notice: 'project-registered' }],
    nobodyElse: 'A planning authority is told once the registration is complete',
  },
  CompleteRegistration: { tells: [{ notice: 'project-confirmed' }], nobodyElse: OPERATOR_DID },
  AddScreeningOutcome: {
    tells: [
      { notice: 'screening-passed', in: ['Screened'] },
      { notice: 'screening-failed', in: ['FailedScreening'] },
      { notice: 'screening-pending', in: ['PendingScreening'] },
    ],
    nobodyElse: `${OPERATOR_DID}; a planning authority is told of the certification`,
  },
  AddNutrientService: SERVICES,
  EditNutrientService: SERVICES,
  AddBiodiversityService: SERVICES,
  EditBiodiversityService: SERVICES,
  SetBiodiversitySupply: SERVICES,
  FillFromWorkbook: SERVICES,
  SetCertificationDecision: {
    tells: [
      { notice: 'certified', in: ['Certified'] },
      { notice: 'not-certified', in: ['NotCertified'] },
    ],
    nobodyElse: OPERATOR_DID,
  },
  SetPreMarketReviewOutcome: {
    tells: [
      { notice: 'review-passed', in: ['ApprovedRound'] },
      { notice: 'review-failed', in: ['FailedRound'] },
      { notice: 'review-pending', in: ['PendingRound'] },
    ],
    nobodyElse: `${OPERATOR_DID}; a planning authority has no part in the bidding`,
  },
  SetCosts: {
    tells: [
      { notice: 'costs-set', in: ['Certified', 'PendingRound', 'ApprovedRound'] },
      { notice: 'costs-changed', in: ['Offered'] },
    ],
    nobodyElse: 'Costs are the owner’s and the operator’s alone',
  },
  SetOffer: {
    tells: [{ notice: 'offer-made' }],
    nobodyElse: 'Offers are sealed until the close',
  },
  AskForEvidence: {
    tells: [{ notice: 'evidence-asked' }],
    nobodyElse: 'The authority and the operator see on the page what is asked for and by when',
  },
  SupplyEvidence: {
    tells: [{ notice: 'evidence-supplied' }],
    nobodyElse: 'It concerns only the owner, the authority of the area and the operator',
  },
  ConfirmOffer: CONFIRMED,
  AddToGroup: GROUP,
  RemoveFromGroup: GROUP,
  SetNatureBasedAgreement: {
    tells: [{ notice: 'documents-ready' }],
    nobodyElse: 'A planning authority is told of section 106 agreements and of contracts',
  },
  SetSection106Agreement: { tells: [{ notice: 'section-106-ready' }], nobodyElse: OPERATOR_DID },
  Contract: { tells: [{ notice: 'contracted' }], nobodyElse: OPERATOR_DID },
  Verify: {
    tells: [
      { notice: 'verified', in: ['Verified', 'Monitoring'] },
      { notice: 'verification-failed', in: ['FailedVerification'] },
    ],
    nobodyElse: OPERATOR_DID,
  },
  AddComplianceCheck: {
    tells: [
      { notice: 'compliance-passed', when: ['isCompliant', true] },
      { notice: 'compliance-failed', when: ['isCompliant', false] },
    ],
    nobodyElse: OPERATOR_DID,
  },
  AddPerformanceCheck: { tells: [{ notice: 'performance-recorded' }], nobodyElse: OPERATOR_DID },
  Reregister: {
    tells: [{ notice: 'project-registered' }],
    nobodyElse: 'A planning authority is told once the registration is complete',
  },
  ReplaceDocument: {
    tells: [{ notice: 'document-replaced' }],
    nobodyElse: 'Its page has both, and says why',
  },
  ReplaceCertificate: {
    tells: [{ notice: 'certificate-replaced' }],
    nobodyElse: 'Whoever checks the earlier one is told that it holds no more',
  },
  RevokeCertificate: {
    tells: [{ notice: 'certificate-revoked' }],
    nobodyElse: 'Whoever checks it is told that it holds no more',
  },
  RetireCredits: { tells: [{ notice: 'credits-retired' }], nobodyElse: 'It is on the public register' },
  MakeCertificate: CERTIFICATE,
} satisfies Record<string, Told>

/** What actions on credit requirements tell. */
export const OF_REQUIREMENTS = {
  Update: DETAILS,
  SetBuyerCredits: DETAILS,
  ReadWorkbook: DETAILS,
  FillFromWorkbook: DETAILS,
  SetInvestorCredits: DETAILS,
  SetBuyerDevelopment: DETAILS,
  SetInvestorLocation: DETAILS,
  SetBoundary: DETAILS,
  Register: {
    tells: [{ notice: 'requirement-registered' }],
    nobodyElse: 'A planning authority is told once the registration is complete',
  },
  FinishNewRequirement: {
    tells: [{ notice: 'requirement-registered', in: ['Provisional'] }],
    nobodyElse: 'A planning authority is told once the registration is complete',
  },
  CompleteRegistration: { tells: [{ notice: 'requirement-confirmed' }], nobodyElse: OPERATOR_DID },
  ConfirmBid: CONFIRMED,
  SetBid: { tells: [{ notice: 'bid-made' }], nobodyElse: 'Bids are sealed until the close' },
  AddToGroup: GROUP,
  RemoveFromGroup: GROUP,
  SetCreditSupplyAgreement: { tells: [{ notice: 'agreement-ready' }], nobodyElse: OPERATOR_DID },
  SetCreditAllocationCertificate: { tells: [{ notice: 'agreement-ready' }], nobodyElse: OPERATOR_DID },
  AllocateRights: {
    tells: [{ notice: 'rights-allocated' }],
    nobodyElse: `${OPERATOR_DID}; a planning authority is told of the issue`,
  },
  IssueCredits: { tells: [{ notice: 'credits-issued' }], nobodyElse: OPERATOR_DID },
  RedeemCredits: { tells: [{ notice: 'credits-redeemed' }], nobodyElse: 'It is on the public register' },
  Reregister: {
    tells: [{ notice: 'requirement-registered' }],
    nobodyElse: 'A planning authority is told once the registration is complete',
  },
  ReplaceDocument: { tells: [{ notice: 'agreement-ready' }], nobodyElse: 'Its page has both, and says why' },
  ReplaceCertificate: {
    tells: [{ notice: 'certificate-replaced' }],
    nobodyElse: 'Whoever checks the earlier one is told that it holds no more',
  },
  RevokeCertificate: {
    tells: [{ notice: 'certificate-revoked' }],
    nobodyElse: 'Whoever checks it is told that it holds no more',
  },
  RetireCredits: { tells: [{ notice: 'credits-retired' }], nobodyElse: 'It is on the public register' },
  MakeCertificate: CERTIFICATE,
} satisfies Record<string, Told>
