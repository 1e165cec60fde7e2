import type { StoredKind } from '#domain/disclosure/entities'
import type { NoticeName } from './index.ts'

/** A notice that an action gives, limited to things of a kind, to their statuses after the action, or to an answer. */
export interface NoticeRule {
  notice: NoticeName
  /** The kind of thing, where it is not what the action is run on. */
  of?: StoredKind
  in?: readonly string[]
  /** A question and the answer to it. */
  when?: readonly [field: string, answer: unknown]
  /** Text answers that the notification quotes. */
  facts?: readonly string[]
}

/** Notifications of an action, and the reason why others whom it may concern get none. */
export interface ActionNotices {
  tells: readonly NoticeRule[]
  nobodyElse: string
}

/** An action without notifications, and the reason. */
export const noNotices = (nobodyElse: string): ActionNotices => ({ tells: [], nobodyElse })

const DETAILS = noNotices(
  'The page of the project or requirement shows the change, and its owner is notified of the next decision',
)
const SERVICES = noNotices('The owner is notified of the certification decision')
const GROUP = noNotices(
  'A group binds no one before offers or bids are made, and its owner sees the change on its page',
)
const OPERATOR_DID = 'The operator did this, and finds the next step in the work queue'
const CERTIFICATE = noNotices('The certificate follows from another step, which has its own notification')

const INVOICED: ActionNotices = {
  tells: [{ notice: 'invoice-issued' }],
  nobodyElse: 'An invoice concerns only the organisation that it is for, and the market operator',
}

const SEALED = 'Offers and bids are sealed until the close'

const CONFIRMED = noNotices(
  'People were notified when the offer or bid was made, and the amount has not changed',
)

const CASE_OPENED: ActionNotices = {
  tells: [
    { notice: 'case-opened', of: 'case', in: ['Reported'] },
    { notice: 'holding-case-opened', of: 'case' },
  ],
  nobodyElse:
    'A case concerns the owner, those who hold or supply the units, their authorities and the operator',
}

/** Notifications of actions on projects. */
export const PROJECT_ACTION_NOTICES = {
  Update: DETAILS,
  SetLocation: DETAILS,
  SetBoundary: DETAILS,
  SetLandholderInfo: DETAILS,
  ReadWorkbook: DETAILS,
  Register: {
    tells: [{ notice: 'project-registered' }],
    nobodyElse: 'A planning authority is notified once the registration is complete',
  },
  CompleteRegistration: { tells: [{ notice: 'project-confirmed' }], nobodyElse: OPERATOR_DID },
  AddScreeningOutcome: {
    tells: [
      { notice: 'screening-passed', in: ['Screened'] },
      { notice: 'screening-failed', in: ['FailedScreening'] },
      { notice: 'screening-pending', in: ['PendingScreening'] },
    ],
    nobodyElse: `${OPERATOR_DID}; a planning authority is notified of the certification`,
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
    nobodyElse: 'Only the owner and the operator may see costs',
  },
  SetOffer: {
    tells: [{ notice: 'offer-made' }],
    nobodyElse: SEALED,
  },
  AskForEvidence: {
    tells: [{ notice: 'evidence-asked' }],
    nobodyElse: 'The authority and the operator see the request and its date on the page',
  },
  SupplyEvidence: {
    tells: [{ notice: 'evidence-supplied' }],
    nobodyElse: 'The evidence concerns only the owner, the authority of the area and the operator',
  },
  ConfirmOffer: CONFIRMED,
  WithdrawOffer: { tells: [{ notice: 'offer-withdrawn' }], nobodyElse: SEALED },
  AddToGroup: GROUP,
  RemoveFromGroup: GROUP,
  SetNatureBasedAgreement: {
    tells: [{ notice: 'documents-ready' }],
    nobodyElse: 'A planning authority is notified of section 106 agreements and of contracts',
  },
  SetSection106Agreement: { tells: [{ notice: 'section-106-ready' }], nobodyElse: OPERATOR_DID },
  Contract: { tells: [{ notice: 'contracted' }], nobodyElse: OPERATOR_DID },
  Verify: {
    tells: [
      { notice: 'verified', in: ['Verified', 'Monitoring'] },
      { notice: 'verification-failed', in: ['FailedVerification'], facts: ['cureBy'] },
      { notice: 'case-changed', of: 'case', in: ['Closed'] },
      { notice: 'holding-case-changed', of: 'case' },
    ],
    nobodyElse: OPERATOR_DID,
  },
  AddComplianceCheck: {
    tells: [
      { notice: 'compliance-passed', when: ['isCompliant', true] },
      { notice: 'compliance-failed', when: ['isCompliant', false] },
      { notice: 'case-opened', of: 'case', in: ['Reported', 'Remedying'] },
      { notice: 'holding-case-opened', of: 'case' },
      { notice: 'case-changed', of: 'case', in: ['Closed'] },
      { notice: 'holding-case-changed', of: 'case' },
    ],
    nobodyElse: OPERATOR_DID,
  },
  AddPerformanceCheck: { tells: [{ notice: 'performance-recorded' }], nobodyElse: OPERATOR_DID },
  Reregister: {
    tells: [{ notice: 'project-registered' }],
    nobodyElse: 'A planning authority is notified once the registration is complete',
  },
  ReplaceDocument: {
    tells: [{ notice: 'document-replaced' }],
    nobodyElse: 'The page of the project or requirement has both documents and the reason',
  },
  ReplaceCertificate: {
    tells: [{ notice: 'certificate-replaced' }],
    nobodyElse: 'Anyone who checks the earlier certificate sees that it is no longer valid',
  },
  RevokeCertificate: {
    tells: [{ notice: 'certificate-revoked' }],
    nobodyElse: 'Anyone who checks the certificate sees that it is no longer valid',
  },
  RetireCredits: {
    tells: [{ notice: 'credits-retired' }],
    nobodyElse: 'The public register shows the change',
  },
  ReportConcern: CASE_OPENED,
  EndTimeToCure: CASE_OPENED,
  MakeCertificate: CERTIFICATE,
  IssueInvoices: INVOICED,
} satisfies Record<string, ActionNotices>

