import { findAction } from '#actions/index'
import type { Kind } from '#domain/disclosure/entities'
import type { RoundStatus } from '#domain/round/round'

/** Dead ends are tried now and then; actions that need another file or person are tested elsewhere. */
const WORTH: Record<string, number> = {
  Comment: 0.01,
  Open: 1,
  Update: 0.05,
  UpdateDetails: 0.05,
  Withdraw: 0.01,
  WithdrawOffer: 0.05,
  WithdrawBid: 0.05,
  RemoveFromGroup: 0.1,
  AddToGroup: 0.05,
  CreateProject: 0.7,
  RegisterNewProject: 0.3,
  CreateCreditRequirement: 1,
  RegisterNewCreditRequirement: 0.2,
  FinishNewRequirement: 2,
  Register: 12,
  CompleteRegistration: 12,
  AddScreeningOutcome: 20,
  SetCertificationDecision: 30,
  SetPreMarketReviewOutcome: 30,
  SetLandholderInfo: 1,
  EditNutrientService: 0.05,
  EditBiodiversityService: 0.05,
  AddBiodiversityService: 1,
  AddNutrientService: 1,
  SetBiodiversitySupply: 4,
  SetCosts: 10,
  CreateProjectGroup: 0.05,
  CreateCreditRequirementGroup: 0.05,
  RegisterAsParticipant: 1,
  RecordParticipant: 0.05,
  ExpressInterest: 0.05,
  ProvideAgentAuthority: 0.01,
  AddDeclaration: 0.05,
  RemoveDeclaration: 0.02,
  ReplaceDocument: 0.05,
  ReplaceCertificate: 0.05,
  RevokeCertificate: 0.02,
  AddComplianceCheck: 0.6,
  AddPerformanceCheck: 0.6,
  // One case of a type is open on a subject at a time.
  ReportConcern: 0.2,
  AnnouncePlan: 0.2,
  AskQuestion: 0.1,
  CorrectAnswer: 0.05,
  Confirm: 0.6,
  Dismiss: 0.3,
  AskForPapers: 2,
  FilePaper: 2,
  WriteMessage: 0.1,
  SetRectification: 0.3,
  DrawOnReserve: 3,
  ReplaceFromUnsold: 1,
  ReleaseBuyer: 0.6,
  Refund: 0.6,
  Recall: 0.6,
  SetNatureBasedAgreement: 8,
  SetSection106Agreement: 8,
  SetCreditSupplyAgreement: 8,
  SetCreditAllocationCertificate: 8,
  Reregister: 3,
  // A proposal waits a while, so that some become void or are declined.
  Approve: 2,
  Decline: 0.3,
  WithdrawProposal: 0.1,
  RejectMatch: 0.3,
  ConfirmOffer: 12,
  ConfirmBid: 12,
  InviteUser: 0,
  SetDifferent: 0,
  DeclareControl: 0.02,
  EndControl: 0.02,
  // Signs people out, and ends an organisation that the history needs.
  MergeOrganisation: 0,
  ImportData: 0,
  AddProjectsFromSheet: 0,
  ImportMatch: 0,
  // These need a file from another program.
  ReadWorkbook: 0,
  FillFromWorkbook: 0,
}

/** Confirmations that every reopening of a round asks for: without them nothing counts and nothing can be matched. */
const ASKED_AGAIN = ['ConfirmOffer', 'ConfirmBid']

/** The priority of an action after a number of attempts on the same subject. */
export const actionPriority = (kind: Kind, name: string, tries: number): number => {
  const action = findAction(kind, name)
  if (!action || action.navigatesTo) return 0
  const worth = WORTH[name] ?? (action.to === undefined ? 2 : 8)
  if (ASKED_AGAIN.includes(name)) return worth
  return worth * (isRoundStep(name) ? 0.5 : 0.1) ** tries
}

const ROUND_STEPS = new Set([
  'Open',
  'Close',
  'OpenBidsAndOffers',
  'CloseBidsAndOffers',
  'Match',
  'AcceptMatch',
  'RejectMatch',
])

/** True if this action moves the round itself on. */
export const isRoundStep = (name: string): boolean => ROUND_STEPS.has(name)

/** The number of steps that a history spends in each status of its round. */
export const STEPS_PER_STATUS: Partial<Record<RoundStatus, number>> = {
  Draft: 2,
  Open: 60,
  Closed: 2,
  OpenForBidsAndOffers: 8,
  Settled: 40,
}

/** The priority below which the round moves on. */
export const MOVE_ON_PRIORITY = 0.5

const BIRTHS = {
  project: ['CreateProject', 'RegisterNewProject', 'CreateProjectGroup'],
  requirement: ['CreateCreditRequirement', 'RegisterNewCreditRequirement', 'CreateCreditRequirementGroup'],
}

/** Actions that create a project, a requirement, or a group. */
export const creatingActions = (kind: keyof typeof BIRTHS): string[] => BIRTHS[kind]
