import { findAction } from '#actions/index'
import type { Kind } from '#domain/entities'
import type { RoundStatus } from '#domain/round'

/** What leads nowhere is done now and then; what needs another file or another person is tried elsewhere. */
const WORTH: Record<string, number> = {
  Comment: 0.01,
  Open: 1,
  Update: 0.05,
  UpdateDetails: 0.05,
  Withdraw: 0.01,
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
  SetNatureBasedAgreement: 8,
  SetSection106Agreement: 8,
  SetCreditSupplyAgreement: 8,
  SetCreditAllocationCertificate: 8,
  Reregister: 3,
  // What is proposed waits a while, so that now and then it is void by then, or turned down.
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
  // Signs people out, and ends an organisation that a history goes on with.
  MergeOrganisation: 0,
  ImportData: 0,
  ImportMatch: 0,
  // They need the file of a program of others.
  ReadWorkbook: 0,
  FillFromWorkbook: 0,
}

/** What every reopening of a round asks for anew: else nothing counts any more, and nothing can be matched. */
const ASKED_AGAIN = ['ConfirmOffer', 'ConfirmBid']

/** How much an action is worth doing when it has been tried so many times on the same thing. */
export const worthOf = (kind: Kind, name: string, tries: number): number => {
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

/** Does this move the round itself on? */
export const isRoundStep = (name: string): boolean => ROUND_STEPS.has(name)

/** How many steps a history spends in each status of its round before the round moves on. */
export const STAY: Partial<Record<RoundStatus, number>> = {
  Draft: 2,
  Open: 60,
  Closed: 2,
  OpenForBidsAndOffers: 8,
  Settled: 40,
}

/** When nothing is worth more than this, the round moves on. */
export const DULL = 0.5

const BIRTHS = {
  project: ['CreateProject', 'RegisterNewProject', 'CreateProjectGroup'],
  requirement: ['CreateCreditRequirement', 'RegisterNewCreditRequirement', 'CreateCreditRequirementGroup'],
}

/** What begins another project or requirement, or a group of them. */
export const birthsOf = (kind: keyof typeof BIRTHS): string[] => BIRTHS[kind]