/** Notifications of actions on credit requirements. */
export const REQUIREMENT_ACTION_NOTICES = {
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
    nobodyElse: 'A planning authority is notified once the registration is complete',
  },
  FinishNewRequirement: {
    tells: [{ notice: 'requirement-registered', in: ['Provisional'] }],
    nobodyElse: 'A planning authority is notified once the registration is complete',
  },
  CompleteRegistration: { tells: [{ notice: 'requirement-confirmed' }], nobodyElse: OPERATOR_DID },
  ConfirmBid: CONFIRMED,
  SetBid: { tells: [{ notice: 'bid-made' }], nobodyElse: SEALED },
  WithdrawBid: { tells: [{ notice: 'bid-withdrawn' }], nobodyElse: SEALED },
  AddToGroup: GROUP,
  RemoveFromGroup: GROUP,
  SetCreditSupplyAgreement: { tells: [{ notice: 'agreement-ready' }], nobodyElse: OPERATOR_DID },
  SetCreditAllocationCertificate: { tells: [{ notice: 'agreement-ready' }], nobodyElse: OPERATOR_DID },
  AllocateRights: {
    tells: [{ notice: 'rights-allocated' }],
    nobodyElse: `${OPERATOR_DID}; a planning authority is notified of the issue`,
  },
  IssueCredits: { tells: [{ notice: 'credits-issued' }], nobodyElse: OPERATOR_DID },
  RedeemCredits: {
    tells: [{ notice: 'credits-redeemed' }],
    nobodyElse: 'The public register shows the change',
  },
  Reregister: {
    tells: [{ notice: 'requirement-registered' }],
    nobodyElse: 'A planning authority is notified once the registration is complete',
  },
  ReplaceDocument: {
    tells: [{ notice: 'agreement-ready' }],
    nobodyElse: 'The page of the project or requirement has both documents and the reason',
  },
  ReplaceCertificate: {
    tells: [{ notice: 'certificate-replaced' }],
    nobodyElse: 'Anyone who checks the earlier certificate sees that it is no longer valid',
  },
  RevokeCertificate: {
    tells: [{ notice: 'certificate-revoked' }],
    nobodyElse: 'Anyone who checks the certificate sees that it is no longer valid',
  },
  RetireCredits: {
    tells: [{ notice: 'credits-retired' }],
    nobodyElse: 'The public register shows the change',
  },
  ReportConcern: CASE_OPENED,
  MakeCertificate: CERTIFICATE,
  IssueInvoices: INVOICED,
  IssueDeposit: {
    tells: [{ notice: 'deposit-asked' }],
    nobodyElse: 'A deposit concerns only the organisation that bid, and the market operator',
  },
} satisfies Record<string, ActionNotices>

const CASE_CHANGED: ActionNotices = {
  tells: [{ notice: 'case-changed' }, { notice: 'holding-case-changed' }],
  nobodyElse:
    'A case concerns the owner, those who hold or supply the units, their authorities and the operator',
}
const UNITS_REPLACED: ActionNotices = {
  tells: [{ notice: 'units-replaced' }, { notice: 'holding-units-replaced' }, { notice: 'units-drawn' }],
  nobodyElse:
    'It concerns those who hold or supply failed units, those who supply the others, and their authorities',
}
/** Notifications of actions on cases. */
export const CASE_ACTION_NOTICES = {
  Confirm: {
    ...CASE_CHANGED,
    tells: [{ notice: 'case-changed', facts: ['failedSince'] }, { notice: 'holding-case-changed' }],
  },
  AskForPapers: {
    ...CASE_CHANGED,
    tells: [{ notice: 'papers-asked' }, { notice: 'holding-papers-asked' }],
  },
  FilePaper: {
    tells: [{ notice: 'paper-filed' }],
    nobodyElse: 'The page of the case has the paper, and the market operator decides',
  },
  WriteMessage: {
    tells: [{ notice: 'case-message' }],
    nobodyElse: 'The message goes to the owner, the agents, the authorities and the operator by name',
  },
  Dismiss: CASE_CHANGED,
  SetRectification: CASE_CHANGED,
  DrawOnReserve: UNITS_REPLACED,
  ReplaceFromUnsold: UNITS_REPLACED,
  Refund: CASE_CHANGED,
  ReleaseBuyer: {
    ...CASE_CHANGED,
    tells: [...CASE_CHANGED.tells, { notice: 'rights-lapsed', of: 'requirement' }],
  },
  Recall: {
    ...CASE_CHANGED,
    tells: [...CASE_CHANGED.tells, { notice: 'credits-recalled', of: 'requirement' }],
  },
  Close: CASE_CHANGED,
  EndRectification: CASE_CHANGED,
} satisfies Record<string, ActionNotices>
